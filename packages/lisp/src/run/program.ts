// A program that was read and analysed: it is compiled when it first runs, and runs over any amount
// of data, any number of times at once.

import type { AnalysedProgram } from "../analysis/core-tree.ts";
import { hasAllBuiltins, loadAllBuiltins } from "../builtins/library/load-builtins.ts";
import { compileProgram, type ProgramCode } from "../compile/compile-program.ts";
import type { Journal, JournalListener } from "../effects/journal.ts";
import type { ToolTable } from "../effects/tool-table.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import type { Limits } from "../evaluation/limits.ts";
import { functionMaker } from "../persistence/function-maker.ts";
import { holdsEncodedFunction, holdsFunction } from "../persistence/holds-function.ts";
import { evaluate } from "./evaluate.ts";
import { resolveRunOptions, type ProgramRunOptions, type ResolvedRunOptions } from "./options.ts";
import type { LispStep } from "./step.ts";

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

  /** Like `run`, but answers with the step itself where nothing is awaited. */
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
    // The option is for development, so most processes never load this.
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
 * A program cannot wait while it reads its journal, so the builtins that a function in the journal
 * may use are loaded first.
 */
async function journalOf(
  entries: Readonly<Record<string, unknown>>,
  onTask: JournalListener | undefined,
): Promise<Journal> {
  if (!hasAllBuiltins() && holdsEncodedFunction(entries)) await loadAllBuiltins();
  const { openJournal } = await import("../persistence/written-values.ts");
  return openJournal(entries, functionMaker, onTask);
}
