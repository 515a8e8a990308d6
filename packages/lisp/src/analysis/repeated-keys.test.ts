// Repeated keys in a literal are an error, not a silent loss.
import { expect, test } from "vitest";
import { expectPrinted, failOf } from "../../test/evaluate.ts";

test.each([
  ["{:a 1 :b 2 :a 3}", ":a appears twice"],
  ['{"a" 1 "a" 2}', '"a" appears twice'],
  ["#{1 2 1}", "1 appears twice"],
  ["(let [x 1] #{x x})", "x appears twice"],
  ["{nil 1 nil 2}", "nil appears twice"],
])("rejects %s and names the repeated key", async (source, problem) => {
  const fail = await failOf(source);
  expect(fail).toMatchObject({ reason: "analysis_error", details: { kind: "invalid_form" } });
  expect(fail.message).toContain(problem);
});

test("leaves keys that differ in the source to the run", async () => {
  await expectPrinted([
    ['(count {:a 1 "a" 2 :b/a 3})', "3"],
    ["{:a :x, :b :x}", "{:a :x, :b :x}"],
    ["(let [a 1 b 1] #{a b})", "#{1}"],
    ['{:a 1 (keyword "a") 9}', "{:a 9}"],
    ["[:a :a]", "[:a :a]"],
  ]);
});
