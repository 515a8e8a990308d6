import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileLock } from "./file-lock.ts";
import { isProcessRunning, processStart } from "./process-start.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-lock-"));
  path = join(folder, "file");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const ended = spawnSync(process.execPath, ["-e", ""]).pid;
const start = processStart(process.pid) ?? "";

function left(owner: object, at = path): void {
  const known = { pid: process.pid, host: hostname(), started: start, id: "1" };
  writeFileSync(`${at}.lock`, JSON.stringify({ ...known, ...owner }));
}

describe("a stale lock", () => {
  test.each([
    ["of a process that exited", JSON.stringify({ pid: ended, host: hostname(), started: "" })],
    ["without content", ""],
    ["with other content", "[1]"],
    ["with the id of no process", JSON.stringify({ pid: -1, host: hostname(), started: "" })],
  ])("takes over a lock %s and leaves nothing behind", (_, content) => {
    writeFileSync(`${path}.lock`, content);
    FileLock.take(path).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(start !== "")(
    "takes over a lock whose process id now belongs to another process, as in a restarted container",
    () => {
      left({ started: start.replace(/\d+$/, "1") });
      FileLock.take(path).release();
      left({ started: start.replace(/^[^/]+/, "the last time") });
      FileLock.take(path).release();
      left({});
      expect(() => FileLock.take(path)).toThrow(
        `it is in use by process ${String(process.pid)}; if that is wrong, delete ${path}.lock`,
      );
    },
  );

  test("takes over a lock that was abandoned during a takeover", () => {
    left({ pid: ended });
    left({ pid: ended }, `${path}.lock`);
    FileLock.take(path).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("only one of many concurrent processes takes over a stale lock", async () => {
    const files = Array.from({ length: 40 }, (_, index) => join(folder, String(index)));
    for (const file of files) left({ pid: ended }, file);
    const script = `
      import { FileLock } from ${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))};
      process.stdout.write("ready ");
      process.stdin.once("data", () => {
        for (const file of ${JSON.stringify(files)})
          try {
            FileLock.take(file);
            process.stdout.write(file + " ");
          } catch (error) {
            if (!error.message.includes("in use")) process.stdout.write(error.message);
          }
        process.stdout.write("done ");
      });`;
    const taken = await Promise.all(takers(4, script));
    expect(taken.flat().sort()).toEqual([...files].sort());
  }, 30_000);
});

test("doesn't take over a lock of another machine", () => {
  left({ pid: ended, host: "shop-2" });
  expect(() => FileLock.take(path)).toThrow(
    `it is in use by process ${String(ended)} on machine shop-2; if that is wrong, delete ${path}.lock`,
  );
});

test("doesn't release a lock that another process holds now", () => {
  const lock = FileLock.take(path);
  left({});
  lock.release();
  expect(existsSync(`${path}.lock`)).toBe(true);
  expect(readFileSync(`${path}.lock`, "utf8")).toContain('"id":"1"');
});

test.runIf(start !== "")("treats a killed process that wasn't reaped as not running", async () => {
  // The second process exits, and the first, which is another program by now, never reaps it.
  const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"]);
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once("data", (text: Buffer) => {
      resolve(Number(text.toString()));
    });
  });
  await expect.poll(() => isProcessRunning(pid)).toBe(false);
  expect(processStart(pid)).toBeTypeOf("string");
  expect(isProcessRunning(parent.pid ?? 0)).toBe(true);
  parent.kill("SIGKILL");
});

/** Starts processes at the same time. Each returns the files whose locks it took. */
function takers(count: number, script: string): readonly Promise<readonly string[]>[] {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", script]),
  );
  let ready = 0;
  let done = 0;
  return processes.map(
    (child) =>
      new Promise((resolve, reject) => {
        let output = "";
        child.on("error", reject);
        child.stderr.on("data", (text: Buffer) => {
          reject(new Error(text.toString()));
        });
        child.stdout.on("data", (text: Buffer) => {
          if (output === "") ready += 1;
          if (output === "" && ready === count)
            for (const { stdin } of processes) stdin.write("go");
          output += text.toString();
          if (!output.endsWith("done ")) return;
          resolve(output.split(" ").slice(1, -2));
          done += 1;
          // Waits until all have tried, because the lock of a finished process is free.
          if (done === count) for (const { stdin } of processes) stdin.end();
        });
      }),
  );
}
