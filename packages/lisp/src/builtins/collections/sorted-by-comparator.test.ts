import { describe, expect, test } from "vitest";
import { createSession, run } from "../../index.ts";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";

describe("comparator written in the program", () => {
  test("a comparator orders keys by a number or boolean, and decides which keys are equal", async () => {
    await expectPrinted([
      ["(sorted-map-by #(compare %2 %1) :a 1 :b 2)", "{:b 2, :a 1}"],
      ['(sorted-set-by (fn [a b] (compare (count a) (count b))) "aa" "b" "cc")', '#{"b" "aa"}'],
      ["(into (sorted-set-by (fn [a b] (> (mod a 10) (mod b 10)))) [11 32 5])", "#{5 32 11}"],
      [
        "(let [m {:a 1 :b 3 :c 2}] (into (sorted-map-by (fn [x y] (compare [(m y) y] [(m x) x]))) m))",
        "{:b 3, :c 2, :a 1}",
      ],
      ["(sorted-set-by (comp - compare) 1 3 2)", "#{3 2 1}"],
    ]);
  });

  test("every lookup of a key uses the comparator", async () => {
    const make = '(sorted-map-by (fn [a b] (compare (count a) (count b))) "aa" 1 "b" 2)';
    await expectPrinted([
      [
        `(let [m ${make}] [(get m "xx") (m "x") (contains? m "xxx") (dissoc m "xx") (update m "xx" inc) (get-in m ["x"])])`,
        '[1 2 false {"b" 2} {"b" 2, "aa" 2} 2]',
      ],
      [`(let [{x "x"} ${make}] x)`, "2"],
      [`(= ${make} {"xx" 1 "x" 2})`, "false"],
      [`(= ${make} {"aa" 1 "b" 2})`, "true"],
    ]);
  });

  test("the comparator never receives other spellings of a key", async () => {
    await expectPrinted([
      [
        '(let [m (sorted-map-by (fn [a b] (compare (name a) (name b))) :a 1)] [(get m "a") (:b m) (get m "user-id")])',
        "[1 nil nil]",
      ],
      [
        "(let [m (sorted-map-by (fn [a b] (if (and (keyword? a) (keyword? b)) (compare b a) (fail :asked))) :a 1)] [(:a m) (:user-id m)])",
        "[1 nil]",
      ],
    ]);
  });

  test("calls of the comparator count against the program's budget", async () => {
    const steps = async (program: string): Promise<number> => (await run(program)).usage.steps;
    expect(
      await steps("(into (sorted-set-by (fn [a b] (- (+ a 1) b 1))) (range 200))"),
    ).toBeGreaterThan(2000);
    expect(
      await failOf("(sorted-set-by (fn [a b] (loop [] (recur))) 1 2)", { limits: { steps: 5000 } }),
    ).toMatchObject({ reason: "step_limit_exceeded" });
    expect(
      await failOf("(sorted-set-by (fn [a b] (count (vec (range 1000000)))) 1 2)", {
        limits: { memoryBytes: 100_000 },
      }),
    ).toMatchObject({ reason: "memory_exceeded" });
    expect(
      await failOf(
        "(do (declare f) (defn f [n] (get (sorted-map-by (fn [a b] (f n)) 1 1) 2)) (f 1))",
      ),
    ).toMatchObject({ reason: "depth_exceeded" });
  });

  test("a comparator can't call tools or fork; no tool runs, and the program continues", async () => {
    let calls = 0;
    const tools = {
      rank: async ({ n }: Readonly<Record<string, unknown>>) => {
        calls++;
        return Promise.resolve(n);
      },
    };
    const refused =
      "a lazy sequence as a key, a comparison, or the comparator of a sorted collection cannot call a tool or wait";
    for (const call of [
      "(tool/rank {:n a})",
      "(first (map (fn [x] (tool/rank {:n x})) (iterate inc a)))",
      "(first (pmap (fn [x] (tool/rank {:n x})) [a]))",
    ]) {
      const step = await run(`(sorted-set-by (fn [a b] (- ${call} b)) 1 2)`, { tools });
      expect(step).toMatchObject({
        ok: false,
        fail: { reason: "eval_error", message: refused, details: { kind: "unsupported" } },
        toolCalls: [],
      });
    }
    expect(
      await printed(
        "(try (sorted-set-by (fn [a b] (tool/rank {:n a})) 1 2) (catch Exception e [(ex-message e) (tool/rank {:n 7})]))",
        { tools },
      ),
    ).toBe(`["${refused}" 7]`);
    expect(calls).toBe(1);
  });

  test("a comparator works in parallel branches and in later programs", async () => {
    expect(
      await printed(
        "(pmap (fn [n] (first (into (sorted-set-by #(compare %2 %1)) (range n)))) [2 3 4])",
      ),
    ).toBe("(1 2 3)");
    const session = createSession();
    await session.run(
      "(def by 1) (def m (sorted-map-by (fn [a b] (compare (* by b) (* by a))) 1 :a 2 :b))",
    );
    expect(
      await session.run("[(assoc m 3 :c) (get m 2)]", { collections: "native" }),
    ).toMatchObject({
      ok: true,
      return: [
        new Map([
          [3, "c"],
          [2, "b"],
          [1, "a"],
        ]),
        "b",
      ],
    });
  });
});
