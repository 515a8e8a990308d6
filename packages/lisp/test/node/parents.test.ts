// A process that owns a pool exits by itself, and leaves no process behind when it is killed.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasProc, pause } from "./pools.ts";

describe("parent processes with a pool", () => {
  const parentOf = (code: string): string => `
    import { createPool } from ${JSON.stringify(new URL("../../src/node/index.ts", import.meta.url).href)};
    const pool = createPool({ size: 2, memoryMb: 64 });
    ${code}
  `;
  const nodeOptions = ["--conditions=@ptc/source", "--input-type=module", "--eval"];

  test("a parent process exits when nothing runs, even if its pool wasn't closed", () => {
    const code = parentOf('const step = await pool.run("(+ 1 1)"); console.log(step.return);');
    expect(
      execFileSync(process.execPath, [...nodeOptions, code], {
        encoding: "utf8",
        timeout: 20_000,
        cwd: import.meta.dirname,
      }),
    ).toBe("2\n");
  });

  test.skipIf(!hasProc)(
    "a parent leaves no process behind that computes without checking a clock or a message",
    async () => {
      // Simulates a program that has taken over its process.
      const stuck = `data:text/javascript,${encodeURIComponent(
        "setTimeout(() => { for (;;); }, 300)",
      )}`;
      const code = `
      import { createPool } from ${JSON.stringify(new URL("../../src/node/index.ts", import.meta.url).href)};
      const pool = createPool({ size: 1, memoryMb: 64, execArgv: ["--import", ${JSON.stringify(stuck)}] });
      const tools = { wait: () => { setTimeout(() => console.log("up"), 1000); return new Promise(() => {}); } };
      void pool.run("(tool/wait {})", { tools, limits: { timeoutMs: 1e9 } });
      void pool.run("(loop [] (recur))", { limits: { steps: 1e15, timeoutMs: 1e9 } });
      setTimeout(() => console.log("up"), 3000);
    `;
      const parent = spawn(process.execPath, [...nodeOptions, code], {
        stdio: ["ignore", "pipe", "ignore"],
        cwd: import.meta.dirname,
      });
      await once(parent.stdout, "data");
      const orphans = processesOf(parent.pid ?? 0);
      expect(orphans).toHaveLength(1);
      parent.kill("SIGKILL");
      await once(parent, "close");
      const deadline = Date.now() + 10_000;
      while (orphans.some(isAlive) && Date.now() < deadline) await pause(20);
      const left = orphans.filter(isAlive);
      for (const pid of left) process.kill(pid, "SIGKILL");
      expect(left).toEqual([]);
    },
  );

  test.skipIf(!hasProc)(
    "a killed parent leaves no pool process behind, whether it waits or computes",
    async () => {
      const code = parentOf(`
      await pool.run("1");
      void pool.run("(tool/said {})", { tools: { said: () => { console.log("up"); return new Promise(() => {}); } } });
      void pool.run("(do (tool/said {}) (loop [] (recur)))", { tools: { said: () => { console.log("up"); } }, limits: { steps: 1e15, timeoutMs: 1e9 } });
    `);
      const parent = spawn(process.execPath, [...nodeOptions, code], {
        stdio: ["ignore", "pipe", "ignore"],
        cwd: import.meta.dirname,
      });
      let said = "";
      parent.stdout.on("data", (text) => {
        said += String(text);
      });
      while (said !== "up\nup\n") await pause(20);
      const orphans = processesOf(parent.pid ?? 0);
      expect(orphans).toHaveLength(2);
      await pause(100);
      parent.kill("SIGKILL");
      await once(parent, "close");
      const deadline = Date.now() + 10_000;
      while (orphans.some(isAlive) && Date.now() < deadline) await pause(20);
      expect(orphans.filter(isAlive)).toEqual([]);
    },
  );
});

function processesOf(parent: number): readonly number[] {
  return readFileSync(`/proc/${String(parent)}/task/${String(parent)}/children`, "utf8")
    .split(" ")
    .filter((text) => text !== "")
    .map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, "utf8"));
  } catch {
    return false;
  }
}
