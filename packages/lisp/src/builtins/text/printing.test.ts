import { expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";
import { run } from "../../index.ts";

async function prints(source: string): Promise<readonly string[]> {
  return (await run(source)).prints;
}

test("println adds one line and prints strings without quotes", async () => {
  expect(
    await prints('(do (println "Found:" 3 nil :a ["b" {:c "d"}]) (println) (println "a\\nb"))'),
  ).toEqual(["Found: 3 nil :a [b {:c d}]", "", "a\nb"]);
  expect(await prints('(do (prn "a" :b) (print "x" 1) (pr ["y"]) (newline) (flush))')).toEqual([
    '"a" :b',
    "x 1",
    '["y"]',
    "",
  ]);
  expect(await prints("(do (println (take 3 (range))) (println [(take 1 (range))]))")).toEqual([
    "(0 1 2)",
    "[(0)]",
  ]);
});

test("pr-str, print-str and println-str return the printed text", async () => {
  await expectPrinted([
    [
      '[(pr-str "a" :b nil [1 "c"]) (pr-str) (print-str "a" nil ["b"]) (prn-str "a") (println-str "a" 1)]',
      '["\\"a\\" :b nil [1 \\"c\\"]" "" "a nil [b]" "\\"a\\"\\n" "a 1\\n"]',
    ],
    [
      '[(pr-str #"a\\d") (pr-str ##Inf) (pr-str "é\\t\\"\\\\")]',
      '["#\\"a\\\\d\\"" "##Inf" "\\"é\\\\t\\\\\\"\\\\\\\\\\""]',
    ],
  ]);
});

test("limits output before storing it", async () => {
  const limits = { outputBytes: 100 };
  const step = await run('(doseq [i (range 100)] (println "0123456789"))', { limits });
  expect(step.ok ? "ok" : step.fail.reason).toBe("output_exceeded");
  expect(step.prints).toHaveLength(9);
  expect((await failOf("(println (vec (range 1000)))", { limits })).reason).toBe("output_exceeded");
  expect((await failOf("(dotimes [_ 1000] (println))", { limits })).reason).toBe("output_exceeded");
  expect((await run('(println "0123456789")', { limits: { outputBytes: 11 } })).ok).toBe(true);
});

test("stops printing shared structure that unfolds without end at a limit", async () => {
  const shared = "(loop [v [1] i 0] (if (< i 60) (recur [v v] (inc i)) v))";
  for (const program of [
    `(println ${shared})`,
    `(count (str ${shared}))`,
    `(count (pr-str ${shared}))`,
  ]) {
    expect((await failOf(program, { limits: { steps: 1_000_000 } })).reason).toMatch(/_exceeded$/);
  }
});
