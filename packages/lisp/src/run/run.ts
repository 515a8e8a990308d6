// The whole pipeline in one call:
//
//   read            readSource        the forms of the source, within its limits
//   analyse         analyseForms      the core tree, or all mistakes of the source at once
//   compile         Program           closures, made when the program first runs
//   evaluate        evaluate          one run, over its own data and budget
//   step            ProgramRun        the result of the run, whatever happened

import { resolveMemory } from "../persistence/memory.ts";
import { withFurther } from "./load-further.ts";
import { generatorFor, isLoadingGenerator, whenLoaded } from "./load-generator.ts";
import { analyseForms } from "./analyse-source.ts";
import { resolvePrepareOptions, splitRunOptions, type RunOptions } from "./options.ts";
import { readSource } from "./read-source.ts";
import type { LispStep } from "./step.ts";

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
  if (!read.ok)
    return withFurther(({ wrongProgram }) => wrongProgram(source, read.errors, memory, options));
  const analysing = analyseForms(source, read.forms, settings);
  const analysed = analysing instanceof Promise ? await analysing : analysing;
  if (!analysed.ok)
    return withFurther(({ wrongProgram }) =>
      wrongProgram(source, analysed.errors, memory, options),
    );
  const running = analysed.program.runNow({ ...runOptions, memory });
  const step = running instanceof Promise ? await running : running;
  return isLoadingGenerator() ? await whenLoaded(step) : step;
}
