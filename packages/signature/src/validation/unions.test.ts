import { describe, expect, test } from "vitest";
import { signature } from "../parse-signature.ts";
import { parseSignature } from "../parse-signature.ts";
import { validateInput, validateOutput } from "./validate.ts";
import { violationsText, type ValidationResult } from "./violation.ts";

const payment = '{kind "card", last4 :string} | {kind "iban", iban :string}';

function textOf(result: ValidationResult): string {
  return result.ok ? "ok" : violationsText(result);
}

describe("validateOutput with a union", () => {
  test.each([
    [":int|:string", "a", "ok"],
    [":int|:string|nil", null, "ok"],
    [":int|:string", true, "- expected int or string, got bool true"],
    [":int|:string", null, "- expected int or string, got nil"],
    [
      "#{open closed}|:int|nil",
      "opn",
      '- expected "open", "closed", int or nil, got string "opn" (did you mean "open"?)',
    ],
    ["true|2", false, "- expected true or 2, got bool false"],
    ["[:int|{q 1}]", [1, { q: 1 }], "ok"],
    [
      "[:int|{q 1}]",
      ["a", { q: 2 }],
      '- [0]: expected int or map {q 1}, got string "a"\n- [1].q: expected 1, got int 2 (this is the nearest of :int | {q 1})',
    ],
    [payment, { kind: "iban", iban: "DE1" }, "ok"],
    [
      payment,
      { kind: "card", iban: "DE1" },
      '- last4: expected string, got nothing (add :last4 to the returned map; its kind is "card")',
    ],
    [
      payment,
      { kind: "crad", last4: "1" },
      '- kind: expected one of card, iban, got string "crad" (did you mean "card"?)',
    ],
    [
      payment,
      { last4: "1" },
      "- kind: expected one of card, iban, got nothing (add :kind to the returned map)",
    ],
    [
      "{ok true, value :int} | {ok false, error :string}",
      { ok: false, value: 1 },
      "- error: expected string, got nothing (add :error to the returned map; its ok is false)",
    ],
    [
      "{a :int} | {b {c :int}}",
      { b: { c: "x" } },
      '- b.c: expected int, got string "x" (this is the nearest of {a :int} | {b {c :int}})',
    ],
    [
      "[:string]|{a :int}",
      [1],
      "- [0]: expected string, got int 1 (this is the nearest of [:string] | {a :int})",
    ],
    [
      "{id :int} | {name :string}",
      { nmae: "x" },
      "- name: expected string, got nothing (add :name to the returned map; this is the nearest of {id :int} | {name :string})",
    ],
    [
      "{id :int, size :int} | {name :string, sides :int}",
      { name: "a", siez: 2 },
      "- sides: expected int, got nothing (add :sides to the returned map; this is the nearest of {id :int, size :int} | {name :string, sides :int})",
    ],
    ["type Leaf {v :int} {x :Leaf|:string}", { x: { v: 1 } }, "ok"],
    ['{kind "a"} | :map', { kind: "b" }, "ok"],
  ])("%s of %j: %s", (text, value, expected) => {
    const parsed = parseSignature(text);
    if (!parsed.ok) expect.fail(parsed.error.message);
    expect(textOf(validateOutput(parsed.signature, value))).toBe(expected);
  });

  test("hides what a firewalled field decides", () => {
    const contract = signature('{_pay {kind "card", last4 :string} | {kind "iban", iban :string}}');
    expect(textOf(validateOutput(contract, { _pay: { kind: "card", last4: 4 } }))).toBe(
      "- _pay.last4: expected string, got int",
    );
  });

  test("in strict mode, chooses the branch without additional fields", () => {
    const contract = signature("{a :int} | {a :int, b :int}");
    expect(validateOutput(contract, { a: 1, b: 2 }, { mode: "strict" }).ok).toBe(true);
    expect(validateOutput(contract, { a: 1, c: 2 }, { mode: "strict" }).ok).toBe(false);
  });

  test("checks nested unions without branches that share a field in polynomial time", () => {
    const levels = 11;
    let text = "type T0 :int|:string ";
    let value: unknown = true;
    for (let level = 1; level <= levels; level++) {
      const inner = `:T${String(level - 1)}`;
      text += `type T${String(level)} {x ${inner}} | {x ${inner}, y :int?} `;
      value = { x: value };
    }
    const parsed = parseSignature(`${text} [:T${String(levels)}]`);
    if (!parsed.ok) expect.fail(parsed.error.message);
    const list = Array.from({ length: 500 }, () => structuredClone(value));
    const start = process.cpuUsage();
    const result = validateOutput(parsed.signature, list);
    const { user } = process.cpuUsage(start);
    expect(result.ok).toBe(false);
    expect(user).toBeLessThan(3_000_000);
  });
});

describe("validateInput with a union", () => {
  test.each([
    ["(x :int|:string) -> :any", { x: "5" }, { x: "5" }],
    ["(x :int|:bool) -> :any", { x: "5" }, { x: 5 }],
    ["(x 1|true) -> :any", { x: "true" }, { x: true }],
    ["(x {due_at :int} | {at :int}) -> :any", { x: { "due-at": 1 } }, { x: { due_at: 1 } }],
  ])("%s converts a string only if no branch fits it: %j", (text, value, taken) => {
    const parsed = parseSignature(text);
    if (!parsed.ok) expect.fail(parsed.error.message);
    expect(validateInput(parsed.signature, value)).toMatchObject({ ok: true, value: taken });
  });
});
