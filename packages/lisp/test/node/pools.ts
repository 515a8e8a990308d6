// Shared helpers of the pool's suites: pools that are closed after each test with nothing left, and
// tools that wait.

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect } from "vitest";
import { createPool, type Pool, type PoolOptions } from "../../src/node/index.ts";
import { bundledPool } from "../../../../vitest.bundles.ts";

/** True if the child processes can be inspected. */
export const hasProc = existsSync("/proc/self/status");

export interface TestPools {
  readonly poolOf: (options?: PoolOptions) => Pool;
  /** A folder that is removed at the end. */
  readonly folder: string;
}

/** Node options for a pool process that runs our sources, bundled. */
export const keepsCompiled = await bundledPool();

/** Call it once per suite. */
export function testPools(): TestPools {
  const pools: Pool[] = [];
  const folder = mkdtempSync(join(tmpdir(), "ptc-pool-"));
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
    expect(children()).toEqual([]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    poolOf(options = {}) {
      const pool = createPool({ size: 1, memoryMb: 128, execArgv: keepsCompiled, ...options });
      pools.push(pool);
      return pool;
    },
  };
}

/** Returns the current pool processes of this process. */
export function children(): readonly number[] {
  if (!hasProc) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
        return (
          new RegExp(`^PPid:\\s+${String(process.pid)}$`, "m").test(status) &&
          !/^State:\s+Z/m.test(status) &&
          readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("node/child/main")
        );
      } catch {
        return false;
      }
    });
}

/** Sends a signal to the processes of all pools. */
export function kill(signal: NodeJS.Signals): void {
  for (const pid of children()) process.kill(pid, signal);
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Only the time limit or an external abort ends it. */
export const forEver = "(loop [] (recur))";
export const noSteps = { steps: 1e15, memoryBytes: 1e15 } as const;

/** A tool that waits until it is released, and exposes its signal. */
export function gate(): {
  readonly tool: (args: unknown, context: { readonly signal: AbortSignal }) => Promise<string>;
  readonly entered: Promise<AbortSignal>;
  readonly open: () => void;
} {
  let [open, enter] = [(): void => undefined, (_signal: AbortSignal): void => undefined];
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const entered = new Promise<AbortSignal>((resolve) => {
    enter = resolve;
  });
  return {
    entered,
    open,
    tool: async (_, { signal }) => {
      enter(signal);
      await opened;
      return "through";
    },
  };
}

/** Writes a script that replaces Node. */
export function script(folder: string, text: string): string {
  const path = join(mkdtempSync(join(folder, "script-")), "node");
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o700);
  return path;
}

/** A value in a message of `liar`. It is sent before the message, which refers to it by number. */
export class Part {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the JSON of a value as a part. */
export const part = (json: unknown): Part => new Part(JSON.stringify(json));

/** Returns a message as the texts of its frames. */
function frameTexts(message: object | string): readonly string[] {
  if (typeof message === "string") return [message];
  const parts: string[] = [];
  const text = JSON.stringify(message, (_, value: unknown) =>
    value instanceof Part ? parts.push(`\0${value.text}`) - 1 : value,
  );
  return [...parts, text];
}

/**
 * Writes a script that replaces Node: it reports ready, and after any input sends `messages`, then
 * `bytes`.
 */
export function liar(
  folder: string,
  messages: readonly (object | string)[],
  bytes = "Buffer.alloc(0)",
): string {
  const module = join(mkdtempSync(join(folder, "liar-")), "liar.mjs");
  writeFileSync(
    module,
    `
    import { Socket } from "node:net";
    const pipe = new Socket({ fd: 3, readable: true, writable: true });
    const say = (text) => { const body = Buffer.from(text); const header = Buffer.alloc(4); header.writeUInt32LE(body.length); pipe.write(Buffer.concat([header, body])); };
    pipe.once("data", () => { for (const text of ${JSON.stringify(messages.flatMap(frameTexts))}) say(text); pipe.write(${bytes}); });
    pipe.on("close", () => process.exit());
    pipe.on("error", () => process.exit());
    say('{"type":"ready"}');
  `,
  );
  return script(folder, `exec ${process.execPath} ${module}`);
}
