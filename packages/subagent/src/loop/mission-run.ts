// The turn loop: ask the model, take the program out of its answer, run it, and either finish or
// tell the model what happened. Everything that happens is recorded in a log; whatever happens, the
// answer is a step.

import { TraceScope, randomHexId, type Fail, type ToolFunction } from "@ptc/core/contracts";
import { OpaqueValue } from "@ptc/core/values";
import type { LanguageModel, ModelResponse } from "@ptc/llm";
import {
  run as runProgram,
  type FailedStep,
  type LispStep,
  type Memory,
  type SuccessfulStep,
} from "@ptc/lisp";
import { validateOutput, violationLines, type ValidationResult } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import { contracted } from "../agent/tool-contract.ts";
import { keptAnswer } from "../answer/kept-answer.ts";
import { readAnswer, type ExtractedProgram } from "../answer/read-answer.ts";
import { askFail, askModel } from "../model/ask-model.ts";
import { resolveModel } from "../model/resolve-model.ts";
import { truncateForHistory } from "../preview/truncate-for-history.ts";
import { Feedback, type NextTurn } from "../prompt/feedback.ts";
import { systemPrompt } from "../prompt/system-prompt.ts";
import type { MissionStep } from "../step/step.ts";
import { beginMission, mismatchFails } from "./begin-mission.ts";
import { Deadline } from "../bounds/deadline.ts";
import { MemoryGuard } from "../bounds/memory-guard.ts";
import { MissionLog } from "./mission-log.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";
import { ToolCache } from "./tool-cache.ts";
import { TurnBudget } from "../bounds/turn-budget.ts";

/** What a turn came to: an answer, an end without one, or feedback for the next turn. */
type TurnOutcome =
  | { readonly type: "answer"; readonly value: unknown }
  | { readonly type: "end"; readonly fail: Fail }
  | { readonly type: "feedback"; readonly fail?: Fail; readonly text: (next: NextTurn) => string };

/** A mission that can begin: its model is known, its prompt expanded, its context fits. */
interface Beginning {
  readonly model: LanguageModel;
  readonly context: Readonly<Record<string, unknown>>;
  readonly prompt: string;
}

export class MissionRun {
  private readonly agent: Agent;
  private readonly options: ResolvedMissionOptions;
  private readonly log: MissionLog;
  private readonly trace: TraceScope;
  private readonly turns: TurnBudget;
  private readonly feedback: Feedback;
  private readonly memoryGuard: MemoryGuard;
  private readonly tools: Readonly<Record<string, ToolFunction>>;

  constructor(agent: Agent, options: ResolvedMissionOptions) {
    const { sink, clock, random } = options;
    const traceId = randomHexId(random, 32);
    const toolCache = new ToolCache(options.toolCache);
    this.agent = agent;
    this.options = options;
    this.trace = new TraceScope({ sink, clock, random, traceId });
    this.log = new MissionLog(agent, options, traceId, toolCache);
    this.turns = new TurnBudget(agent);
    this.feedback = new Feedback(agent);
    this.memoryGuard = new MemoryGuard(agent.memoryLimitBytes);
    this.tools = Object.fromEntries(
      [...agent.tools].map(([name, { execute, contract, cache }]) => {
        const held = contracted(execute, contract, agent.validation, (warning) => {
          this.log.warn(`tool/${name}: ${warning}`);
        });
        return [name, cache ? toolCache.cached(name, held) : held];
      }),
    );
  }

  async run(): Promise<MissionStep> {
    const { agent } = this;
    const beginning = this.begin();
    const span = this.trace.start("mission", () => ({
      ...(agent.name === undefined ? {} : { name: agent.name }),
      prompt: this.log.prompt ?? agent.prompt,
      signature: agent.signature.text,
      tools: [...agent.tools.keys()],
    }));
    try {
      const step = beginning.ok
        ? await this.work(beginning, span.scope)
        : this.log.refuse(beginning.fail);
      span.end({
        ok: step.ok,
        ...(step.ok ? { return: step.return } : { fail: step.fail }),
        turns: step.turns.length,
      });
      return step;
    } finally {
      // Where a function of the host threw, the system prompt's for one; a span that has ended
      // stays as it is.
      span.end({ ok: false, turns: this.log.turnCount });
    }
  }

  private begin():
    ({ readonly ok: true } & Beginning) | { readonly ok: false; readonly fail: Fail } {
    const { agent, options, log } = this;
    const resolved = resolveModel(options.llm ?? agent.llm, options.llmRegistry);
    if (!resolved.ok) return resolved;
    const begun = beginMission(agent, options.context);
    if (!begun.ok) return begun;
    begun.warnings.forEach((warning) => {
      log.warn(`context: ${warning}`);
    });
    log.prompt = begun.prompt;
    return { ok: true, model: resolved.model, context: begun.context, prompt: begun.prompt };
  }

