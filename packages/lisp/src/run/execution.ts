// One run of a compiled program, from its code to its step. Every outcome becomes a step.

import type { Fail, RunUsage, StandardSchema, TraceScope } from "@ptc/core/contracts";
import { usageOf } from "@ptc/core/internal/contracts";
import type { Value } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import type { ProgramCode } from "../compile/compile-program.ts";
import { Branch } from "../evaluation/branches/branch.ts";
import type { FlatRecords } from "../evaluation/branches/run-records.ts";
import { Evaluation } from "../evaluation/evaluation.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import { StackEnd } from "../evaluation/budget/host-stack.ts";
import { verdictOf } from "../evaluation/host/schema-verdict.ts";
import type { Limits } from "../evaluation/limits.ts";
import { VarReference } from "../functions/var-reference.ts";
import { hidingAfter, noteHidden } from "../persistence/hidden-memory.ts";
import type { Memory } from "../persistence/memory.ts";
import { finalMemory } from "../persistence/final-memory.ts";
import { hostValueOf } from "../step/answer.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import type { ResolvedRunOptions } from "../options/resolve-options.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import { hasExtras, hasMisplacedJournal } from "../step/has-extras.ts";
import type { LispStep } from "../step/step.ts";

export class Execution<Return> {
  private readonly code: ProgramCode;
  private readonly options: ResolvedRunOptions<Return>;
  private readonly limits: Limits;
  private readonly evaluation: Evaluation;
  private readonly branch: Branch;
  private readonly startedAt: number;
  private readonly resumedAt: number;

  constructor(
    code: ProgramCode,
    options: ResolvedRunOptions<Return>,
    settings: ProgramSettings,
    trace: TraceScope,
    startedAt = settings.startedAt ?? options.clock.monotonic(),
  ) {
    const { limits } = settings;
    noteHidden(options.memory, options.firewall);
    this.code = code;
    this.options = options;
    this.limits = limits;
    this.evaluation = new Evaluation(options, settings, trace, code);
    this.branch = Branch.root(limits, this.evaluation);
    this.startedAt = startedAt;
    this.resumedAt = settings.resumedAt ?? startedAt;
  }

  start(): LispStep<Return> | Promise<LispStep<Return>> {
    try {
      const outcome = outcomeOf(
        this.code,
        this.branch,
        this.resumedAt,
        this.options.showsLastValue,
      );
      if (outcome instanceof Promise)
        return this.later(this.waited(outcome).then((settled) => this.finish(settled)));
      const step = this.finish(outcome);
      if (step instanceof Promise) return this.later(step);
      this.evaluation.end();
      return step;
    } catch (error) {
      return this.failedWith(error);
    }
  }

  /** From here on, a run waits unless it notes activity, and afterwards it is active again. */
  private waited(outcome: Promise<Outcome>): Promise<Outcome> {
    const { activity } = this.evaluation;
    if (activity === undefined) return outcome;
    activity.leave();
    return outcome.finally(() => {
      activity.enter();
    });
  }

  private async later(step: Promise<LispStep<Return>>): Promise<LispStep<Return>> {
    const endWatch = this.evaluation.watchTime();
    try {
      const settled = await step;
      this.evaluation.end();
      return settled;
    } catch (error) {
      return await this.failedWith(error);
    } finally {
      endWatch?.();
    }
  }

  /** Creates the step of a program that ended, with its memory and its checked result. */
  private finish({ value, endedBy }: Outcome): LispStep<Return> | Promise<LispStep<Return>> {
    const { options, branch } = this;
    const shown = this.evaluation.lastValueError === undefined ? undefined : value;
    const memory = finalMemory(branch, this.code.leavesAwaiting, options.memory, shown, lazyCode);
    return memory instanceof Promise
      ? memory.then((settled) => this.finishWith(settled, value, endedBy))
      : this.finishWith(memory, value, endedBy);
  }

  /** Without a schema, the result needs no wait. */
  private finishWith(
    made: Memory,
    value: Value,
    endedBy: Outcome["endedBy"],
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const { collections } = this.options;
    const { lastValueError } = this.evaluation;
    const memory = made.hidingWith(hidingAfter(this.options.memory, this.options.firewall));
    if (lastValueError !== undefined) return this.shown(memory, value, lastValueError);
    if (collections === "language")
      return lazyCode.languageValue.use(({ languageValue }) =>
        this.answered(() => languageValue(this.branch, value), value, endedBy, memory),
      );
    return this.answered(
      () => hostValueOf(this.branch, value, collections),
      value,
      endedBy,
      memory,
    );
  }

