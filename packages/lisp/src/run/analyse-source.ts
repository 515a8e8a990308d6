// Makes a program that can run from the forms of a source. Where the source names builtins that are
// not loaded yet, they are loaded and it is analysed again.

import type { Form } from "@ptc/parser";
import type { Advice } from "../analysis/advice.ts";
import { Analyser } from "../analysis/analyser.ts";
import { analyseProgram } from "../analysis/analyse-program.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import { loadMissing } from "./load-language.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import { loadFurther, withFurther } from "./load-further.ts";
import type { ResolvedPrepareOptions } from "./options.ts";
import type { Prepared } from "./prepared.ts";
import { Program } from "./program.ts";
import { SourceAccount } from "./source-account.ts";

/** A program that names builtins which are not loaded is analysed again once they are. */
export function analyseForms(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
  account = new SourceAccount(options.limits, options.clock),
): Prepared | Promise<Prepared> {
  try {
    return analyseOnce(source, forms, options, account);
  } catch (error) {
    return overLimit(error, options);
  }
}

function analyseOnce(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
  account: SourceAccount,
  mayRely = true,
): Prepared | Promise<Prepared> {
  const analyser = analyserOf(source, options, account, undefined, mayRely);
  const analysed = analyseProgram(analyser, forms);
  if (analyser.immediate.isWrong) return analyseOnce(source, forms, options, account, false);
  if (analyser.missing.size > 0)
    return loadMissing(analyser.missing).then(() => analyseForms(source, forms, options, account));
  return analyser.errors.length > 0
    ? analyseWrong(source, forms, options, account)
    : { ok: true, program: new Program(source, analysed, options, account) };
}

const chunksOfUnlistedNames: ReadonlySet<ChunkName> = new Set<ChunkName>(["java"]);

/**
 * Analyses a wrong program again, with advice on its mistakes. The code that gives the advice is
 * loaded only when it is needed.
 */
async function analyseWrong(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
  account: SourceAccount,
): Promise<Prepared> {
  const [{ adviceFor }, { analysisFails, definedNames }] = await Promise.all([
    import("../analysis/advice.ts"),
    loadFurther(),
    loadMissing(chunksOfUnlistedNames),
  ]);
  try {
    const analyser = analyserOf(source, options, account, adviceFor(definedNames(forms)), true);
    analyseProgram(analyser, forms);
    const errors = analysisFails(analyser.errors, source, analyser.omittedErrors);
    return { ok: false, errors };
  } catch (error) {
    return await overLimit(error, options);
  }
}

/**
 * The answer where the analysis of a source went beyond a limit of its program. The program would
 * not have ended within it either.
 * @throws `error` when it is another one
 */
function overLimit(
  error: unknown,
  { limits }: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  if (!(error instanceof LimitError)) throw error;
  return withFurther(({ sourceLimitFail }) => ({
    ok: false,
    errors: [sourceLimitFail(error.limit, limits)],
  }));
}

function analyserOf(
  source: string,
  { tools, memoryNames, contextNames }: ResolvedPrepareOptions,
  account: SourceAccount,
  advice: Advice | undefined,
  mayRely: boolean,
): Analyser {
  account.begin(source.length);
  return new Analyser({
    source,
    builtins: builtinLibrary,
    advice,
    toolNames: tools,
    memoryNames,
    contextNames,
    // A function in memory may define anything.
    mayRely: mayRely && memoryNames.size === 0,
    meter: account,
  });
}
