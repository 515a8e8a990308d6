import fc from "fast-check";
import { defineAgent } from "@ptc/subagent";
import { expect, test } from "vitest";
import { toolSymbol } from "./tool-symbol.ts";

test.each([
  ["get-weather", "get-weather"],
  ["get.weather", "get.weather"],
  ["a/b", "a/b"],
  ["_x", "_x"],
  ["__proto__", "__proto__"],
  ["天気", "天気"],
  ["get weather!", "get-weather"],
  ["(drop) ;table", "drop-table"],
  ["a\u202eb\u200b", "a-b"],
  ["//a//b/", "a/b"],
  ["2fa", "tool-2fa"],
  ["v/2", "v/tool-2"],
  ["", "tool"],
  ["💥", "tool"],
  ["return", "return-tool"],
  ["fail", "fail-tool"],
  ["lisp_eval", "lisp_eval-tool"],
  ["x".repeat(65), `${"x".repeat(55)}-b42b1787`],
])("%j becomes the symbol %j", (name, symbol) => {
  expect(toolSymbol(name)).toBe(symbol);
});

test("converts any name into a valid tool name, and leaves that one unchanged", () => {
  const names = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({ unit: fc.constantFrom("a", "1", "/", "-", ".", "_", ":", " "), maxLength: 80 }),
  );
  const symbols = fc.sample(names, 300).map(toolSymbol);
  expect(symbols.filter((symbol) => symbol.length > 70)).toEqual([]);
  expect(symbols.map(toolSymbol)).toEqual(symbols);
  const tools = Object.fromEntries(symbols.map((symbol) => [symbol, () => 1]));
  expect(() => defineAgent({ prompt: "Do it.", tools })).not.toThrow();
});
