// One run of a compiled program, from its code to the step it ends in. Whatever happens, the answer
// is a step.

import type { Fail, RunUsage, TraceScope } from "@ptc/core/contracts";
import { usageOf } from "@ptc/core/internal/contracts";
import type { Value } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import type { ProgramCode } from "../compile/compile-program.ts";
import { Branch } from "../evaluation/branch.ts";
import { Evaluation } from "../evaluation/evaluation.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import { StackEnd } from "../evaluation/host-stack.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { Memory } from "../persistence/memory.ts";
import { answerOf, keptMemory } from "./answer.ts";
import { loadFurther, withFurther } from "./load-further.ts";
import type { ResolvedRunOptions } from "./options.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import { withRemembered } from "./remembered.ts";
import type { LispStep } from "./step.ts";

export class ProgramRun<Return> {
  private readonly code: ProgramCode;
  private readonly options: ResolvedRunOptions<Return>;
  private readonly limits: Limits;
  private readonly evaluation: Evaluation;
  private readonly branch: Branch;
  private readonly startedAt: number;

  constructor(
    code: ProgramCode,
    options: ResolvedRunOptions<Return>,
    settings: ProgramSettings,
    trace: TraceScope,
    startedAt = settings.startedAt ?? options.clock.monotonic(),
  ) {
    const { limits } = settings;
    this.code = code;
    this.options = options;
    this.limits = limits;
    this.evaluation = new Evaluation(options, settings, trace, code);
    this.branch = Branch.root(limits, this.evaluation);
    this.startedAt = startedAt;
  }

  start(): LispStep<Return> | Promise<LispStep<Return>> {
    try {
      const outcome = outcomeOf(this.code, this.branch, this.startedAt);
      if (outcome instanceof Promise)
        return this.later(outcome.then((settled) => this.finish(settled)));
      const step = this.finish(outcome);
      if (step instanceof Promise) return this.later(step);
      this.evaluation.end();
      return step;
    } catch (error) {
      return this.failedWith(error);
    }
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

  /** Makes the step of a program that ended: keeps the memory it leaves, and checks its answer. */
  private finish({ value, endedBy }: Outcome): LispStep<Return> | Promise<LispStep<Return>> {
    const { options, branch } = this;
    const keeping = keptMemory(branch, this.code.leavesAwaiting);
    if (keeping instanceof Promise)
      return keeping.then((kept) => this.finishWith(kept, value, endedBy));
    // Without a schema there is nothing to wait for.
    if (options.returns === undefined)
      return this.succeeded(
        answerOf(branch, value, options.collections) as Return,
        value,
        endedBy,
        keeping,
      );
    return this.finishWith(keeping, value, endedBy);
  }

  private async finishWith(
    kept: Memory,
    value: Value,
    endedBy: Outcome["endedBy"],
  ): Promise<LispStep<Return>> {
    const { returns, collections, signal } = this.options;
    const answer = answerOf(this.branch, value, collections);
    if (returns === undefined) return this.succeeded(answer as Return, value, endedBy, kept);
    const { validated } = await loadFurther();
    const checked = await validated(returns, answer, signal);
    return checked.ok
      ? this.succeeded(checked.value, value, endedBy, kept)
      : this.failed(checked.fail);
  }

  // The two steps are written out field by field: spreading an object into them would take as long
  // as reading a small program.

  private succeeded(
    answer: Return,
    value: Value,
    endedBy: Outcome["endedBy"],
    memory: Memory,
  ): LispStep<Return> {
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
    return withRemembered(step, this.evaluation, records, this.options);
  }

  private failed(fail: Fail): LispStep<Return> {
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
    return withRemembered(step, this.evaluation, records, this.options);
  }

  /** @throws StackEnd, for whom the program has to be run again */
  private failedWith(error: unknown): LispStep<Return> | Promise<LispStep<Return>> {
    if (error instanceof StackEnd) {
      this.evaluation.end();
      throw error;
    }
    // The fail holds data, which may have to be computed first: that must not call a tool any more.
    this.branch.isCleaningUp = true;
    this.evaluation.isStopped = true;
    return withFurther(({ runFail }) => {
      const step = this.failed(runFail(error, this.branch, this.limits));
      this.evaluation.end();
      return step;
    });
  }

  /** A call that several branches share is made once, though each of them pays for it. */
  private usage(toolCalls: number): RunUsage {
    const used = this.branch.spent;
    used.toolCalls = toolCalls;
    return usageOf(this.options.clock.monotonic() - this.startedAt, used);
  }
}
