// Runs that wait are rows of a store: the process keeps nothing of them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openSqliteStore } from "@ptc/store-sqlite";
import { approve, defineAgent, tool } from "@ptc/subagent";
import { createRuns } from "@ptc/subagent/runs";
import { expect, test } from "vitest";
import { isFull } from "../full-size.ts";

const count = isFull ? 1_000 : 60;
/** The runs that the worker works on at once. */
const concurrency = 20;
/** The heap is measured after each of these numbers of runs. Before the first, code is compiled. */
const measured = isFull ? [400, 600, 800, count] : [concurrency, count];

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

async function collected(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    collect();
  }
  return process.memoryUsage().heapUsed;
}

test(
  "a process keeps no object of the runs that wait for a decision",
  { tags: "full", timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "ptc-waiting-memory-"));
    const store = await openSqliteStore(join(folder, "runs.db"), { synchronous: "normal" });
    const contexts: WeakRef<object>[] = [];
    const signals: WeakRef<AbortSignal>[] = [];
    const pay = tool({ signature: "(n :int) -> :int", needsApproval: true, execute: ({ n }) => n });
    const agent = defineAgent({
      prompt: "Pay.",
      tools: { pay },
      llm: ({ signal }) => {
        if (signal !== undefined) signals.push(new WeakRef(signal));
        return Promise.resolve("(return (tool/pay {:n (count data/rows)}))");
      },
    });
    const payer = () => ({
      agent,
      context: () => {
        const context = { rows: Array.from({ length: 100 }, (_, index) => ({ index })) };
        contexts.push(new WeakRef(context));
        return context;
      },
    });
    const runs = createRuns({ store, agents: { payer }, worker: { concurrency } });
    const waiting = async (): Promise<number> => {
      const { records } = await store.list({ kind: "run", status: "waiting" }, { limit: 1_000 });
      return records.length;
    };
    const wait = async (runCount: number): Promise<void> => {
      // Listing all runs takes long, and none waits before its model was asked.
      while (signals.length < runCount || (await waiting()) < runCount)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    };
    const ids: string[] = [];
    const heap: number[] = [];
    for (const runCount of measured) {
      while (ids.length < runCount) ids.push((await runs.start("payer")).id);
      await wait(runCount);
      heap.push(await collected());
    }
    expect(contexts).toHaveLength(count);
    expect(signals).toHaveLength(count);
    const live = (refs: readonly WeakRef<object>[]): number =>
      refs.filter((ref) => ref.deref() !== undefined).length;
    // A worker may still be ending those that it worked on at once. All others are gone.
    expect(live(contexts)).toBeLessThanOrEqual(concurrency);
    expect(live(signals)).toBeLessThanOrEqual(concurrency);
    // Other garbage shows in some of the differences, and a leak in all. The references of this
    // test itself take some bytes for each run.
    const growth = heap.slice(1).map((bytes, index) => bytes - (heap[index] ?? 0));
    if (isFull) expect(Math.min(...growth) / 200).toBeLessThan(2_000);
    const [id = ""] = ids;
    const [call] = (await runs.get(id))?.pending ?? [];
    await runs.decide(id, { [call?.id ?? ""]: approve() });
    for await (const { status } of runs.watch(id)) if (status === "done") break;
    expect((await runs.get(id))?.step).toMatchObject({ return: 100 });
    await runs.close();
    await store.close();
    rmSync(folder, { recursive: true });
  },
);
