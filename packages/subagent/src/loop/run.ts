// The turn loop: ask the model, take the program out of its answer, run it, and either finish or tell the model what
// happened. Everything that happens is recorded in a mission log; whatever happens, the answer is a step.

import { OptionError } from "@ptc/core/errors";
import { TraceScope, randomHexId, systemClock, type Clock, type Fail, type RandomSource, type ToolFunction, type TraceSink } from "@ptc/core/contracts";
import { isModelError, toLanguageModel, type LanguageModel, type ModelFunction } from "@ptc/llm";
import { Memory, run as runProgram, type LispStep, type SuccessfulStep } from "@ptc/lisp";
import { validateInput, validateOutput, violationLines, type ValidationResult } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import type { HostValue } from "../agent/host-value.ts";
import { contracted } from "../agent/tool-contract.ts";
import { extractProgram } from "../answer/extract-program.ts";
import { failFeedback, noProgramFeedback, valueFeedback } from "../prompt/feedback.ts";
import { systemPrompt } from "../prompt/system-prompt.ts";
import { MissionLog } from "./mission-log.ts";
import type { MissionStep } from "./step.ts";

export interface MissionOptions {
  /** The model: an object of the contract, or an async function of the request. */
  readonly llm: LanguageModel | ModelFunction;
  readonly memory?: Memory;
  readonly signal?: AbortSignal;
  /** Receives the trace events of the mission as they happen. */
  readonly trace?: TraceSink;
  readonly clock?: Clock;
  readonly random?: RandomSource;
}

/** What the programs read as `data/…`: at least what the parameters of the signature ask for. */
type ContextData<Input> = HostValue<Input> & Readonly<Record<string, unknown>>;

/** Read-only input of the programs; it may be left out where every parameter may. */
export type ContextOption<Input> =
  unknown extends Input ? { readonly context?: Readonly<Record<string, unknown>> }
  : Partial<Input> extends Input ? { readonly context?: ContextData<Input> }
  : { readonly context: ContextData<Input> };

/** What a turn came to: an answer, an end without one, or feedback for the next turn. */
type TurnOutcome =
  | { readonly type: "answer"; readonly value: unknown }
  | { readonly type: "end"; readonly fail: Fail }
  | { readonly type: "feedback"; readonly text: string; readonly fail?: Fail };

/**
 * Runs an agent until its answer matches its signature or a bound is reached.
 * @throws OptionError for a bad option
 */
export async function run<Input, Output>(agent: Agent<Input, Output>, options: MissionOptions & ContextOption<Input>): Promise<MissionStep<Output>> {
  // The answer has passed the signature.
  return (await new Mission(agent, options).run()) as MissionStep<Output>;
}

class Mission {
  private readonly agent: Agent;
  private readonly options: MissionOptions & ContextOption<unknown>;
  private readonly model: LanguageModel;
  private readonly random: RandomSource;
  private readonly log: MissionLog;
  private readonly trace: TraceScope;
  private readonly tools: Readonly<Record<string, ToolFunction>>;
  private context: Readonly<Record<string, unknown>> = {};

  constructor(agent: Agent, options: MissionOptions & ContextOption<unknown>) {
    this.agent = agent;
    this.options = options;
    // A JavaScript caller may leave the model out.
    if ((options.llm as unknown) === undefined) throw new OptionError("llm", "expected a model: an object of the contract, or an async function of the request");
    this.model = toLanguageModel(options.llm);
    const clock = options.clock ?? systemClock;
    this.random = options.random ?? Math.random;
    const traceId = randomHexId(this.random, 32);
    this.trace = new TraceScope({ sink: options.trace, clock, random: this.random, traceId });
    this.log = new MissionLog(agent.signature.text, options.memory ?? Memory.empty, traceId, clock);
    this.tools = Object.fromEntries([...agent.tools].map(([name, { execute, contract }]) =>
      [name, contracted(execute, contract, agent.validation, (warning) => { this.log.warn(`tool/${name}: ${warning}`); })]));
  }

  async run(): Promise<MissionStep> {
    const { agent } = this;
    const span = this.trace.start("mission", () => ({ prompt: agent.prompt, signature: agent.signature.text, tools: [...agent.tools.keys()] }));
    const step = await this.withInput(span.scope);
    span.end({ ok: step.ok, ...(step.ok ? { return: step.return } : { fail: step.fail }), turns: step.turns.length });
    return step;
  }

  /** The context is held to the parameters of the signature before a model hears of it. */
  private async withInput(scope: TraceScope): Promise<MissionStep> {
    const { agent, options, log } = this;
    const given = validateInput(agent.signature, options.context ?? {}, { mode: agent.validation });
    if (!given.ok) return log.fail({ reason: "validation_error", message: `the context does not match the signature: ${violationLines(given).join("; ")}`, details: { kind: "validation_error", errors: failsOf(given) } });
    given.warnings?.forEach((warning) => { log.warn(`context: ${warning}`); });
    this.context = given.value as Readonly<Record<string, unknown>>;
    log.say({ role: "system", content: systemPrompt(agent, this.context), cacheBoundary: true });
    log.say({ role: "user", content: agent.prompt });
    return await this.turns(scope);
  }

