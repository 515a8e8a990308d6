// The memory of a large eval: results go to the store, and only counters stay.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { toLanguageModel } from "@ptc/llm";
import { openSqliteStore } from "@ptc/store-sqlite";
import { defineSuite, readReport, runEval, type EvalCase } from "../src/index.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** A part of the cases, unless all tests are requested. */
const count = process.env["PTC_TESTS"] === undefined ? 300 : 10_000;
const rows = 200;

/** Cases that are made while they are read, each with data of its own. */
function* cases(): Generator<EvalCase> {
  for (let index = 0; index < count; index++)
    yield {
      name: `case ${String(index)}`,
      prompt: `Return ${String(index)}.`,
      signature: "() -> :int",
      context: {
        rows: Array.from({ length: rows }, (_, n) => ({ n, text: `${String(index)} x` })),
      },
      expected: index,
    };
}

test(
  "a large suite keeps only counters in memory, and its report is in the store",
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "large-suite-"));
    const store = await openSqliteStore(join(folder, "runs.db"));
    const heaps: number[] = [];
    const llm = toLanguageModel(({ messages }) => {
      const index = Number(/Return (\d+)\./.exec(JSON.stringify(messages))?.[1]);
      return `(return ${String(index % 10 === 0 ? index + 1 : index)})`;
    });
    try {
      const { report, missing } = await runEval({
        suite: defineSuite({ name: "large", cases }),
        store,
        variants: [{ name: "one", llm }],
        onProgress: ({ done }) => {
          if (done % (count / 10) !== 0) return;
          collectGarbage();
          heaps.push(process.memoryUsage().heapUsed);
        },
      });
      expect([missing, report.runs, report.variants[0]?.passed]).toEqual([0, count, 0.9 * count]);
      const [second = 0, last = 0] = [heaps[1], heaps.at(-1)];
      // A case with its result, messages and trace has more than 20 kB.
      expect((last - second) / (0.8 * count)).toBeLessThan(5_000);
      expect(last).toBeLessThan(300_000_000);
      expect(await readReport({ store, id: "large" })).toEqual(report);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  },
);
