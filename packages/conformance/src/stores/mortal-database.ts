// A driver of SQLite for processes that die with SIGKILL at a point of their transactions.

import { writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { RunStore } from "@ptc/core/store";
import type { SqliteDriver } from "@ptc/store-sqlite";

/** The points at which a process may die. */
export class Points {
  /** The points so far. */
  count = 0;
  private readonly deadly: number;

  /** The process dies at the point `deadly`; 0: never. */
  constructor(deadly: number) {
    this.deadly = deadly;
  }

  pass(): void {
    this.count += 1;
    if (this.count === this.deadly) process.kill(process.pid, "SIGKILL");
  }
}

/**
 * Returns a driver whose points are before each statement and after each commit, or only before and
 * after the commit of each change.
 */
export function mortalDriver(points: Points, which: "statements" | "writes"): SqliteDriver {
  const isEach = which === "statements";
  let isWrite = false;
  return class extends DatabaseSync {
    override exec(sql: string): void {
      if (sql.startsWith("BEGIN")) isWrite = sql === "BEGIN IMMEDIATE";
      const isCommit = sql === "COMMIT" && (isEach || isWrite);
      if (isEach || isCommit) points.pass();
      super.exec(sql);
      // The change is made, and not yet acknowledged.
      if (isCommit) points.pass();
    }

    override prepare(sql: string): ReturnType<DatabaseSync["prepare"]> {
      const statement = super.prepare(sql);
      if (!isEach) return statement;
      for (const method of ["run", "get", "all"] as const) {
        const call = statement[method].bind(statement) as (...parameters: unknown[]) => unknown;
        Object.defineProperty(statement, method, {
          value: (...parameters: unknown[]) => {
            points.pass();
            return call(...parameters);
          },
        });
      }
      return statement;
    }
  };
}

/** Writes a line to the test. */
export function report(line: string): void {
  writeSync(1, `${line}\n`);
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Writes to a record of its own until the input ends, if the mode is `waits`. */
export async function writeMeanwhile(store: RunStore, name: string, mode: string): Promise<void> {
  const own = { kind: "session", id: name } as const;
  const alone = new AbortController();
  if (mode !== "waits") alone.abort();
  process.stdin
    .on("end", () => {
      alone.abort();
    })
    .resume();
  for (let version = 0; !alone.signal.aborted; version++) {
    const entries = [String(version)];
    await store.append([{ key: own, version, head: { status: "busy" }, entries }]);
    if (version === 0) report("writes");
    await pause(2);
  }
}
