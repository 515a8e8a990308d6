import { expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";

test("pmap and pcalls return results in order and accept the arguments of map", async () => {
  await expectPrinted([
    [
      '[(pmap inc nil) (pmap str "ab") (pmap + [1 2] [3 4 5]) (pmap :a [{:a 1}] [9])]',
      '[() ("a" "b") (4 6) (1)]',
    ],
    ["[(pcalls) (pcalls (fn [] 1) (fn [] 2))]", "[() (1 2)]"],
  ]);
  expect((await failOf("(pmap inc (range))")).message).toBe("pmap: the sequence has no end");
  expect((await failOf("(pmap [1] inc)")).details).toMatchObject({
    hint: "the collection comes last: (pmap f coll); write (pmap inc [1])",
  });
});

test("branches read the cache of memoize but don't add to it, so cost doesn't depend on timing", async () => {
  const calls: unknown[] = [];
  const tools = {
    ask: ({ n }: { readonly [name: string]: unknown }): unknown => {
      calls.push(n);
      return n;
    },
  };
  expect(
    await printed(
      "(let [f (memoize (fn [n] (tool/ask {:n n})))] (f 1) (pmap f [1 2 2]) (f 2) (f 2))",
      { tools },
    ),
  ).toBe("2");
  expect(calls).toEqual([1, 2, 2, 2]);
});
