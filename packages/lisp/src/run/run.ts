// The whole pipeline in one call:
//
//   read            readSource        the forms of the source, within its limits
//   analyze         analyzeForms      the core tree, or all mistakes of the source at once
//   compile         Program           closures, created when the program first runs
//   evaluate        evaluate          one run, with its own data and budget
//   step            Execution         the result of the run, for every outcome

import type { Fail } from "@ptc/core/contracts";
import { countedRun } from "./counted-run.ts";
import { resolveMemory } from "../persistence/memory.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { analyzeForms } from "./analyze-source.ts";
import { resolvePrepareOptions, splitRunOptions } from "../options/resolve-options.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { readSource } from "./read-source.ts";
import type { FailedStep, LispStep } from "../step/step.ts";

/**
 * Reads, analyzes and runs `source`.
 * @throws OptionError for a bad option, or for a source that is not a string
 */
export function run<Return = unknown>(
  source: string,
  options: LispRunOptions<Return>,
): Promise<LispStep<Return>> {
  return countedRun(options.activity, () => ran(source, options));
}

async function ran<Return>(
  source: string,
  options: LispRunOptions<Return>,
): Promise<LispStep<Return>> {
  const { generator, language } = lazyCode;
  try {
    const { prepare, run: runOptions } = splitRunOptions(options);
    const memory = resolveMemory(options.memory);
    const settings = resolvePrepareOptions({
      ...prepare,
      memoryNames: memory.names(),
      context: options.context ?? {},
    });
    const loading = generator.beforeRun(options.generate);
    if (loading !== undefined) await loading;
    const failedStep = (errors: readonly Fail[]): FailedStep | Promise<FailedStep> =>
      language.use(({ wrongProgram }) => wrongProgram(source, errors, memory, options));
    // A promise costs as much as a small program, so a result that is available isn't awaited.
    const reading = readSource(source, settings.limits);
    const read = reading instanceof Promise ? await reading : reading;
    if (!read.ok) return await failedStep(read.errors);
    const analyzing = analyzeForms(source, read.forms, settings);
    const analyzed = analyzing instanceof Promise ? await analyzing : analyzing;
    if (!analyzed.ok) return await failedStep(analyzed.errors);
    const running = analyzed.program.runNow({ ...runOptions, memory });
    const step = running instanceof Promise ? await running : running;
    return generator.isLoading ? await generator.whenLoaded(step) : step;
  } catch (error) {
    return language.use((code) => code.refuseOptions(error));
  }
}