  private async turns(scope: TraceScope): Promise<MissionStep> {
    for (let turn = 1; turn <= this.agent.maxTurns; turn++) {
      const turnsLeft = this.agent.maxTurns - turn;
      const span = scope.start("turn", () => ({ turn, turnsLeft }));
      const outcome = await this.turn(turn, turnsLeft, span.scope);
      span.end({ turn, ok: outcome.type !== "end", done: outcome.type !== "feedback", ...(outcome.type === "answer" || outcome.fail === undefined ? {} : { fail: outcome.fail }), ...(outcome.type === "feedback" ? { feedback: outcome.text } : {}) });
      if (outcome.type === "answer") return this.log.succeed(outcome.value);
      if (outcome.type === "end") return this.log.fail(outcome.fail);
      if (turnsLeft > 0) this.log.say({ role: "user", content: outcome.text });
    }
    return this.log.fail(this.outOfTurns());
  }

  private async turn(turn: number, turnsLeft: number, scope: TraceScope): Promise<TurnOutcome> {
    const asked = await this.ask(scope);
    if (!asked.ok) return { type: "end", fail: asked.fail };
    const extracted = extractProgram(asked.text);
    if (!extracted.ok) {
      const fail: Fail = { reason: extracted.reason, message: extracted.reason === "no_code_found" ? "the answer holds no program" : `the answer holds ${String(extracted.count)} programs` };
      this.log.turn({ number: turn, rawResponse: asked.text, ok: false, fail, prints: [], toolCalls: [] });
      return { type: "feedback", text: noProgramFeedback(extracted, turnsLeft), fail };
    }
    const before = this.log.memory;
    const step = await this.evaluate(extracted.source, turn, scope);
    this.log.program(turn, asked.text, extracted.source, step);
    return this.outcome(step, before, turnsLeft);
  }

  private outcome(step: LispStep, before: Memory, turnsLeft: number): TurnOutcome {
    if (!step.ok) {
      if (step.fail.details?.kind === "fail" || step.fail.reason === "cancelled") return { type: "end", fail: step.fail };
      return { type: "feedback", text: failFeedback(step.fail, step.prints, turnsLeft), fail: step.fail };
    }
    if (!this.isAnswer(step)) {
      return { type: "feedback", text: valueFeedback(step, changedNames(before, step.memory), turnsLeft) };
    }
    return { type: "answer", value: step.return };
  }

  private async evaluate(source: string, turn: number, trace: TraceScope): Promise<LispStep> {
    const { agent, options, log } = this;
    const step = await runProgram(source, {
      tools: this.tools,
      limits: agent.limits,
      chargeToolTime: agent.chargeToolTime,
      context: this.context,
      memory: log.memory,
      history: log.history,
      trace,
      turn,
      runId: log.traceId,
      random: this.random,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    });
    return step.ok && this.isAnswer(step) ? this.validated(step) : step;
  }

  /** With one turn the value is the answer; else only what `return` ends with. */
  private isAnswer(step: SuccessfulStep): boolean {
    return step.endedBy === "return" || this.agent.maxTurns === 1;
  }

  /** An answer that does not match the signature is a failed step: nothing it defined is kept. */
  private validated(step: SuccessfulStep): LispStep {
    const checked = validateOutput(this.agent.signature, step.return, { mode: this.agent.validation });
    if (checked.ok) {
      checked.warnings?.forEach((warning) => { this.log.warn(`return: ${warning}`); });
      return { ...step, return: checked.value };
    }
    const [first, ...others] = failsOf(checked);
    const fail: Fail = { reason: "validation_error", message: first?.message ?? "the value does not match", details: { kind: "validation_error", errors: others } };
    return { ok: false, fail, memory: this.log.memory, summaries: {}, prints: step.prints, toolCalls: step.toolCalls, usage: step.usage };
  }

  private async ask(scope: TraceScope): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly fail: Fail }> {
    const messages = this.log.messages;
    const span = scope.start("model-request", () => ({ messages: this.log.plainMessages() }));
    try {
      const response = await this.model.generate({ messages, signal: this.options.signal });
      this.log.answered(response);
      span.end({ ok: true, text: response.text, ...(response.usage === undefined ? {} : { usage: response.usage }) });
      return { ok: true, text: response.text };
    } catch (error) {
      const message = error instanceof Error ? error.message : "the model failed";
      span.end({ ok: false, error: message });
      this.log.requestFailed();
      const cancelled = this.options.signal?.aborted === true || (isModelError(error) && error.kind === "cancelled");
      if (cancelled) return { ok: false, fail: { reason: "cancelled", message: "the mission was cancelled" } };
      return { ok: false, fail: { reason: "llm_error", message: `the model failed: ${message}`, details: { kind: isModelError(error) ? error.kind : "unknown" } } };
    }
  }

  private outOfTurns(): Fail {
    const last = this.log.lastFail;
    const turns = this.agent.maxTurns;
    const why = last === undefined ? "the last program ran but did not end with (return value)" : `the last turn ended with ${last.reason}: ${last.message}`;
    if (turns === 1 && last !== undefined) return last;
    return { reason: "max_turns_exceeded", message: `no answer within ${String(turns)} turns; ${why}`, ...(last === undefined ? {} : { details: { kind: "max_turns_exceeded", errors: [last] } }) };
  }
}

function failsOf(result: ValidationResult & { ok: false }): Fail[] {
  return violationLines(result).map((message): Fail => ({ reason: "validation_error", message }));
}

function changedNames(before: Memory, after: Memory): string[] {
  return [...after.names()].filter((name) => before.get(name) !== after.get(name));
}
