// A literal does not lose a key in silence.
import { expect, test } from "vitest";
import { expectPrinted, failOf } from "../../test/evaluate.ts";

test.each([
  ["{:a 1 :b 2 :a 3}", ":a stands twice"],
  ['{"a" 1 "a" 2}', '"a" stands twice'],
  ["#{1 2 1}", "1 stands twice"],
  ["(let [x 1] #{x x})", "x stands twice"],
  ["{nil 1 nil 2}", "nil stands twice"],
])("%s is refused, and says which", async (source, problem) => {
  const fail = await failOf(source);
  expect(fail).toMatchObject({ reason: "analysis_error", details: { kind: "invalid_form" } });
  expect(fail.message).toContain(problem);
});

test("keys that are not the same in the source are left to the run", async () => {
  await expectPrinted([
    ['(count {:a 1 "a" 2 :b/a 3})', "3"],
    ["{:a :x, :b :x}", "{:a :x, :b :x}"],
    ["(let [a 1 b 1] #{a b})", "#{1}"],
    ['{:a 1 (keyword "a") 9}', "{:a 9}"],
    ["[:a :a]", "[:a :a]"],
  ]);
});
