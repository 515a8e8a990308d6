// The payloads of hostile peers, by the kind of work that they cause without limits. Each payload
// exists as host values, as tagged JSON, as program source and as text.

import type { Json } from "@ptc/core/encoding";

export interface Payload {
  readonly family: string;
  /** As the result of a tool or a field of a context. */
  readonly host: unknown;
  /** As in memory, a journal or a message. */
  readonly json: Json;
  /** As written in a program. */
  readonly source: string;
  readonly text: string;
}

/**
 * Returns the payloads. Each causes more work than an entry point allows if the work grows faster
 * than the data.
 */
export function payloads(): readonly Payload[] {
  const many = 20_000;
  const digits = `1${"0".repeat(20_000)}`;
  const nan = { $number: "NaN" };
  const list = <Item>(count: number, item: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => item(index));
  return [
    payload("keys that share a hash", {
      host: () => new Map(list(many, (index) => [[NaN, 1], index])),
      json: () => ({ $map: list(many, (index) => [[nan, 1], index]) }),
      source: () => `{${list(many, (index) => `[##NaN 1] ${String(index)}`).join(" ")}}`,
      text: "{{x}}".repeat(many),
    }),
    payload("members that share a hash", {
      host: () => new Set(list(many, () => [NaN])),
      json: () => ({ $set: list(many, () => [nan]) }),
      source: () => `#{${"[##NaN] ".repeat(many)}}`,
      text: "#{".repeat(many),
    }),
    payload("equal integers of many digits", {
      host: () => list(400, () => BigInt(digits)),
      json: () => list(20, () => ({ $integer: digits })),
      source: () => `[${`${digits} `.repeat(20)}]`,
      text: digits,
    }),
    payload("doubles beyond 2^53", {
      host: () => list(300_000, () => 1e308),
      json: () => list(100_000, () => 1e308),
      source: () => `[${"1e308 ".repeat(many)}]`,
      text: "1e308,".repeat(many),
    }),
    payload("empty maps", {
      host: () => list(300_000, () => ({})),
      json: () => list(100_000, () => ({})),
      source: () => `[${"{} ".repeat(many)}]`,
      text: "{}".repeat(many),
    }),
    payload("fields of many names", {
      host: () => Object.fromEntries(list(many, (index) => [`statu${String(index)}`, index])),
      json: () => Object.fromEntries(list(many, (index) => [`statu${String(index)}`, index])),
      source: () =>
        `{${list(many, (index) => `:statu${String(index)} ${String(index)}`).join(" ")}}`,
      text: list(many, (index) => `${String(index)}:`).join(" "),
    }),
    payload("texts that are nearly a name", {
      host: () => list(many, (index) => `statuss${String(index % 7)}`),
      json: () => list(many, (index) => `statuss${String(index % 7)}`),
      source: () => `[${'"statuss" '.repeat(many)}]`,
      text: "statuss ".repeat(many),
    }),
    text("spaces behind an opening tag", `<${" ".repeat(100_000)}`),
    text("spaces behind an opening brace", `{{${" ".repeat(100_000)}`),
    text("opening fences", "```clojure\n".repeat(20_000)),
    text("opening brackets", "([{".repeat(50_000)),
    text("quotes and backslashes", '\\"'.repeat(100_000)),
    text("lines", "x\n".repeat(100_000)),
    text("combining marks", `a${"\u0301".repeat(100_000)}`),
    text("digits", "9".repeat(400_000)),
  ];
}

/** Makes a payload lazily: large parts are created when an entry point needs them. */
function payload(
  family: string,
  make: { readonly [Part in "host" | "json" | "source"]: () => Payload[Part] } & {
    readonly text: string;
  },
): Payload {
  return {
    family,
    get host() {
      return make.host();
    },
    get json() {
      return make.json();
    },
    get source() {
      return make.source();
    },
    text: make.text,
  };
}

function text(family: string, given: string): Payload {
  return { family, host: given, json: given, source: JSON.stringify(given), text: given };
}
