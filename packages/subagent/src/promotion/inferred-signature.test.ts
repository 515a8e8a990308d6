import { parseSignature, validateInput, validateOutput } from "@ptc/signature";
import { expect, test } from "vitest";
import { inferredSignature, type ObservedCall } from "./inferred-signature.ts";

const call = (args: ObservedCall["args"], result: ObservedCall["result"]): ObservedCall => ({
  args,
  result,
});

test.each<readonly [string, readonly ObservedCall[], readonly string[], string | undefined]>([
  ["no calls", [], ["[a]"], undefined],
  ["numbers of arguments that differ", [call([1], 1), call([1, 2], 1)], ["[a & b]"], undefined],
  ["no arguments", [call([], true)], ["[]"], "() -> :bool"],
  ["whole and other numbers", [call([1], 2), call([1.5], 2)], ["[x]"], "(x :float) -> :int"],
  ["nil", [call([null], null), call(["a"], 1)], ["[x]"], "(x :string|nil) -> :int?"],
  ["only nil", [call([null], [])], ["[x]"], "(x :any) -> [:any]"],
  ["values of several kinds", [call([1], "a"), call(["b"], "a")], ["[x]"], "(x :any) -> :string"],
  [
    "rows that lack fields",
    [call([[{ id: 1, note: "a" }, { id: 2 }]], { n: 1 })],
    ["[rows]"],
    "(rows [{id :int, note :string?}]) -> {n :int}",
  ],
  [
    "maps with keys that aren't field names",
    [call([{ "a b": 1 }], { "\n(evil)": 1 })],
    ["[m]"],
    "(m :map) -> :map",
  ],
  [
    "destructured parameters",
    [call([{ a: 1 }, 2], 3)],
    ["[{:keys [a]} b]"],
    "(arg1 {a :int}, b :int) -> :int",
  ],
  ["the arity that was called", [call([1, 2], 3)], ["[a]", "[a b]"], "(a :int, b :int) -> :int"],
  [
    "maps with keywords or other keys, and sets",
    [call([{ $map: [[{ $keyword: "n" }, 1]] }, { $map: [[[1], 2]] }], { $set: [1, 2] })],
    ["[row index]"],
    "(row {n :int}, index :map) -> [:int]",
  ],
  [
    "variable arguments",
    [call([1, 2, 3], 6)],
    ["[a & b]"],
    "(arg1 :int, arg2 :int, arg3 :int) -> :int",
  ],
  [
    "times and keywords",
    [call([{ $instant: "2025-01-31T00:00:00Z" }], { $keyword: "late" })],
    ["[t]"],
    "(t :datetime) -> :string",
  ],
])("infers a signature from %s", (_, calls, arglists, expected) => {
  const text = inferredSignature(calls, arglists);
  expect(text).toBe(expected);
});

test("writes fewer levels of types for large values, which the values still fit", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [`column_${String(index)}`, index]),
  );
  const text = inferredSignature([call([[wide]], { rows: [wide] })], ["[rows]"]);
  expect(text).toBe("(rows [:map]) -> {rows [:any]}");
  const parsed = parseSignature(text ?? "");
  if (!parsed.ok) throw new Error("not a signature");
  expect(validateInput(parsed.signature, { rows: [wide] }).ok).toBe(true);
  expect(validateOutput(parsed.signature, { rows: [wide] }).ok).toBe(true);
});