  private async work(beginning: Beginning, scope: TraceScope): Promise<MissionStep> {
    const { agent, options, log } = this;
    const system = systemPrompt(agent, beginning.context, log.memory);
    // An empty message is refused by most providers.
    if (system !== "") log.say({ role: "system", content: system, cacheBoundary: true });
    log.say({ role: "user", content: beginning.prompt });
    const deadline = new Deadline(agent.missionTimeoutMs, options.signal, options.clock);
    try {
      return await this.loop(beginning, deadline, scope);
    } finally {
      deadline.stop();
    }
  }

  private async loop(
    beginning: Beginning,
    deadline: Deadline,
    scope: TraceScope,
  ): Promise<MissionStep> {
    const { turns, log } = this;
    for (let phase = turns.phase; phase !== undefined; phase = turns.phase) {
      const turn = turns.take();
      const span = scope.start("turn", () => ({ turn, turnsLeft: turns.left }));
      const outcome = await this.turn(beginning, deadline, span.scope);
      const next = turns.phase;
      const text =
        outcome.type === "feedback" && next !== undefined
          ? outcome.text({ phase: next, turnsLeft: turns.left, summaries: log.summaries })
          : undefined;
      span.end({
        turn,
        ok: outcome.type !== "end",
        done: outcome.type !== "feedback",
        ...(outcome.type === "answer" || outcome.fail === undefined ? {} : { fail: outcome.fail }),
        ...(text === undefined ? {} : { feedback: text }),
      });
      if (outcome.type === "answer") return log.succeed(outcome.value);
      if (outcome.type === "end") return log.fail(outcome.fail);
      if (text !== undefined) log.say({ role: "user", content: text });
    }
    return log.fail(this.outOfTurns());
  }

  private async turn(
    beginning: Beginning,
    deadline: Deadline,
    scope: TraceScope,
  ): Promise<TurnOutcome> {
    const { log, feedback } = this;
    const sent = log.plainMessages();
    const asked = await this.ask(beginning.model, deadline, scope);
    if (!asked.ok) return { type: "end", fail: asked.fail };
    const { text, finishReason } = asked.response;
    const reading = readAnswer(text);
    const extracted = reading.program;
    log.say({ role: "assistant", content: keptAnswer(reading) });
    const isCutOff = finishReason === "length";
    if (!extracted.ok) {
      const fail = noProgramFail(extracted);
      log.turn({ rawResponse: text, ok: false, fail, prints: [], toolCalls: [] }, sent);
      return {
        type: "feedback",
        fail,
        text: (next) =>
          isCutOff ? feedback.afterCutOff(next) : feedback.afterNoProgram(extracted, next),
      };
    }
    const { source } = extracted;
    const previous = log.lastTurn;
    const { memory } = log;
    const step = await this.evaluate(source, beginning, deadline, scope);
    log.spend(step);
    const answer = step.ok && this.isAnswer(step) ? this.checkedAnswer(step) : undefined;
    const verdict = this.judged(step, answer);
    if (verdict.ok) log.keep(verdict.memory, this.historyValue(verdict), verdict.summaries);
    const common = {
      rawResponse: text,
      program: source,
      prints: step.prints,
      toolCalls: step.toolCalls,
    };
    log.turn(
      verdict.ok
        ? { ...common, ok: true, result: verdict.return }
        : { ...common, ok: false, fail: verdict.fail },
      sent,
    );
    if (verdict.ok) return this.outcome(verdict, answer, memory);
    const { fail, prints } = verdict;
    if (deadline.fail !== undefined) return { type: "end", fail: deadline.fail };
    if (
      fail.details?.kind === "fail" ||
      (fail.details?.limit?.option === "memoryLimitBytes" && this.agent.memoryStrategy === "strict")
    )
      return { type: "end", fail };
    if (isCutOff && fail.reason === "parse_error")
      return { type: "feedback", fail, text: (next) => feedback.afterCutOff(next) };
    const isRepeated = previous?.ok === false && previous.program === source;
    return {
      type: "feedback",
      fail,
      text: (next) => feedback.afterFail(fail, prints, isRepeated, next),
    };
  }

  /**
   * What a program that ran means for the mission. Its value is the answer where it ends with
   * `return`, or may do without.
   */
  private outcome(
    step: SuccessfulStep,
    checked: ValidationResult | undefined,
    before: Memory,
  ): TurnOutcome {
    if (checked?.ok === true) {
      checked.warnings?.forEach((warning) => {
        this.log.warn(`return: ${warning}`);
      });
      return { type: "answer", value: checked.value };
    }
    const mismatch = checked === undefined ? undefined : violationLines(checked).join("\n");
    const changed = [...step.memory.names()].filter(
      (name) => before.get(name) !== step.memory.get(name),
    );
    const fail = checked === undefined ? undefined : mismatchFail(checked);
    return {
      type: "feedback",
      ...(fail === undefined ? {} : { fail }),
      text: (next) => this.feedback.afterValue(step, changed, mismatch, next),
    };
  }

