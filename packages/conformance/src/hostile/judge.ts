// Checks the guarantees of every program. It ends in a step, in time. The step can be printed,
// written and read back. Neither the program's input nor the host is changed. The text of a failure
// reveals nothing about the host.

import { encodeValue, tags } from "@ptc/core/encoding";
import { printBounded } from "@ptc/core/printing";
import { decodeMemory, renderFail, run, type LispStep, type LispRunOptions } from "@ptc/lisp";
import { tierOf } from "../tiers.ts";

const limits = { steps: 200_000, memoryBytes: 20_000_000, timeoutMs: 1_000, outputBytes: 100_000 };
/** The maximum milliseconds of processor time for a program with these limits. */
const patience = 8_000;

function frozen(value: unknown): unknown {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

const context = frozen({
  rows: Array.from({ length: 20 }, (_, id) => ({
    id,
    name: `n${String(id % 5)}`,
    "due-date": "2024-02-29",
    amount: id * 1.5,
    tags: ["a", `t${String(id)}`],
    none: null,
  })),
  row: { a: 1, due_date: "x", nested: { b: [1, { c: 2 }] }, constructor: "field" },
  text: "The quick brown fox, 123; naïve 😀",
  odd: JSON.parse(
    '{"__proto__": {"a": 1}, "constructor": [null, true, -0, 1e308], "toString": "x", "": 0, "a b": {}}',
  ) as unknown,
}) as Readonly<Record<string, unknown>>;
const contextText = JSON.stringify(context);

const options = {
  context,
  tools: {
    echo: (args) => args,
    later: async (args) => {
      await Promise.resolve();
      return args;
    },
    fail: () => {
      throw new Error("the tool says no");
    },
  },
  limits,
  random: () => 0.5,
  runId: "r",
} satisfies LispRunOptions;

/** The data and tools that a run gets in addition to those of every program. */
export type Given = Pick<LispRunOptions, "context" | "tools">;

/** Returns the options of a judged run. */
export function judgeOptions(given: Given = {}): LispRunOptions & Required<Given> {
  return {
    ...options,
    context: { ...context, ...given.context },
    tools: { ...options.tools, ...given.tools },
    journal: {},
    memory: {},
  };
}

/** Matches a line of a stack trace, or a path of a module. */
export const placeOfHost = /\n\s+at |file:\/\/|node_modules|node:internal|\.[jt]s:\d+/;

/** Runs `program` and returns its fault, or `undefined`. */
export async function judge(program: string, given?: Given): Promise<string | undefined> {
  return await findingOf(() => run(program, { ...judgeOptions(given), generate: tierOf(program) }));
}

/**
 * Like `judge`, for a run that `start` starts and that must end within `most` milliseconds of
 * processor time.
 */
export async function findingOf(
  start: () => Promise<LispStep>,
  most = patience,
): Promise<string | undefined> {
  const before = process.cpuUsage();
  try {
    const step = await start();
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1000;
    if (took > most) return `took ${String(Math.round(took / 1000))} s of processor time`;
    return await stepFault(step);
  } catch (error) {
    return `rejects: ${error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" | ") : String(error)}`;
  }
}

/** Returns the fault of a step. */
export async function stepFault(step: LispStep): Promise<string | undefined> {
  return (step.ok ? await successFault(step) : failFault(step)) ?? changedState();
}

function failFault({ fail }: LispStep & { ok: false }): string | undefined {
  if (fail.details?.kind === "internal_error") return "is reported as an internal error";
  if (fail.message === "") return "fails without a message";
  return placeOfHost.test(renderFail(fail))
    ? `tells a place of the host: ${renderFail(fail).slice(0, 300)}`
    : undefined;
}

async function successFault(step: LispStep & { ok: true }): Promise<string | undefined> {
  printBounded(step.value, { maxCharacters: 10_000 });
  if (step.value !== null && step.return === undefined) return "answers undefined";
  JSON.stringify(step.journal ?? {});
  return await memoryFault(step);
}

/** Writes memory as text, reads it back, and returns the fault. */
async function memoryFault({ memory }: LispStep): Promise<string | undefined> {
  let json: string;
  try {
    json = JSON.stringify(memory);
  } catch (error) {
    return `memory cannot be written: ${String(error)}`;
  }
  const written = JSON.parse(json) as Readonly<Record<string, unknown>>;
  let again;
  try {
    again = await decodeMemory(written);
  } catch (error) {
    // The work of reading at once is bounded, even for our own data.
    if (error instanceof Error && error.name === "WorkLimitError") return undefined;
    throw error;
  }
  for (const name of memory.names())
    if (again.get(name) === undefined && !isUnstored(written[name])) return `memory loses ${name}`;
  for (const [, value] of again.entries()) if (typeof value !== "object") encodeValue(value);
  return undefined;
}

/** True if JSON has a reason instead of a value that can't be written. */
function isUnstored(json: unknown): boolean {
  return typeof json === "object" && json !== null && Object.hasOwn(json, tags.unkept);
}

function changedState(): string | undefined {
  if (Object.keys(Object.prototype).length > 0)
    return `changes Object.prototype: ${Object.keys(Object.prototype).join(" ")}`;
  return JSON.stringify(context) === contextText ? undefined : "changes the context";
}
