// The queries of a process while its runs wait: their number doesn't depend on that of the runs.

import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@ptc/store-sqlite";
import { approve, defineAgent, tool } from "@ptc/subagent";
import { createRuns } from "@ptc/subagent/runs";
import { expect, test } from "vitest";
import { isFull } from "../full-size.ts";
import { SuiteClock } from "../runs/suite-clock.ts";

const count = isFull ? 1_000 : 20;
const seconds = 20;
const day = 86_400_000;

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("SQLite gets at most one query a second while runs wait, and all end a day later", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ptc-waiting-queries-"));
  let queries = 0;
  const driver = class extends DatabaseSync {
    override prepare(sql: string): ReturnType<DatabaseSync["prepare"]> {
      const statement = super.prepare(sql);
      for (const method of ["get", "all"] as const) {
        const call = statement[method].bind(statement) as (...given: unknown[]) => unknown;
        Object.defineProperty(statement, method, {
          value: (...given: unknown[]) => {
            queries += 1;
            return call(...given);
          },
        });
      }
      return statement;
    }
  };
  const clock = new SuiteClock();
  const open = () =>
    openSqliteStore(join(folder, "runs.db"), { clock, driver, synchronous: "normal" });
  const pay = tool({ signature: "(n :int) -> :int", needsApproval: true, execute: ({ n }) => n });
  const agent = defineAgent({
    prompt: "Pay.",
    tools: { pay },
    llm: () => Promise.resolve("(return (tool/pay {:n 1}))"),
  });
  const agents = { agent };
  const before = await open();
  const starting = createRuns({ store: before, agents, clock });
  const started = await Promise.all(Array.from({ length: count }, () => starting.start("agent")));
  for (const { id } of started)
    for await (const { status } of starting.watch(id)) if (status === "waiting") break;
  await starting.close();
  await before.close();
  clock.pass(day);

  const store = await open();
  const runs = createRuns({ store, agents, clock });
  await turns();
  queries = 0;
  for (let second = 0; second < 2 * seconds; second++) {
    clock.pass(500);
    await turns();
  }
  expect(queries).toBeGreaterThan(0);
  expect(queries).toBeLessThanOrEqual(seconds + 1);

  for (const { id } of started) {
    const [call] = (await runs.get(id))?.pending ?? [];
    await runs.decide(id, { [call?.id ?? ""]: approve() });
  }
  for (const { id } of started)
    for await (const { status } of runs.watch(id))
      expect(["queued", "running", "done"]).toContain(status);
  expect((await runs.list({ status: "done" }, { limit: 1_000 })).runs).toHaveLength(count);
  await runs.close();
  await store.close();
  rmSync(folder, { recursive: true });
}, 120_000);
