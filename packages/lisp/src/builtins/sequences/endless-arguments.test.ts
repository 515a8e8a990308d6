import { expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";

const calls: unknown[] = [];
const tools = {
  page: async ({ n }: { readonly [name: string]: unknown }): Promise<unknown> => {
    calls.push(n);
    await Promise.resolve();
    return [n, n];
  },
};

test("requests only the pages whose elements are read", async () => {
  for (const [program, answer, pages] of [
    ["(take 3 (apply concat (map (fn [n] (tool/page {:n n})) (range))))", "(0 0 1)", [0, 1]],
    ["(take 2 (flatten (map (fn [n] (tool/page {:n n})) (range))))", "(0 0)", [0]],
    [
      "(apply (fn [a & more] [a (first more)]) (map (fn [n] (tool/page {:n n})) (range)))",
      "[[0 0] [1 1]]",
      [0, 1],
    ],
    ["(zipmap (map (fn [n] (tool/page {:n n})) (range)) [:a :b])", "{[0 0] :a, [1 1] :b}", [0, 1]],
    ["(take 3 (tree-seq (fn [x] true) (fn [n] (tool/page {:n n})) 7))", "(7 7 7)", [7, 7]],
    ["(first (cycle (map (fn [n] (tool/page {:n n})) (range))))", "[0 0]", [0]],
  ] as const) {
    calls.length = 0;
    expect(await printed(program, { tools }), program).toBe(answer);
    expect(calls, program).toEqual(pages);
  }
});

test("an endless tree ends at the step limit, which the program can't catch", async () => {
  const endless = "(count (tree-seq (fn [x] true) (fn [x] [(inc x) (inc x)]) 0))";
  for (const program of [endless, `(try ${endless} (catch Throwable e :caught))`])
    expect(await failOf(program, { limits: { steps: 100_000 } })).toMatchObject({
      reason: "step_limit_exceeded",
    });
});

test("searching nested empty sequences for an element costs steps", async () => {
  for (const program of [
    "(first (flatten (repeat [])))",
    "(first (apply concat (repeat [])))",
    "(first (apply concat (repeat nil)))",
  ])
    expect(await failOf(program, { limits: { steps: 100_000 } }), program).toMatchObject({
      reason: "step_limit_exceeded",
    });
});

test("a chain of single children uses no memory for each level", async () => {
  await expectPrinted([
    ["(nth (tree-seq (fn [x] true) (fn [x] [(inc x)]) 0) 20000)", "20000"],
    ["(count (flatten (reduce (fn [inner x] (list x inner)) (range 3 6) (range 2000))))", "2003"],
  ]);
});
