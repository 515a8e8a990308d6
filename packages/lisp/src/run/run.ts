// The whole pipeline in one call:
//
//   read            readSource        the forms of the source, within its limits
//   analyse         analyseForms      the core tree, or all mistakes of the source at once
//   compile         Program           closures, made when the program first runs
//   evaluate        evaluate          one run, over its own data and budget
//   step            ProgramRun        the result of the run, whatever happened

import { nothingUsed, type Fail } from "@ptc/core/contracts";
import { resolveMemory, type Memory } from "../persistence/memory.ts";
import { splitRunOptions, type RunOptions } from "./options.ts";
import { prepareNow } from "./prepare.ts";
import type { FailedStep, LispStep } from "./step.ts";

/** @throws OptionError for a bad option */
export async function run<Return = unknown>(
  source: string,
  options: RunOptions<Return>,
): Promise<LispStep<Return>> {
  const { prepare: prepareOptions, run: runOptions } = splitRunOptions(options);
  const memory = resolveMemory(options.memory);
  const preparing = prepareNow(source, { ...prepareOptions, memoryNames: memory.names() });
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  if (prepared.ok) {
    const step = prepared.program.runNow({ ...runOptions, memory });
    return step instanceof Promise ? await step : step;
  }
  const step = wrongStep(prepared.errors, memory, options.journal);
  const span = options.trace?.start("program", () => ({ source }));
  span?.end({ ok: false, fail: step.fail, prints: [], usage: step.usage });
  return step;
}

/**
 * The step of a program that is wrong before it runs. It has the journal that was given, unchanged.
 */
export function wrongStep(
  errors: readonly Fail[],
  memory: Memory,
  journal?: Readonly<Record<string, unknown>>,
): FailedStep {
  return {
    ok: false,
    fail: gathered(errors),
    memory,
    summaries: {},
    ...(journal === undefined ? {} : { journal: { ...journal } }),
    prints: [],
    toolCalls: [],
    usage: nothingUsed,
  };
}

/** The first mistake, with the others in its details. */
function gathered([first, ...others]: readonly Fail[]): Fail {
  if (first === undefined) return { reason: "analysis_error", message: "the program is wrong" };
  return others.length === 0 ? first : { ...first, details: { ...first.details, errors: others } };
}