  /**
   * A returned value that does not match the signature, or memory beyond its bound, is a failed
   * step: nothing it defined is kept.
   */
  private judged(step: LispStep, checked: ValidationResult | undefined): LispStep {
    if (!step.ok) return step;
    if (checked?.ok === false && (step.endedBy === "return" || this.mustAnswer))
      return this.failed(step, mismatchFail(checked));
    const tooLarge =
      step.memory === this.log.memory ? undefined : this.memoryGuard.check(step.memory);
    if (tooLarge === undefined) return step;
    if (checked?.ok !== true) return this.failed(step, tooLarge);
    // The answer is there; what would have been kept for later is not.
    this.log.warn(`memory of the last turn was not kept: ${tooLarge.message}`);
    return { ...step, memory: this.log.memory };
  }

  private failed({ prints, toolCalls, usage }: SuccessfulStep, fail: Fail): FailedStep {
    return { ok: false, fail, memory: this.log.memory, summaries: {}, prints, toolCalls, usage };
  }

  /**
   * Whether the value of the program that runs is the answer, whatever it is: no further one may
   * look around.
   */
  private get mustAnswer(): boolean {
    return this.turns.left === 0 || this.agent.maxTurns === 1;
  }

  private isAnswer({ endedBy, value }: SuccessfulStep): boolean {
    if (endedBy === "return") return true;
    if (this.agent.completion === "explicit") return false;
    if (this.mustAnswer) return true;
    const isDefinition = value instanceof OpaqueValue && value.typeName === "var";
    return value !== null && !isDefinition;
  }

  private checkedAnswer(step: SuccessfulStep): ValidationResult {
    return validateOutput(this.agent.signature, step.return, { mode: this.agent.validation });
  }

  /** What later programs find as `*1`: the value itself, or the beginning of a large one. */
  private historyValue({ value }: SuccessfulStep): SuccessfulStep["value"] {
    const kept = truncateForHistory(value, { maxBytes: this.agent.format.historyMaxBytes });
    return kept.truncated ? kept.value : value;
  }

  private evaluate(
    source: string,
    { context }: Beginning,
    deadline: Deadline,
    trace: TraceScope,
  ): Promise<LispStep> {
    const { agent, options, log } = this;
    return runProgram(source, {
      tools: this.tools,
      limits: agent.limits,
      chargeToolTime: agent.chargeToolTime,
      context,
      memory: log.memory,
      history: log.history,
      signal: deadline.signal,
      trace,
      turn: this.turns.used,
      runId: log.traceId,
      clock: options.clock,
      random: options.random,
      hideFirewalled: true,
      budget: { turns: this.turns.left },
      ...(log.journal === undefined ? {} : { journal: log.journal }),
    });
  }

  private async ask(
    model: LanguageModel,
    deadline: Deadline,
    scope: TraceScope,
  ): Promise<
    | { readonly ok: true; readonly response: ModelResponse }
    | { readonly ok: false; readonly fail: Fail }
  > {
    const { agent, options, log } = this;
    let attempts = 0;
    const result = await askModel(
      model,
      { ...agent.modelOptions, messages: log.messages },
      {
        policy: agent.llmRetry,
        clock: options.clock,
        random: options.random,
        signal: deadline.signal,
        onAttempt: () => {
          attempts += 1;
          const span = scope.start("model-request", () => ({ messages: log.plainMessages() }));
          return (answered, retryInMs) => {
            const { usage } = answered.ok ? answered.response : answered.error;
            log.requested(usage);
            const known = usage === undefined ? {} : { usage };
            span.end(
              answered.ok
                ? { ok: true, text: answered.response.text, ...known }
                : {
                    ok: false,
                    error: answered.error.message,
                    ...known,
                    ...(retryInMs === undefined ? {} : { retryInMs }),
                  },
            );
          };
        },
      },
    );
    if (result.ok) return result;
    if (deadline.fail !== undefined) return { ok: false, fail: deadline.fail };
    // A model may take an abort of its own for the caller's.
    return { ok: false, fail: askFail(result.error, attempts) };
  }

  private outOfTurns(): Fail {
    const { agent, log, turns } = this;
    const last = log.lastTurn?.fail;
    if (last !== undefined && agent.maxTurns === 1 && agent.retryTurns === 0) return last;
    const why =
      last === undefined
        ? "the last program ran but did not end with an answer"
        : `the last turn ended with ${last.reason}: ${last.message}`;
    const count = turns.used === 1 ? "1 turn" : `${String(turns.used)} turns`;
    const reason = turns.end;
    const message =
      reason === "max_turns_exceeded"
        ? `no answer within ${count}; ${why}`
        : `the budget of ${count} is used up without an answer (option turnBudget); ${why}`;
    return {
      reason,
      message,
      ...(last === undefined ? {} : { details: { kind: reason, errors: [last] } }),
    };
  }
}

function noProgramFail(extracted: ExtractedProgram & { ok: false }): Fail {
  return {
    reason: extracted.reason,
    message:
      extracted.reason === "no_code_found"
        ? "the answer holds no program"
        : `the answer holds ${String(extracted.count)} programs`,
  };
}

function mismatchFail(result: ValidationResult & { ok: false }): Fail {
  const [first, ...others] = mismatchFails(result);
  return {
    reason: "validation_error",
    message: first?.message ?? "the value does not match",
    details: { kind: "validation_error", errors: others },
  };
}
