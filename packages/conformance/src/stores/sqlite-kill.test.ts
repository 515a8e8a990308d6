// Two processes use one SQLite file. One is killed with SIGKILL at a statement of its transactions;
// the other, which writes all the time, continues the run after it.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "@ptc/store-sqlite";
import { expect, test } from "vitest";
import { isFull, isWhole } from "../full-size.ts";
import {
  damageOf,
  killingPlace,
  pointsOf,
  startProcess,
  type KilledProcess,
} from "./killed-processes.ts";

const place = killingPlace("worker-process");

function start(path: string, name: string, deadly: number, ...mode: readonly string[]) {
  return startProcess(place.script, path, name, String(deadly), ...mode);
}

/** Returns what is wrong with a file after both processes have ended. */
async function problemsIn(
  path: string,
  workers: readonly KilledProcess[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const store = await openSqliteStore(path);
  const run = await store.load({ kind: "run", id: "mission" });
  const journal = await store.load({ kind: "journal", id: "mission" });
  const contender = await store.load({ kind: "session", id: "second" });
  await store.close();
  const done = (run?.entries ?? []).map((entry) => JSON.parse(entry) as [number, string]);
  if (run?.status !== "done") problems.push(`the run is ${run?.status ?? "lost"}`);
  if (JSON.stringify(done.map(([number]) => number)) !== "[0,1,2,3,4,5,6,7,8,9,10,11]")
    problems.push(`the run has the effects ${JSON.stringify(done)}`);
  if (JSON.stringify(journal?.entries) !== JSON.stringify(run?.entries))
    problems.push("half of a batch is in the file");
  for (const [index, { lines }] of workers.entries()) {
    const name = index === 0 ? "first" : "second";
    for (const line of lines.filter((text) => text.startsWith("did ")))
      if (!done.some(([number, owner]) => line === `did ${String(number)}` && owner === name))
        problems.push(`${name} ${line}, which is lost`);
  }
  if (contender !== undefined && contender.version !== contender.entries.length)
    problems.push("a change of the second process is lost");
  return [...problems, ...damageOf(path)];
}

test("a process killed at any statement loses no acknowledged change and makes none twice", async () => {
  const alone = start(join(place.folder, "alone.db"), "first", 0);
  expect(await alone.ended).toBe(0);
  expect(await problemsIn(join(place.folder, "alone.db"), [alone])).toEqual([]);
  const count = pointsOf(alone);
  expect(count).toBeGreaterThan(200);
  const step = isWhole ? 1 : isFull ? 7 : Math.ceil(count / 10);
  let kills = 0;
  for (let deadly = 1; deadly < count; deadly += step) {
    const path = join(place.folder, `at-${String(deadly)}.db`);
    const second = start(path, "second", 0, "waits");
    await second.began;
    const first = start(path, "first", deadly);
    if ((await first.ended) === "SIGKILL") kills++;
    second.child.stdin?.end();
    expect([deadly, await second.ended]).toEqual([deadly, 0]);
    expect([deadly, await problemsIn(path, [first, second])]).toEqual([deadly, []]);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  }
  expect(kills).toBeGreaterThan(5);
}, 600_000);
