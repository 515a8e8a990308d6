// Two processes use one SQLite file. One is killed with SIGKILL at a statement of its transactions;
// the other, which writes all the time, continues the run after it.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { openSqliteStore } from "@ptc/store-sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFull } from "../full-size.ts";

let folder = "";
let script = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-kill-"));
  script = join(folder, "worker-process.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "worker-process.ts")],
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@ptc/source"],
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Worker {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves at the first line, or at the end. */
  readonly began: Promise<void>;
  /** Resolves to the signal or the exit code. */
  readonly ended: Promise<NodeJS.Signals | number | null>;
}

function start(path: string, name: string, deadly: number, ...mode: readonly string[]): Worker {
  const child = spawn(process.execPath, [script, path, name, String(deadly), ...mode], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.on("close", (code, signal) => {
      resolve(signal ?? code);
    }),
  );
  const began = new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      resolve();
    });
    void ended.then(() => {
      resolve();
    });
  });
  return { child, lines, began, ended };
}

/** Returns what is wrong with a file after both processes have ended. */
async function problemsIn(path: string, workers: readonly Worker[]): Promise<readonly string[]> {
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
  const database = new DatabaseSync(path);
  const check = database.prepare("PRAGMA integrity_check").get();
  database.close();
  if (JSON.stringify(check) !== '{"integrity_check":"ok"}')
    problems.push(`the file is damaged: ${JSON.stringify(check)}`);
  return problems;
}

test("a process killed at any statement loses no acknowledged change and makes none twice", async () => {
  const alone = start(join(folder, "alone.db"), "first", 0);
  expect(await alone.ended).toBe(0);
  expect(await problemsIn(join(folder, "alone.db"), [alone])).toEqual([]);
  const count = Number(/^statements (\d+)$/.exec(alone.lines.at(-1) ?? "")?.[1]);
  expect(count).toBeGreaterThan(200);
  const step = process.env["PTC_TESTS"] === "whole" ? 1 : isFull ? 5 : Math.ceil(count / 10);
  let kills = 0;
  for (let deadly = 1; deadly < count; deadly += step) {
    const path = join(folder, `at-${String(deadly)}.db`);
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
