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
  expect(await prints("(do (println (take 3 (range))) (println [(take 1 (range))]))")).toEqual([
    "(0 1 2)",
    "[(0)]",
  ]);
});

test("print, pr and printf continue a line until a print ends it", async () => {
  for (const [program, lines] of [
    ['(do (prn "a" :b) (print "x" 1) (pr ["y"]) (newline) (flush))', ['"a" :b', 'x 1["y"]']],
    ['(do (print "a\\n") (print "b\\nc") (printf "%d" 1) (println) (newline))', ["a", "b\nc1", ""]],
    ["(do (print 0) (doall (pmap #(print %) [1 2])) (println 3) (print 4))", ["0123", "4"]],
    [
      "(do (pmap #(println %) [1 2]) (print 3) (pcalls #(do (println 4) (print 5))) (print 6))",
      ["1", "2", "34", "56"],
    ],
    ['(do (print "a" (with-out-str (print 1) (println 2) (print 3))) (println "b"))', ["a 12\n3b"]],
    ['(do (print "") (print))', []],
    ['(do (print "a") (println "b") (print "c") (throw (ex-info "stop" {})))', ["ab", "c"]],
  ] as const)
    expect([program, ...(await prints(program))]).toEqual([program, ...lines]);
});

test("an output limit keeps the lines that were complete, and the open one", async () => {
  const step = await run('(dotimes [i 9] (print "0123456789") (when (odd? i) (newline)))', {
    limits: { outputBytes: 50 },
  });
  expect(step.ok ? undefined : step.fail.reason).toBe("output_exceeded");
  expect(step.prints).toEqual(["01234567890123456789", "01234567890123456789"]);
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
