// Runs programs on the host that loads this module and writes down each step, without times. It is
// bundled for browsers too, so it uses no Node built-ins. Equal texts are equal steps, including
// the order of fields.

import type { Tools } from "@ptc/core/contracts";
import { EncodingError, encodeValue, type Json } from "@ptc/core/encoding";
import { printValue } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";
import type { LispStep, LispRunOptions } from "@ptc/lisp";
import type { HostProgram, RecordedTool, ToolAnswer } from "./host-program.ts";

/** The common interface of `run` and a pool. */
export type Runner = (
  source: string,
  options: Omit<LispRunOptions, "clock" | "random">,
) => Promise<LispStep>;

/**
 * The time limit is so long that it never applies: limits on steps and bytes end a program long
 * before.
 */
const timeoutMs = 600_000;

/** Returns one text for each program, in order: a JSON array of its steps. */
export async function stepsOf(
  programs: readonly HostProgram[],
  run: Runner,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const program of programs) {
    // An exception is a fault of the language, but it must not hide the results of other programs.
    texts.push(
      await stepsOfProgram(program, run).catch((error: unknown) => `thrown: ${String(error)}`),
    );
  }
  return texts;
}

async function stepsOfProgram(
  { name, sources, differsBecause: _differsBecause, tools, memory, limits, ...input }: HostProgram,
  run: Runner,
): Promise<string> {
  const options = {
    ...input,
    runId: name,
    collections: "language",
    limits: { timeoutMs, ...limits },
    ...(tools === undefined ? {} : { tools: toolsOf(tools) }),
  } as const;
  const steps: unknown[] = [];
  let kept = memory;
  for (const [index, source] of sources.entries()) {
    const step = await run(source, {
      ...options,
      turn: index + 1,
      ...(kept === undefined ? {} : { memory: kept }),
    });
    steps.push(writtenStep(step));
    kept = step.memory;
  }
  return JSON.stringify(steps, writtenNumber);
}

/** Returns the step without its duration. */
export function writtenStep(step: LispStep): unknown {
  const { prints, toolCalls, usage, summaries, journal, warnings, memory } = step;
  return {
    ...(step.ok
      ? { ok: true, endedBy: step.endedBy, return: writtenValue(step.value) }
      : { ok: false, fail: step.fail }),
    prints,
    summaries,
    journal,
    warnings,
    steps: usage.steps,
    memoryBytes: usage.memoryBytes,
    callCount: usage.toolCalls,
    toolCalls: toolCalls.map(({ timestamp: _timestamp, durationMs: _durationMs, ...call }) => call),
    memory: memory.toJSON(),
  };
}

/**
 * Returns the tagged encoding, or the printed form of a function outside of memory, which has no
 * encoding.
 */
function writtenValue(value: Value): Json {
  try {
    return encodeValue(value);
  } catch (error) {
    if (error instanceof EncodingError) return { $printed: printValue(value) };
    throw error;
  }
}

/** Encodes numbers that JSON can't represent, in host values such as tool arguments. */
function writtenNumber(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return { $integer: String(value) };
  return typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))
    ? { $number: Object.is(value, -0) ? "-0" : String(value) }
    : value;
}

function toolsOf(tools: Readonly<Record<string, RecordedTool>>): Tools {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, (args: unknown) => answerOf(tool, args)]),
  );
}

function answerOf(tool: RecordedTool, args: unknown): unknown {
  const wanted = JSON.stringify(args);
  const answer =
    tool.recorded?.find((recorded) => JSON.stringify(recorded.args) === wanted) ?? tool;
  const { afterMs } = answer;
  if (afterMs === undefined) return given(answer, args);
  return new Promise((resolve) => setTimeout(resolve, afterMs)).then(() => given(answer, args));
}

function given({ returns, throws }: ToolAnswer, args: unknown): unknown {
  if (throws !== undefined) throw new Error(throws);
  return returns === undefined ? args : returns;
}
