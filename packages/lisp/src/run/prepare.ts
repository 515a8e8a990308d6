// From source to a program that can run: read -> analyse -> compile. One prepared program runs over
// any amount of data, any number of times at once.

import type { Form } from "@ptc/parser";
import { readForms } from "@ptc/parser/forms";
import type { Clock, Fail } from "@ptc/core/contracts";
import type { Advice } from "../analysis/advice.ts";
import { Analyser } from "../analysis/analyser.ts";
import { analyseProgram } from "../analysis/analyse-program.ts";
import type { AnalysedProgram } from "../analysis/core-tree.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { compileProgram, type ProgramCode } from "../compile/compile-program.ts";
import type { Journal, JournalListener } from "../evaluation/journal.ts";
import { LimitError } from "../evaluation/errors.ts";
import type { ProgramSettings } from "../evaluation/evaluation.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { ToolTable } from "../effects/tool-table.ts";
import { analysisFail, parseFail, sourceLimitFail } from "./fail.ts";
import { evaluate } from "./evaluate.ts";
import { functionMaker } from "../persistence/function-maker.ts";
import { holdsEncodedFunction, holdsFunction } from "../persistence/holds-function.ts";
import {
  hasAllBuiltins,
  loadAllBuiltins,
  loadBuiltins,
} from "../builtins/library/load-builtins.ts";
import {
  resolvePrepareOptions,
  resolveRunOptions,
  type PrepareOptions,
  type ProgramRunOptions,
  type ResolvedPrepareOptions,
  type ResolvedRunOptions,
} from "./options.ts";
import type { LispStep } from "./step.ts";

/** A program that is ready to run, or why it is not. */
export type Prepared =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly errors: readonly Fail[] };

/**
 * Reads, analyses and compiles `source`, at once where nothing has to be loaded: a promise costs as
 * much as a small program.
 * @throws OptionError for a bad option
 */
export function prepareNow(source: string, options: PrepareOptions): Prepared | Promise<Prepared> {
  const resolved = resolvePrepareOptions(options);
  const forms = readForms(source, { maxSourceLength: resolved.limits.sourceLength });
  return forms === undefined
    ? prepareUnread(source, resolved)
    : prepareRead(source, forms, resolved);
}

/**
 * A name takes two characters, one of which sets it apart: only a long source can hold too many.
 */
function prepareRead(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  return source.length < 2 * options.limits.symbols
    ? prepareForms(source, forms, options)
    : prepareLong(source, forms, options);
}

async function prepareLong(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Promise<Prepared> {
  const { hasMoreNames } = await import("./has-more-names.ts");
  return hasMoreNames(forms, options.limits.symbols)
    ? { ok: false, errors: [sourceLimitFail("symbols", options.limits)] }
    : await prepareForms(source, forms, options);
}

/** Most programs can be read, so the explanation of what cannot is loaded on need. */
async function prepareUnread(source: string, options: ResolvedPrepareOptions): Promise<Prepared> {
  const { read } = await import("@ptc/parser");
  if (source.length > options.limits.sourceLength)
    return { ok: false, errors: [sourceLimitFail("sourceLength", options.limits)] };
  const result = read(source, { maxSourceLength: options.limits.sourceLength });
  return result.ok
    ? prepareRead(source, result.forms, options)
    : { ok: false, errors: [parseFail(result.error)] };
}

/** A program that names builtins which are not loaded is analysed again once they are. */
function prepareForms(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  try {
    return analyseForms(source, forms, options);
  } catch (error) {
    return overTime(error, options);
  }
}

function analyseForms(
  source: string,
  forms: readonly Form[],
  options: ResolvedPrepareOptions,
): Prepared | Promise<Prepared> {
  const analyser = analyserOf(source, options, undefined);
  const analysed = analyseProgram(analyser, forms);
  if (analyser.missing.size > 0)
    return loadBuiltins(analyser.missing).then(() => prepareForms(source, forms, options));
  return analyser.errors.length > 0
    ? prepareWrong(source, forms, options)
    : { ok: true, program: new Program(source, analysed, options.tools, options.limits) };
}

/**
 * A program that is wrong is analysed again with what there is to advise, which is loaded on need
 * too.
 */
async function prepareWrong(
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
 * A long source may take longer than a program may run: then the program would not have ended in
 * time either.
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

/** A prepared program. Holds no state of any run. */
export class Program {
  readonly source: string;
  private readonly analysed: AnalysedProgram;
  private readonly settings: ProgramSettings;
  private awaitingCode: ProgramCode | undefined = undefined;
  private synchronousCode: ProgramCode | undefined = undefined;

  constructor(source: string, analysed: AnalysedProgram, tools: ToolTable, limits: Limits) {
    this.source = source;
    this.analysed = analysed;
    this.settings = { tools, limits, journal: undefined };
  }

  /**
   * Runs the program once. Never rejects for what a program does; throws OptionError for a bad
   * option. `onTask` is told of each change of the journal before the program goes on, so that a
   * result is kept even when the process does not survive the run.
   */
  async run<Return = unknown>(
    options: ProgramRunOptions<Return> = {},
    onTask?: JournalListener,
  ): Promise<LispStep<Return>> {
    const step = this.runNow(options, onTask);
    return step instanceof Promise ? await step : step;
  }

  /** `run`, at once where nothing is awaited. */
  runNow<Return>(
    options: ProgramRunOptions<Return>,
    onTask?: JournalListener,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const resolved = resolveRunOptions(options, this.settings.limits);
    if (resolved.journal !== undefined || options.freeze === true)
      return this.runPrepared(resolved, options, onTask);
    return this.evaluated(resolved, undefined);
  }

  private async runPrepared<Return>(
    resolved: ResolvedRunOptions<Return>,
    options: ProgramRunOptions<Return>,
    onTask: JournalListener | undefined,
  ): Promise<LispStep<Return>> {
    // For development only, so most processes never load it.
    if (options.freeze === true) (await import("./freeze.ts")).freezeDeep(options.context);
    return await this.evaluated(
      resolved,
      resolved.journal === undefined ? undefined : await journalOf(resolved.journal, onTask),
    );
  }

  private evaluated<Return>(
    resolved: ResolvedRunOptions<Return>,
    journal: Journal | undefined,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const mayAwait =
      this.analysed.hasEffects || resolved.memory.mayAwait || resolved.history.some(holdsFunction);
    return evaluate(
      this.source,
      this.codeFor(mayAwait),
      resolved,
      journal === undefined ? this.settings : { ...this.settings, journal },
    );
  }

  /**
   * Compiled when first needed, once for evaluations that may await and once for those that cannot.
   */
  private codeFor(mayAwait: boolean): ProgramCode {
    return mayAwait
      ? (this.awaitingCode ??= compileProgram(this.source, this.analysed, true))
      : (this.synchronousCode ??= compileProgram(this.source, this.analysed, false));
  }
}

/**
 * A program reads its journal without waiting, so what a function in it may use is loaded first.
 */
async function journalOf(
  entries: Readonly<Record<string, unknown>>,
  onTask: JournalListener | undefined,
): Promise<Journal> {
  if (!hasAllBuiltins() && holdsEncodedFunction(entries)) await loadAllBuiltins();
  const { openJournal } = await import("../persistence/written-values.ts");
  return openJournal(entries, functionMaker, onTask);
}
