// Turns the forms of a source into a runnable program. If the source names builtins that aren't
// loaded yet, loads them and repeats the analysis.

import type { Form } from "@ptc/parser";
import type { Advice } from "../analysis/advice.ts";
import { Analyzer } from "../analysis/analyzer.ts";
import { analyzeProgram } from "../analysis/analyze-program.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import type { ResolvedPrepareOptions } from "../options/resolve-options.ts";
import { Program, type Prepared } from "./program.ts";
import { SourceAccount } from "../analysis/source-account.ts";

/**
 * Analyzes the forms of a program. If it names builtins that aren't loaded, the analysis is
 * repeated once they are.
 */
export function analyzeForms(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
  account = new SourceAccount(options.limits, options.clock),
): Prepared | Promise<Prepared> {
  try {
    return analyzeOnce(source, forms, options, account);
  } catch (error) {
    return overLimit(error, options);
  }
}

function analyzeOnce(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
  account: SourceAccount,
  mayRely = true,
): Prepared | Promise<Prepared> {
  const analyzer = analyzerOf(source, options, account, undefined, mayRely);
  const analyzed = analyzeProgram(analyzer, forms);
  if (analyzer.immediate.isWrong) return analyzeOnce(source, forms, options, account, false);
  if (analyzer.missing.size > 0)
    return lazyCode
      .loadMissing(analyzer.missing)
      .then(() => analyzeForms(source, forms, options, account));
  if (analyzer.errors.length > 0) return analyzeWrong(source, forms, options, account);
  if (analyzer.oddForms === 0 && !oddText.test(source))
    return { ok: true, program: new Program(source, analyzed, options, account) };
  // The program may mean something else than it says.
  return lazyCode.advice.use(({ review }) => {
    const { errors, warnings } = review(source, forms);
    return errors.length > 0
      ? analyzeWrong(source, forms, options, account)
      : { ok: true, program: new Program(source, analyzed, options, account, warnings) };
  });
}

/**
 * Text that may be notation of another language: `'paid'`, `xs[0]`, `"${x}"`, `(format "{}" x)`,
 * `(println "%d" x)`, functions as steps of `->>`, clauses of `cond` in brackets,
 * `(max [1 2])`, `{"total":5}`, `(for [x xs if test] x)`, and
 * `x => x`.
 */
const oddText =
  /'[^\s'()]*'|[\w)]\[|\$\{|\((?:format "[^"%]*\{|(?:println|str) "[^"%]*%[.\d]*[dsf])|\)\s+\(fn |->>?\s[^()]{1,80}\s\(fn |"""|\(cond\s+\[|\(m(?:ax|in) (?:\[|\((?:map|filter|vals|for) )|(?:"|:[\w-]+):[\w-]|\((?:for|doseq) \[[^]{1,100}?\s(?:if|when|where)\s|[\s)]=>\s/;

const chunksOfUnlistedNames: ReadonlySet<ChunkName> = new Set<ChunkName>(["java"]);

/**
 * Analyzes a wrong program again, with advice on its mistakes. The code for the advice is loaded
 * on first use.
 */
async function analyzeWrong(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
  account: SourceAccount,
): Promise<Prepared> {
  const [{ adviceFor, advisedErrors }, { analysisFails, definedNames }] = await Promise.all([
    lazyCode.advice.load(),
    lazyCode.language.load(),
    lazyCode.loadMissing(chunksOfUnlistedNames),
  ]);
  try {
    const analyzer = analyzerOf(source, options, account, adviceFor(definedNames(forms)), true);
    analyzeProgram(analyzer, forms);
    const errors = advisedErrors(source, forms, analyzer);
    return { ok: false, errors: analysisFails(errors, source, analyzer.omittedErrors) };
  } catch (error) {
    return await overLimit(error, options);
  }
}

/**
 * Returns the result for a source whose analysis exceeded a limit of its program. The program
 * would have exceeded the limit too.
 * @throws `error` if it is another error
 */
function overLimit(
  error: unknown,
  { limits }: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  if (!(error instanceof LimitError)) throw error;
  return lazyCode.language.use(({ sourceLimitFail }) => ({
    ok: false,
    errors: [sourceLimitFail(error.limit, limits)],
  }));
}

function analyzerOf(
  source: string,
  { tools, memoryNames, contextNames, libraries }: ResolvedPrepareOptions,
  account: SourceAccount,
  advice: Advice | undefined,
  mayRely: boolean,
): Analyzer {
  account.begin(source.length);
  return new Analyzer({
    source,
    builtins: builtinLibrary,
    lazyForms: lazyCode.language.loaded?.lazyForms,
    advice,
    toolNames: tools,
    memoryNames,
    contextNames,
    // A function in memory may redefine any name.
    mayRely: mayRely && memoryNames.size === 0,
    libraries: libraries?.view(),
    meter: account,
  });
}
