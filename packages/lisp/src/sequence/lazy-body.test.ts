import { expect, test } from "vitest";
import { expectPrinted, failOf, printed } from "../../test/evaluate.ts";

const nums = "(defn nums [n] (lazy-seq (cons n (nums (inc n)))))";

test("evaluates the body of lazy-seq once, when an element is first read", async () => {
  await expectPrinted([
    [`${nums} (take 3 (nums 1))`, "(1 2 3)"],
    [
      "(let [n (atom 0) s (lazy-seq (swap! n inc) [1 2])] [@n (first s) (count s) @n])",
      "[0 1 2 1]",
    ],
    ['(let [s (lazy-seq (throw (ex-info "late" {})))] :unread)', ":unread"],
    [
      '(let [n (atom 0) s (lazy-seq (if (< (swap! n inc) 2) (throw (ex-info "late" {})) [7]))] [(try (first s) (catch Exception e (ex-message e))) (first s)])',
      '["late" 7]',
    ],
  ]);
});

test("thousands of layers or skipped elements don't nest on the stack", async () => {
  await expectPrinted([
    [`${nums} (nth (nums 0) 20000)`, "20000"],
    ["(defn skip [n] (lazy-seq (if (< n 50000) (skip (inc n)) [n]))) (first (skip 0))", "50000"],
    ["(nth (reduce (fn [s x] (cons x s)) (range) (range 5000)) 5003)", "3"],
  ]);
});

const calls: unknown[] = [];
const tools = {
  page: async ({ n }: { readonly [name: string]: unknown }): Promise<unknown> => {
    calls.push(n);
    await Promise.resolve();
    if (n === 2 && calls.length === 3) throw new Error("busy");
    return Number(n) < 4 ? [`${String(n)}a`, `${String(n)}b`] : [];
  },
};
const pages =
  "(defn pages [n] (lazy-seq (when-let [rows (seq (tool/page {:n n}))] (concat rows (pages (inc n))))))";

test("requests each page once when it is read, and again after a failure", async () => {
  calls.length = 0;
  expect(await printed(`${pages} (take 3 (pages 0))`, { tools })).toBe('("0a" "0b" "1a")');
  expect(calls).toEqual([0, 1]);
  calls.length = 0;
  const program = `${pages} (let [all (pages 0)] [(try (nth all 5) (catch Exception e :busy)) (nth all 5) (count all)])`;
  expect(await printed(program, { tools })).toBe('[:busy "2b" 8]');
  expect(calls).toEqual([0, 1, 2, 2, 3, 4]);
});

test("branches that read the same recursive sequence share its pages", async () => {
  calls.length = 0;
  const program = `${pages} (let [all (pages 3)] (pmap (fn [i] (nth all i)) [1 0 1]))`;
  expect(await printed(program, { tools })).toBe('("3b" "3a" "3b")');
  expect(calls).toEqual([3]);
});

test("an endless lazy-seq ends at a limit, even if it never produces an element", async () => {
  const limits = { steps: 100_000 };
  for (const program of [
    `${nums} (count (nums 0))`,
    "(defn none [] (lazy-seq (none))) (first (none))",
    "(defn none [] (lazy-seq (none))) (try (first (none)) (catch Throwable e :caught))",
  ])
    expect(await failOf(program, { limits }), program).toMatchObject({
      reason: "step_limit_exceeded",
    });
  expect(
    await failOf("(defn none [n] (lazy-seq (if n (none n) [(tool/page {})]))) (first (none 1))", {
      tools,
      limits: { depth: 600 },
    }),
  ).toMatchObject({ reason: "depth_exceeded" });
});
