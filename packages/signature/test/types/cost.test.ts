// Measures what reading signatures costs the compiler, as a number of type instantiations. Unlike
// time, that number is the same on every machine.

import { expect, test } from "vitest";
import { compile, literalOf } from "./compile.ts";

/**
 * Instantiations for 200 signatures. If a change moves the number by more than 5 %, write the new
 * one here.
 */
const pinned = 241_000;

const verbs = [
  "find",
  "count",
  "close",
  "rename",
  "merge",
  "price",
  "order",
  "ship",
  "notify",
  "archive",
];
const nouns = [
  "invoice",
  "customer",
  "shipment",
  "employee",
  "ticket",
  "product",
  "account",
  "meeting",
  "message",
  "report",
  "branch",
  "commit",
  "review",
  "contract",
  "supplier",
  "warehouse",
  "payment",
  "refund",
  "budget",
  "project",
];

/** Typical signatures of applications, with different names. */
const forms: readonly ((verb: string, noun: string) => string)[] = [
  (verb, noun) =>
    `(${noun}_id :string, limit :int?) -> {total :float, ${noun}s [{id :int, name :string, ${verb}_at :datetime?}], _raw [:map]}`,
  (verb, noun) =>
    `(query :string "what to ${verb}", since :datetime) -> [{${noun} :string, score :float, tags [:keyword]}]`,
  (verb, noun) =>
    `type Line {${noun} :string, amount :int}\n(lines [:Line], ${verb}_by #{date amount "due date"}) -> {first :Line|nil, rest [:Line]}`,
  (_, noun) => `{${noun}_count :int, complete :bool}`,
  (verb, noun) =>
    `(${verb}-all :bool?, ${noun} {id :int, address {street :string, city :string, country :string?}}) -> :string?`,
];

test(
  "reading 200 signatures costs the recorded number of type instantiations",
  { tags: "full" },
  () => {
    const lines = verbs.flatMap((verb, index) =>
      nouns.map((noun, place) => {
        const text = forms[(index + place) % forms.length]?.(verb, noun) ?? "";
        return `export const ${verb}_${noun} = signature(${literalOf(text)}).output;`;
      }),
    );
    const empty = compile([]);
    const { messages, instantiations } = compile(lines);
    expect(lines).toHaveLength(200);
    expect(messages.size).toBe(0);
    const cost = instantiations - empty.instantiations;
    expect(cost).toBeGreaterThan(pinned * 0.95);
    expect(cost).toBeLessThan(pinned * 1.05);
  },
);
