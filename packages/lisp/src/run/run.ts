// The whole pipeline in one call:
//
//   read            readSource        the forms of the source, within its limits
//   analyse         analyseForms      the core tree, or all mistakes of the source at once
//   compile         Program           closures, made when the program first runs
//   evaluate        evaluate          one run, over its own data and budget
//   step            ProgramRun        the result of the run, whatever happened

import { nothingUsed, type Fail } from "@ptc/core/contracts";
import { JournalEntries } from "@ptc/core/contracts";
import { resolveMemory, type Memory } from "../persistence/memory.ts";
import { generatorFor, isLoadingGenerator, whenLoaded } from "./load-generator.ts";
import { analyseForms } from "./analyse-source.ts";
import { resolvePrepareOptions, splitRunOptions, type RunOptions } from "./options.ts";
import { readSource } from "./read-source.ts";
import type { FailedStep, LispStep } from "./step.ts";

/** @throws OptionError for a bad option */
export async function run<Return = unknown>(
  source: string,
  options: RunOptions<Return>,
): Promise<LispStep<Return>> {
  const { prepare, run: runOptions } = splitRunOptions(options);
  const memory = resolveMemory(options.memory);
  const settings = resolvePrepareOptions({
    ...prepare,
    memoryNames: memory.names(),
    context: options.context ?? {},
  });
  const generator = generatorFor(options.generate);
  if (generator !== undefined) await generator;
  // A promise costs as much as a small program, so an answer that is there is not awaited.
  const reading = readSource(source, settings.limits);
  const read = reading instanceof Promise ? await reading : reading;
  if (!read.ok) return wrongProgram(source, read.errors, memory, options);
  const analysing = analyseForms(source, read.forms, settings);
  const analysed = analysing instanceof Promise ? await analysing : analysing;
  if (!analysed.ok) return wrongProgram(source, analysed.errors, memory, options);
  const running = analysed.program.runNow({ ...runOptions, memory });
  return running instanceof Promise || isLoadingGenerator() ? await whenLoaded(running) : running;
}

/** The step of a program that cannot run, which a trace shows as a span all the same. */
function wrongProgram(
  source: string,
  errors: readonly Fail[],
  memory: Memory,
  { trace, journal }: Pick<RunOptions, "trace" | "journal">,
): FailedStep {
  const step = wrongStep(errors, memory, journal);
  const span = trace?.start("program", () => ({ source }));
  span?.end({ ok: false, fail: step.fail, prints: [], usage: step.usage });
  return step;
}

/**
 * The step of a program that is wrong before it runs. It has the journal that was given, unchanged.
 */
export function wrongStep(
  errors: readonly Fail[],
  memory: Memory,
  journal?: Readonly<Record<string, unknown>> | JournalEntries,
): FailedStep {
  return {
    ok: false,
    fail: gathered(errors),
    memory,
    summaries: {},
    ...(journal === undefined || journal instanceof JournalEntries
      ? {}
      : { journal: { ...journal } }),
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
