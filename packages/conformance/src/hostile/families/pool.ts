// Attacks the pool: programs in a pool process, whose steps are read here, and processes that send
// arbitrary messages. Also measures how long the host's event loop is blocked.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPool, type Pool, type PoolRunOptions } from "@ptc/lisp/node";
import { Random } from "../../fuzz/random.ts";
import { family, type Family } from "../family.ts";
import { judgeOptions, stepFault } from "../judge.ts";
import { watched, unexpected } from "../measured.ts";
import { jsonText } from "../shapes/json-text.ts";
import { randomShape } from "../shapes/random-shape.ts";
import type { Shape } from "../shapes/shape.ts";
import { damagedText, tampered, type Json } from "../tamper.ts";
import { hostOfProgram, hostileProgram, sourceOfProgram } from "./hostile-program.ts";
import type { HostileProgram } from "./hostile-program.ts";

/** Milliseconds of processor time, far above one slice of reading plus a garbage collection. */
const stallBound = 1_500;

interface Pooled {
  readonly first: HostileProgram;
  /** Runs on the memory of the first program. */
  readonly second: string;
}

const honest: Family = family(
  "pool",
  5,
  (random, corpus): Pooled => {
    const first = hostileProgram(random, corpus, random.pick(["collisions", "integers", "texts"]), [
      '(task "a" data/x)',
      "(println data/x)",
      "(tool/echo {:a data/x})",
      '(throw (ex-info "no" {:x data/x}))',
    ]);
    return {
      first: {
        ...first,
        source: random.chance(0.7) ? `(def kept data/x) ${first.source}` : first.source,
      },
      second: random.chance(0.5) ? "kept" : corpus.program(["kept", "data/x"]),
    };
  },
  async ({ first, second }, ground) => {
    const { tools, ...options } = judgeOptions(hostOfProgram(first));
    const { context, limits } = options;
    const pooled: PoolRunOptions = { context, tools, limits: limits ?? {}, journal: {} };
    return await pooledFault(ground.pool(), [sourceOfProgram(first), second], pooled);
  },
);

async function pooledFault(
  pool: Pool,
  sources: readonly string[],
  options: PoolRunOptions,
): Promise<string | undefined> {
  let { memory } = options;
  for (const source of sources) {
    try {
      const given = memory === undefined ? options : { ...options, memory };
      const { result: step, stall } = await watched(() => pool.run(source, given));
      if (stall > stallBound) return `keeps the host for ${String(Math.round(stall))} ms`;
      const fault = await stepFault(step);
      if (fault !== undefined) return fault;
      ({ memory } = step);
    } catch (error) {
      return unexpected(error, ["OptionError"]);
    }
  }
  return undefined;
}

interface Lying {
  readonly seed: number;
  readonly shape: Shape;
  /** The number of times that the messages in the middle are sent. */
  readonly times: number;
}

const lying: Family = family(
  "lying children",
  1,
  (random): Lying => ({
    seed: random.below(2 ** 31),
    shape: randomShape(random, random.pick(["collisions", "integers", "texts", "any"]), 20_000),
    times: random.chance(0.1) ? 1 + random.below(5_000) : 1 + random.below(5),
  }),
  async (given, ground) => {
    const folder = mkdtempSync(join(ground.folder, "liar-"));
    const pool = createPool({
      size: 1,
      memoryMb: 128,
      startTimeoutMs: 20_000,
      execPath: liar(folder, frames(given)),
    });
    try {
      return await pooledFault(pool, ["1"], {
        tools: { t: () => 1 },
        journal: {},
        limits: { memoryBytes: 1_000_000, timeoutMs: 1_000 },
      });
    } finally {
      await pool.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Returns the messages of an honest process, with a number at the position of each value. */
function honestMessages(): readonly Json[] {
  const usage = {
    ...{ steps: 1, bytes: 0, outputBytes: 0, toolCalls: 0, branches: 0, durationMs: 1 },
  };
  const outcome = {
    ok: true,
    endedBy: "value",
    value: 0,
    memory: { changed: [["kept", 0]], removed: ["x"], unkept: [], mayAwait: false },
    holdsFunctions: true,
    summaries: [["a", "text"]],
  };
  return [
    { type: "begun", run: 1 },
    { type: "tool-call", run: 1, call: 0, name: "t", address: { path: [], ordinal: 0 }, args: 0 },
    { type: "task", run: 1, id: "a", recorded: true, result: 0 },
    { type: "ended", run: 1 },
    {
      type: "step",
      run: 1,
      step: { outcome, prints: ["a"], toolCalls: [], parallelCalls: [], usage, warnings: [] },
    },
  ];
}

/** The maximum characters that one child sends. */
const mostCharacters = 20_000_000;

/** Returns the frames of a tampered conversation. The values of a message precede it. */
function frames({ seed, shape, times }: Lying): readonly string[] {
  const random = new Random(seed);
  const other = JSON.parse(jsonText(shape)) as Json;
  const said: string[] = [];
  let characters = 0;
  for (const [at, message] of honestMessages().entries()) {
    if (random.chance(0.1)) continue;
    const text = JSON.stringify(random.chance(0.4) ? tampered(message, other, random) : message);
    const value = JSON.stringify(random.chance(0.5) ? other : tampered(other, other, random));
    for (let time = at === 1 || at === 2 ? times : 1; time > 0; time--) {
      characters += value.length + text.length;
      if (characters > mostCharacters) return said;
      said.push(`\0${value}`, random.chance(0.1) ? damagedText(text, random) : text);
    }
  }
  return said;
}

/**
 * Writes a script to use instead of Node, which sends these frames as soon as it receives
 * anything.
 */
function liar(folder: string, said: readonly string[]): string {
  const [texts, module, script] = ["said.json", "liar.mjs", "node"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(texts, JSON.stringify(said));
  writeFileSync(
    module,
    `import { readFileSync } from "node:fs";
     import { Socket } from "node:net";
     const pipe = new Socket({ fd: 3, readable: true, writable: true });
     const say = (text) => {
       const body = Buffer.from(text);
       const header = Buffer.alloc(4);
       header.writeUInt32LE(body.length);
       pipe.write(Buffer.concat([header, body]));
     };
     pipe.once("data", () => JSON.parse(readFileSync(${JSON.stringify(texts)}, "utf8")).forEach(say));
     pipe.on("close", () => process.exit());
     pipe.on("error", () => process.exit());
     say('{"type":"ready"}');\n`,
  );
  writeFileSync(
    script,
    `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(module)}\n`,
  );
  chmodSync(script, 0o700);
  return script;
}

export const poolFamilies: readonly Family[] = [honest, lying];
