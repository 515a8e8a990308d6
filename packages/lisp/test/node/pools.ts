// What the suites of the pool share: pools that are closed after each test, with nothing left, and
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

/** Whether the processes of this one can be looked at. */
export const hasProc = existsSync("/proc/self/status");

export interface TestPools {
  readonly poolOf: (options?: PoolOptions) => Pool;
  /** A folder that is removed in the end. */
  readonly folder: string;
}

const compiled = process.env["NODE_COMPILE_CACHE"];
/**
 * Options of Node for a process of a pool that runs our sources. It reads compiled code from the
 * cache of the tests, and writes what it compiled itself. Other processes write when they end, but
 * this one is killed, so it writes after a second. The options are needed because it gets no
 * environment variables.
 */
export const keepsCompiled: readonly string[] =
  compiled === undefined
    ? []
    : [
        "--import",
        `data:text/javascript,${encodeURIComponent(`
          import { enableCompileCache, flushCompileCache } from "node:module";
          enableCompileCache(${JSON.stringify(compiled)});
          setTimeout(flushCompileCache, 1000).unref();
        `)}`,
      ];

/** To be called once in a suite. */
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

/** The processes of pools that this process has now. */
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
/** Nothing but the time limit or a hand from outside ends it. */
export const forEver = "(loop [] (recur))";
export const noSteps = { steps: 1e15, memoryBytes: 1e15 } as const;

/** A tool that waits until it is let go, and whose signal can be asked for. */
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

/** A script in place of Node. */
export function script(folder: string, text: string): string {
  const path = join(mkdtempSync(join(folder, "script-")), "node");
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o700);
  return path;
}

/**
 * A value in a message of `liar`: it is sent in front of the message, and stands there as a number.
 */
export class Part {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON of a value, as a part. */
export const part = (json: unknown): Part => new Part(JSON.stringify(json));

/** A message as the texts of its frames. */
function frameTexts(message: object | string): readonly string[] {
  if (typeof message === "string") return [message];
  const parts: string[] = [];
  const text = JSON.stringify(message, (_, value: unknown) =>
    value instanceof Part ? parts.push(`\0${value.text}`) - 1 : value,
  );
  return [...parts, text];
}

/**
 * In place of Node: a process that says it is ready and, as soon as it is sent anything, says
 * `messages`, then `bytes`.
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
