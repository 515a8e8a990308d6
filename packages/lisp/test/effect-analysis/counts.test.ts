// The bounds of the number of calls, and the number of calls that a run makes.

import { expect, test } from "vitest";
import { analyze } from "../../src/effects.ts";
import { run } from "../../src/index.ts";

test.each([
  ["(doseq [x [1 2 3]] (tool/t))", 3, 3, 3],
  ["(doseq [x [1 2 3] :while (do (tool/t) nil)] 1)", 1, 3, 1],
  ["(for [x [1 2 3] :while (do (tool/t) nil)] 1)", 1, 3, 1],
  ["(doseq [x [1 2 3] :let [y (tool/t)] :while nil] y)", 1, 3, 1],
  ["(doseq [x [1 2 3] :when (tool/t) :while nil] 1)", 1, 3, 1],
  ["(doseq [x [1 2 3] y [1 2] :while (do (tool/t) nil)] 1)", 3, 6, 3],
  ["(doseq [x [1 2 3] :while nil y [(tool/t) 2]] 1)", 0, 3, 0],
  ["(run! (fn [x] (tool/t)) [1 2 3])", 3, 3, 3],
  ["(run! (fn [x] (let [y (tool/t)] (if y {:got y} nil))) [1 2 3])", 3, 3, 3],
  ["(run! (fn [x] (tool/t) (reduced x)) [1 2 3])", 1, 3, 1],
  ["(run! (fn [x] (tool/t) x) [1 (reduced 2) 3])", 1, 3, 2],
  ["(run! (comp reduced tool/t) [{} {}])", 0, Infinity, 1],
  ["(reduce (fn [a x] (tool/t) (reduced 1)) 0 [1 2 3])", 0, 3, 1],
])("counts the calls of %s", async (source, least, most, calls) => {
  const tools = { t: () => 5 };
  const analysis = await analyze(source, { tools });
  const step = await run(source, { tools });
  expect(analysis.ok && analysis.effects.tools.map((each) => [each.least, each.most])).toEqual([
    [least, most],
  ]);
  expect([step.ok, step.toolCalls.length]).toEqual([true, calls]);
});