  /** Creates the step with the form of `value` that the host requested. */
  private answered(
    convert: () => unknown,
    value: Value,
    endedBy: Outcome["endedBy"],
    memory: Memory,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const { returns, showsLastValue } = this.options;
    let answer: unknown;
    try {
      answer = convert();
    } catch (error) {
      const isShown =
        endedBy === "value" &&
        (showsLastValue !== undefined || value instanceof VarReference) &&
        !returns;
      if (!isShown) throw error;
      return this.shown(memory, value, error);
    }
    return returns === undefined
      ? this.succeeded(answer as Return, value, endedBy, memory)
      : this.checked(returns, answer, value, endedBy, memory);
  }

  /** Creates the step of a program whose last value can't be returned, and needn't be. */
  private async shown(memory: Memory, value: Value, error: unknown): Promise<LispStep<Return>> {
    const { shownAnswer } = await lazyCode.language.load();
    const { answer, fail } = shownAnswer(error, value, this.branch, this.limits);
    const step = await this.succeeded(answer as Return, value, "value", memory);
    return step.ok ? { ...step, unreturnable: fail } : step;
  }

  private async checked(
    returns: StandardSchema<Return>,
    answer: unknown,
    value: Value,
    endedBy: Outcome["endedBy"],
    memory: Memory,
  ): Promise<LispStep<Return>> {
    const { signal } = this.options;
    const { checkReturn } = await lazyCode.language.load();
    const checked = await checkReturn(verdictOf(returns, answer, "returns"), signal);
    return checked.ok
      ? this.succeeded(checked.value, value, endedBy, memory)
      : this.failed(checked.fail);
  }

  // The two steps list their fields, because spreading an object into them would take as long as
  // reading a small program.

  private succeeded(
    answer: Return,
    value: Value,
    endedBy: Outcome["endedBy"],
    memory: Memory,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const records = this.branch.recorded;
    const { prints, toolCalls } = records;
    const step: LispStep<Return> = {
      ok: true,
      return: answer,
      value,
      endedBy,
      memory,
      summaries: records.summaries.length === 0 ? {} : recordOf(records.summaries),
      prints,
      toolCalls,
      usage: this.usage(toolCalls.length),
    };
    return this.completed(step, records);
  }

  private failed(fail: Fail): LispStep<Return> | Promise<LispStep<Return>> {
    const records = this.branch.recorded;
    const { prints, toolCalls } = records;
    const step: LispStep<Return> = {
      ok: false,
      fail,
      memory: this.options.memory,
      summaries: {},
      prints,
      toolCalls,
      usage: this.usage(toolCalls.length),
    };
    return this.completed(step, records);
  }

  /** Returns the step with its parallel calls, journal and warnings. */
  private completed(
    step: LispStep<Return>,
    { parallelCalls }: FlatRecords,
  ): LispStep<Return> | Promise<LispStep<Return>> {
    const { evaluation, options } = this;
    if (evaluation.stackEnd !== undefined) throw this.repeatable(evaluation.stackEnd);
    const complete = parallelCalls.length === 0 ? step : { ...step, parallelCalls };
    return hasExtras(evaluation, options)
      ? lazyCode.language.use(({ withExtras }) =>
          withExtras(
            complete,
            evaluation,
            hasMisplacedJournal(evaluation, options),
            options.memory,
          ),
        )
      : complete;
  }

  /**
   * Returns the step of a failed program.
   * @throws StackEnd, whose catcher runs the program again
   */
  private failedWith(error: unknown): LispStep<Return> | Promise<LispStep<Return>> {
    if (error instanceof StackEnd) throw this.repeatable(error);
    // The fail contains data, which may have to be computed first. That computation must not call
    // tools.
    this.branch.isCleaningUp = true;
    this.evaluation.isStopped = true;
    return lazyCode.language.use(({ runFail }) => {
      const step = this.failed(runFail(error, this.branch, this.limits, this.options.memory));
      this.evaluation.end();
      return step;
    });
  }

  /** Ends this run before another one of the program. Its clock may have ended already. */
  private repeatable(end: StackEnd): StackEnd {
    end.usedMs ||= this.evaluation.usedMs;
    end.seed = this.evaluation.ownSeed;
    this.evaluation.end();
    return end;
  }

  /**
   * Returns the usage of the run. A call shared by several branches is made once, although each of
   * them pays for it.
   */
  private usage(toolCalls: number): RunUsage {
    const used = this.branch.spent;
    used.toolCalls = toolCalls;
    const now = this.options.clock.monotonic();
    this.evaluation.countTime(now);
    return usageOf(now - this.startedAt, used);
  }
}
