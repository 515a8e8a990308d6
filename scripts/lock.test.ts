// The lock between processes: at most one holder at a time, and never a dead one.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acquireLock } from "./lock.mjs";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ptc-lock-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock", () => {
  const lock = () => join(folder, "cache", "bootstrap.lock");
  const writeLock = (text: string) => {
    mkdirSync(join(folder, "cache"), { recursive: true });
    writeFileSync(lock(), text);
  };
  const deadProcess = () => spawnSync(process.execPath, ["--version"]).pid;

  test("a second run waits and names the holder until the first releases the lock", async () => {
    const events: string[] = [];
    const release = await acquireLock(lock(), { pollMs: 5 });
    const second = acquireLock(lock(), {
      pollMs: 5,
      onWait: (holder) => events.push(`waits for ${String(holder)}`),
    }).then((releaseSecond) => {
      events.push("second");
      releaseSecond();
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    events.push("first lets go");
    release();
    await second;
    expect(events).toEqual([`waits for ${String(process.pid)}`, "first lets go", "second"]);
    expect(existsSync(lock())).toBe(false);
  });

  test("takes over the lock of a dead process at once", async () => {
    writeLock(`${String(deadProcess())}\n`);
    const release = await acquireLock(lock(), { pollMs: 60_000 });
    expect(readFileSync(lock(), "utf8")).toBe(`${String(process.pid)}\n`);
    release();
  });

  test("takes over a lock that wasn't refreshed for a minute, even if its process id is alive", async () => {
    writeLock(`${String(process.ppid)}\n`);
    utimesSync(lock(), new Date(), new Date(Date.now() - 61_000));
    const release = await acquireLock(lock(), { pollMs: 60_000 });
    release();
  });

  test("only one of many runs that find the lock stale acquires it", async () => {
    writeLock(`${String(deadProcess())}\n`);
    let holders = 0;
    let most = 0;
    const run = async () => {
      const release = await acquireLock(lock(), { pollMs: 1 });
      most = Math.max(most, (holders += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      holders -= 1;
      release();
    };
    await Promise.all(Array.from({ length: 8 }, run));
    expect(most).toBe(1);
  });
});
