// Two processes run a mission of `createRuns` on one SQLite file. One is killed with SIGKILL before
// or after the commit of a write; the other, which writes all the time, continues the mission.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "@ptc/store-sqlite";
import { createRuns } from "@ptc/subagent/runs";
import { expect, test } from "vitest";
import { isFull, isWhole } from "../full-size.ts";
import {
  damageOf,
  killingPlace,
  pointsOf,
  startProcess,
  type KilledProcess,
} from "./killed-processes.ts";

const calls = Array.from({ length: 12 }, (_, n) => n);

const place = killingPlace("runs-process");

/** Returns what is wrong with the mission after the processes have ended. */
async function problemsIn(
  path: string,
  log: string,
  workers: readonly KilledProcess[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const store = await openSqliteStore(path);
  const runs = createRuns({ store, agents: {}, worker: false });
  const info = await runs.get("mission");
  await runs.close();
  const other = await store.load({ kind: "session", id: "second" });
  await store.close();
  const returned = JSON.stringify(info?.step?.ok === true ? info.step.return : undefined);
  if (info?.status !== "done") problems.push(`the run is ${info?.status ?? "lost"}`);
  if (returned !== JSON.stringify(calls)) problems.push(`the run returned ${returned}`);
  if (other !== undefined && other.version !== other.entries.length)
    problems.push("a change of the other process is lost");
  const made = readFileSync(log, "utf8").trim().split("\n");
  const numbers = made.map((line) => Number(line.split(" ")[0]));
  const ids = made.map((line) => line.split(" ")[1] ?? "");
  if (JSON.stringify([...new Set(numbers)]) !== JSON.stringify(calls))
    problems.push(`the calls ${numbers.join(" ")} were made`);
  if (new Set(ids).size !== calls.length) problems.push("a call was repeated with another id");
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  const uncertain = workers.flatMap(({ lines }) =>
    lines.flatMap((line) => /^uncertain (.+)$/.exec(line)?.[1] ?? []),
  );
  // The process died between a call and the write of its answer: a person decides about it.
  if (repeated.some((id) => !uncertain.includes(id))) problems.push(`${repeated.join()} twice`);
  if (uncertain.length > 1) problems.push(`${uncertain.join()} are uncertain`);
  return [...problems, ...damageOf(path)];
}

test(
  "a worker process killed at any write of a mission loses no call and repeats none",
  { tags: "full", timeout: 900_000 },
  async () => {
    const start = (path: string, name: string, deadly: number, ...mode: readonly string[]) =>
      startProcess(place.script, path, name, `${path}.log`, String(deadly), ...mode);
    const once = join(place.folder, "alone.db");
    const alone = start(once, "first", 0);
    expect(await alone.ended).toBe(0);
    expect(await problemsIn(once, `${once}.log`, [alone])).toEqual([]);
    const count = pointsOf(alone);
    // Before and after the writes of the start, the lease, the attempt, the answers and the end.
    expect(count).toBeGreaterThan(2 * calls.length);
    const step = isWhole ? 1 : isFull ? 3 : Math.ceil(count / 4);
    let kills = 0;
    for (let deadly = isFull ? 1 : 4; deadly <= count; deadly += step) {
      const path = join(place.folder, `at-${String(deadly)}.db`);
      const second = start(path, "second", 0, "waits");
      await second.began;
      const first = start(path, "first", deadly);
      if ((await first.ended) === "SIGKILL") kills += 1;
      second.child.stdin?.end();
      expect([deadly, await second.ended]).toEqual([deadly, 0]);
      expect([deadly, await problemsIn(path, `${path}.log`, [first, second])]).toEqual([
        deadly,
        [],
      ]);
      for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    }
    expect(kills).toBeGreaterThanOrEqual(4);
  },
);
