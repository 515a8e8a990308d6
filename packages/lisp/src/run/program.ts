// A program that has been read and analyzed. It is compiled when it first runs. It may run any
// number of times, even concurrently, each time over different data.

import type { Clock, Fail, Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import type { AnalyzedProgram } from "../analysis/core-tree.ts";
import { compileProgram, type ProgramCode } from "../compile/compile-program.ts";
import type { Journal, JournalListener } from "../effects/journal.ts";
import { toolTable, type ToolTable } from "../effects/tool-table.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import { holdsFunction } from "../persistence/holds-function.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { generationOf } from "../loading/lazy-generator.ts";
import { countedRun } from "./counted-run.ts";
import { evaluate, type EvaluatedCode } from "./evaluate.ts";
import {
  resolveRunOptions,
  type ResolvedPrepareOptions,
  type ResolvedRunOptions,
} from "../options/resolve-options.ts";
import type { ProgramRunOptions } from "../options/run-options.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import type { SourceAccount, SourceCost } from "../analysis/source-account.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import type { ResumeOptions } from "../waiting/waiting-options.ts";

/** A prepared program. Contains no state of any run. */
export class Program {
  readonly source: string;
  /** @internal Its core tree. */
  readonly analyzed: AnalyzedProgram;
  /** @internal The settings of its runs. */
  readonly settings: ProgramSettings;
  private readonly cost: SourceCost | undefined;
  /** The duration of the analysis, which counts toward the first run. */
  private elapsedMs: number;
  private awaitingCode: EvaluatedCode | undefined = undefined;
  private synchronousCode: EvaluatedCode | undefined = undefined;

  constructor(
    source: string,
    analyzed: AnalyzedProgram,
    { tools, given, limits, generate, libraries }: ResolvedPrepareOptions,
    { cost, elapsedMs }: Pick<SourceAccount, "cost" | "elapsedMs">,
    warnings?: readonly string[],
  ) {
    this.source = source;
    this.analyzed = analyzed;
    this.cost = cost;
    this.elapsedMs = elapsedMs;
    const generation = generationOf(generate);
    this.settings = {
      tools,
      given,
      limits,
      journal: undefined,
      startedAt: undefined,
      generation,
      warnings,
      libraries,
      usedLibraries: analyzed.libraries,
    };
  }

  /**
   * Runs the program once. Continue a run that waits with `resume`. Never rejects because of the
   * program, but throws OptionError for a bad option. `onTask` is called on each change of the
   * journal before the program continues, so that a result is stored even if the process doesn't
   * survive the run.
   */
  run<Return = unknown>(
    options: ProgramRunOptions<Return> & RunCheckpointOptions = {},
    onTask?: JournalListener,
  ): Promise<LispStep<Return>> {
    return countedRun(options.activity, () =>
      options.policy === undefined ? this.started(options, onTask) : this.refused(options, onTask),
    );
  }

  /** Continues a run of this program that waits, with its tools; see `resume` of the package. */
  resume<Return = unknown>(
    checkpoint: Checkpoint,
    options?: Omit<ResumeOptions<Return>, "limits" | "generate">,
  ): Promise<LispStep<Return>> {
    return lazyCode.language
      .load()
      .then((code) => code.runPrepared(this, this.settings, { options, checkpoint }));
  }

  private started<Return>(
    options: ProgramRunOptions<Return>,
    onTask: JournalListener | undefined,
  ): Promise<LispStep<Return>> {
    // Not an async function, because its overhead takes as long as a small program.
    try {
      const running = this.runNow(options, onTask);
      const { generator } = lazyCode;
      return running instanceof Promise || generator.isLoading
        ? generator.whenLoaded(running)
        : Promise.resolve(running);
    } catch (error) {
      return this.refused(options, onTask, error);
    }
  }

  /** Runs the program with options that need code which loads lazily, or throws their `error`. */
  private refused<Return>(
    options: ProgramRunOptions<Return>,
    onTask: JournalListener | undefined,
    error?: unknown,
  ): Promise<LispStep<Return>> {
    return lazyCode.language
      .load()
      .then((code) => code.runPrepared(this, this.settings, { options, error, onTask }));
  }

  /** Like `run`, but returns the step itself if nothing is awaited. */
  runNow<Return>(
    options: ProgramRunOptions<Return>,
    onTask?: JournalListener,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const resolved = resolveRunOptions(options, this.settings.limits);
    const tools =
      options.tools === undefined
        ? this.settings.tools
        : replacedTools(this.settings, options.tools, resolved.clock);
    if (
      resolved.journal !== undefined ||
      options.freeze === true ||
      [...tools.values()].some(({ inputSchema }) => inputSchema)
    )
      return this.runPrepared(resolved, options, tools, onTask);
    return this.evaluated(resolved, undefined, tools);
  }

  private async runPrepared<Return>(
    resolved: ResolvedRunOptions<Return>,
    options: ProgramRunOptions<Return>,
    tools: ToolTable,
    onTask: JournalListener | undefined,
  ): Promise<LispStep<Return>> {
    if (options.freeze === true) (await lazyCode.freeze.load()).freezeDeep(options.context);
    const { openJournal, withDeclaredNames } = await lazyCode.language.load();
    return await this.evaluated(
      resolved,
      resolved.journal === undefined
        ? undefined
        : await openJournal(resolved.journal, resolved, onTask, lazyCode),
      withDeclaredNames(tools),
    );
  }

  private evaluated<Return>(
    resolved: ResolvedRunOptions<Return>,
    journal: Journal | undefined,
    tools: ToolTable,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const mayAwait =
      this.analyzed.hasEffects || resolved.memory.mayAwait || resolved.history.some(holdsFunction);
    const startedAt = this.cost === undefined ? undefined : this.startOf(resolved.clock);
    const code = this.codeFor(mayAwait);
    const { settings } = this;
    return evaluate(
      this.source,
      code,
      resolved,
      journal === undefined && startedAt === undefined && tools === settings.tools
        ? settings
        : { ...settings, tools, journal, startedAt },
      this.analyzed,
    );
  }

  /**
   * Returns the start time of a run of a long source, set back by the analysis time. It is read
   * before the program is compiled, so that compile time counts too.
   */
  private startOf(clock: Clock): number {
    const startedAt = clock.monotonic() - this.elapsedMs;
    this.elapsedMs = 0;
    return startedAt;
  }

  /**
   * Returns the code, which is compiled on first use: once for evaluations that may await and once
   * for those that can't.
   */
  private codeFor(mayAwait: boolean): EvaluatedCode {
    if (mayAwait) return (this.awaitingCode ??= { code: this.compiled(true) });
    return (this.synchronousCode ??= {
      code: this.compiled(false),
      onNewStacks: () => ({ ...this.codeFor(true).code, leavesAwaiting: false }),
    });
  }

  private compiled(mayAwait: boolean): ProgramCode {
    const code = compileProgram(this.source, this.analyzed, mayAwait, lazyCode);
    return this.cost === undefined ? code : spending(this.cost, code);
  }
}

/** A program that is ready to run, or the errors that prevent it. */
export type Prepared =
  | { readonly ok: true; readonly program: Program; readonly errors?: undefined }
  | { readonly ok: false; readonly errors: readonly Fail[] };

/**
 * Returns the given tools as a table.
 * @throws OptionError if a tool that the program was prepared with is missing
 */
function replacedTools({ tools, limits }: ProgramSettings, given: Tools, clock: Clock): ToolTable {
  const table = toolTable(given, limits, clock);
  for (const name of tools.keys())
    if (!table.has(name))
      throw new OptionError(
        "tools",
        `must include ${name}, because the program was prepared with it`,
      );
  return table;
}

/** Returns code that charges the cost of its source before it does anything else. */
function spending(cost: SourceCost, code: ProgramCode): ProgramCode {
  return {
    ...code,
    run(branch) {
      branch.spend(cost.steps);
      branch.charge(cost.bytes);
      return code.run(branch);
    },
  };
}
