// Makes a program that can run from the forms of a source. Where the source names builtins that are
// not loaded yet, they are loaded and it is analysed again.

import type { Form } from "@ptc/parser";
import type { Clock } from "@ptc/core/contracts";
import type { Advice } from "../analysis/advice.ts";
import { Analyser } from "../analysis/analyser.ts";
import { analyseProgram } from "../analysis/analyse-program.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { loadBuiltins } from "../builtins/library/load-builtins.ts";
import { LimitError } from "../evaluation/errors.ts";
import type { Limits } from "../evaluation/limits.ts";
import { analysisFail, sourceLimitFail } from "./fail.ts";
import type { ResolvedPrepareOptions } from "./options.ts";
import type { Prepared } from "./prepared.ts";
import { Program } from "./program.ts";

/** A program that names builtins which are not loaded is analysed again once they are. */
export function analyseForms(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  try {
    return analyseOnce(source, forms, options);
  } catch (error) {
    return overTime(error, options);
  }
}

function analyseOnce(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  const analyser = analyserOf(source, options, undefined);
  const analysed = analyseProgram(analyser, forms);
  if (analyser.missing.size > 0)
    return loadBuiltins(analyser.missing).then(() => analyseForms(source, forms, options));
  return analyser.errors.length > 0
    ? analyseWrong(source, forms, options)
    : { ok: true, program: new Program(source, analysed, options.tools, options.limits) };
}

/**
 * Analyses a wrong program again, with advice on its mistakes. The code that gives the advice is
 * loaded only when it is needed.
 */
async function analyseWrong(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Promise<Prepared> {
  const { advice } = await import("../analysis/advice.ts");
  const analyser = analyserOf(source, options, advice);
  try {
    analyseProgram(analyser, forms);
  } catch (error) {
    return overTime(error, options);
  }
  const { details: { errors: others = [], ...details } = {}, ...first } = analysisFail(
    analyser.errors,
    source,
    analyser.omittedErrors,
  );
  return { ok: false, errors: [{ ...first, details }, ...others] };
}

/**
 * The answer where the analysis of a long source took longer than a program may run. The program
 * would not have ended in time either.
 * @throws `error` when it is another one
 */
function overTime(error: unknown, { limits }: ResolvedPrepareOptions): Prepared {
  if (error instanceof LimitError)
    return { ok: false, errors: [sourceLimitFail(error.limit, limits)] };
  throw error;
}

function analyserOf(
  source: string,
  { tools, memoryNames, limits, clock }: ResolvedPrepareOptions,
  advice: Advice | undefined,
): Analyser {
  const checkpoint = source.length < longSource ? undefined : deadline(clock, limits);
  return new Analyser({
    source,
    builtins: builtinLibrary,
    advice,
    toolNames: tools,
    memoryNames,
    checkpoint,
  });
}

/** Shorter sources are analysed in a few milliseconds. */
const longSource = 20_000;

function deadline(clock: Clock, { timeoutMs }: Limits): () => void {
  const startedAt = clock.monotonic();
  return () => {
    if (clock.monotonic() - startedAt > timeoutMs) throw new LimitError("timeoutMs", timeoutMs);
  };
}
