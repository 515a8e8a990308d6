// The turn loop: ask the model, let the mode say what its answer means, and either finish or go on
// with the next turn. Everything that happens is recorded in a log, and every outcome is a step.

import { TraceScope, randomHexId, type Fail, type Tool } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { LanguageModel, ModelMessage, ModelResponse } from "@ptc/llm";
import { ToolRunner, run as runProgram, type LispStep } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { Allowance } from "../bounds/allowance.ts";
import { Deadline } from "../bounds/deadline.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import { TurnBudget } from "../bounds/turn-budget.ts";
import { askFail, askModel } from "../model/ask-model.ts";
import { resolveModel } from "../model/resolve-model.ts";
import { modeOf } from "../modes/mode-of.ts";
import type { Mode, ModeTurn, RequestParts, Responder, TurnReaction } from "../modes/mode.ts";
import { missingCapability } from "../modes/model-needs.ts";
import type { MissionStep } from "../step/step.ts";
import { MissionLog } from "../step/mission-log.ts";
import { messageText } from "../step/step-message.ts";
import { beginMission } from "./begin-mission.ts";
import { modelCallsFail, outOfTurnsFail, tooDeepFail } from "./bound-fails.ts";
import { missionFirewall, noteDefinitions } from "./mission-firewall.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";
import { missionTools } from "./mission-tools.ts";
import { ToolCache } from "./tool-cache.ts";

/**
 * A mission that can begin: a suitable model was found, and the context and the prompt are ready.
 */
interface Beginning {
  readonly model: LanguageModel;
  readonly context: Readonly<Record<string, unknown>>;
  readonly prompt: string;
}

/** A mission that is running. */
interface Work extends Beginning {
  readonly responder: Responder;
  readonly deadline: Deadline;
}

/**
 * The outcome of a turn, and what the conversation gets. A turn in which the model does not answer
 * ends the mission and is not recorded.
 */
type TurnEnd = (TurnReaction | { readonly type: "end"; readonly fail: Fail }) & {
  readonly told: readonly ModelMessage[];
};

export class MissionRun {
  private readonly agent: Agent;
  private readonly options: ResolvedMissionOptions;
  private readonly scope: MissionScope;
  private readonly mode: Mode;
  private readonly runId: string;
  private readonly firewall: Firewall;
  private readonly log: MissionLog;
  private readonly trace: TraceScope;
  private readonly budget: Allowance;
  private readonly turns: TurnBudget;
  private readonly tools: Readonly<Record<string, Tool>>;

  constructor(
    agent: Agent,
    options: ResolvedMissionOptions,
    scope: MissionScope,
    mode: Mode = modeOf(agent),
  ) {
    const { sink, clock, random } = options;
    const traceId = randomHexId(random, 32);
    const toolCache = new ToolCache(options.toolCache);
    this.agent = agent;
    this.firewall = missionFirewall(agent, options, scope);
    this.options = options;
    this.scope = scope;
    this.mode = mode;
    this.runId = scope.runId ?? traceId;
    const { firewall } = this;
    this.trace = new TraceScope({ sink, clock, random, traceId, firewall }, scope.parent?.spanId);
    const parentTraceId = scope.parent?.traceId;
    this.log = new MissionLog(agent, {
      ...options,
      traceId,
      parentTraceId,
      toolCache,
      firewall,
    });
    this.budget = new Allowance(agent.turnBudget, scope.turns);
    this.turns = new TurnBudget(agent, this.budget);
    this.tools = missionTools(agent, toolCache, (warning) => {
      this.log.warn(warning);
    });
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
      // Needed when a function of the host threw. A span that has ended already does not change.
      span.end({ ok: false, turns: this.log.turnCount });
    }
  }

  private begin():
    ({ readonly ok: true } & Beginning) | { readonly ok: false; readonly fail: Fail } {
    const { agent, options, scope, log } = this;
    if (scope.depth > scope.maxDepth) return { ok: false, fail: tooDeepFail(scope) };
    const resolved = resolveModel(
      options.llm ?? agent.llm ?? scope.llm,
      options.llmRegistry ?? scope.llmRegistry,
    );
    if (!resolved.ok) return resolved;
    const { model } = resolved;
    const lacking = missingCapability(this.mode.needs, model);
    if (lacking !== undefined) return { ok: false, fail: lacking };
    const begun = beginMission(agent, options.context, this.firewall);
    if (!begun.ok) return begun;
    const { context, prompt, warnings } = begun;
    warnings.forEach((warning) => {
      log.warn(`context: ${warning}`);
    });
    log.prompt = prompt;
    return { ok: true, model, context, prompt };
  }

  private async work(beginning: Beginning, scope: TraceScope): Promise<MissionStep> {
    const { agent, mode, log, tools } = this;
    const { model, context, prompt } = beginning;
    const system = mode.systemPrompt(agent, context, log.memory, this.firewall);
    // Most providers refuse an empty message.
    if (system !== "") log.say({ role: "system", content: system, cacheBoundary: true });
    log.say({ role: "user", content: prompt });
    const responder = mode.begin({ agent, model, log, tools });
    const deadline = new Deadline({
      timeoutMs: agent.missionTimeoutMs,
      above: this.scope.deadline,
      ...this.options,
    });
    try {
      return await this.loop({ ...beginning, responder, deadline }, scope);
    } finally {
      deadline.stop();
    }
  }

  private async loop(work: Work, scope: TraceScope): Promise<MissionStep> {
    const { turns, log } = this;
    while (turns.phase !== undefined) {
      const number = turns.take();
      const span = scope.start("turn", () => ({ turn: number, turnsLeft: turns.left }));
      const end = await this.turn(work, this.modeTurn(work, span.scope));
      const { told } = end;
      span.end({
        turn: number,
        ok: end.type !== "end",
        done: end.type !== "next-turn",
        ...(end.type === "answer" || end.fail === undefined ? {} : { fail: end.fail }),
        ...(told.length === 0 ? {} : { feedback: told.map(messageText).join("\n") }),
      });
      if (end.type === "answer") return log.succeed(end.value);
      if (end.type === "end") return log.fail(end.fail);
    }
    return log.fail(outOfTurnsFail(this.agent, turns, this.budget, log.lastTurn?.fail));
  }

  /**
   * Runs one turn: an answer of the model and its consequences. There are several answers when the
   * mode asks again.
   */
  private async turn(work: Work, turn: ModeTurn): Promise<TurnEnd> {
    const { log } = this;
    const { responder } = work;
    for (;;) {
      const sent = log.stepMessages();
      const asked = await this.ask(work, responder.request(turn), turn.trace);
      if (!asked.ok) return { type: "end", fail: asked.fail, told: [] };
      const reaction = await responder.respond(asked.response, turn);
      const [, ...told] = reaction.messages.map((message) => log.say(message));
      if (reaction.type === "ask-again") continue;
      log.turn(reaction.turn, sent);
      return { ...reaction, told };
    }
  }

  /**
   * The turn as the mode sees it. What it says about later turns is computed when the mode asks.
   */
  private modeTurn(work: Work, trace: TraceScope): ModeTurn {
    const { agent, turns, log } = this;
    const { deadline } = work;
    return {
      number: turns.used,
      get mustAnswer() {
        return turns.left === 0 || agent.maxTurns === 1;
      },
      get next() {
        const { phase, left } = turns;
        return phase === undefined
          ? undefined
          : { phase, turnsLeft: left, summaries: log.summaries };
      },
      get over() {
        return deadline.fail;
      },
      signal: deadline.signal,
      trace,
      runId: this.runId,
      toolRunner: new ToolRunner({
        tools: new Map(Object.entries(this.tools)),
        clock: this.options.clock,
        trace,
      }),
      evaluate: (source) => this.evaluate(source, work, trace),
    };
  }

  private async evaluate(
    source: string,
    { context, deadline }: Work,
    trace: TraceScope,
  ): Promise<LispStep> {
    const { agent, options, log, turns } = this;
    const step = await runProgram(source, {
      tools: this.tools,
      limits: agent.limits,
      chargeToolTime: agent.chargeToolTime,
      context: withAbsentParameters(agent, context),
      memory: log.memory,
      history: log.history,
      signal: deadline.signal,
      trace,
      turn: turns.used,
      runId: this.runId,
      clock: options.clock,
      random: options.random,
      hideFirewalled: true,
      firewall: this.firewall,
      budget: { turns: turns.left },
      ...(log.journal === undefined ? {} : { journal: log.journal }),
    });
    log.spend(step);
    if (step.ok) noteDefinitions(this.firewall, step.memory);
    return step;
  }

  private async ask(
    { model, deadline }: Work,
    parts: RequestParts,
    scope: TraceScope,
  ): Promise<
    | { readonly ok: true; readonly response: ModelResponse }
    | { readonly ok: false; readonly fail: Fail }
  > {
    const { agent, options, log } = this;
    const { modelCalls } = this.scope;
    if (modelCalls?.left === 0 && deadline.fail === undefined)
      return { ok: false, fail: modelCallsFail(modelCalls) };
    let attempts = 0;
    const result = await askModel(
      model,
      { ...agent.modelOptions, messages: log.messages, ...parts },
      {
        policy: agent.llmRetry,
        clock: options.clock,
        random: options.random,
        signal: deadline.signal,
        mayRetry: () => modelCalls?.left !== 0,
        onAttempt: () => {
          attempts += 1;
          modelCalls?.spend();
          const span = scope.start("model-request", () => ({ messages: log.stepMessages() }));
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
    // The caller did not abort: the model aborted by itself and reports it as a cancellation.
    return { ok: false, fail: askFail(result.error, attempts) };
  }
}

/** The context of the agent's programs: an optional parameter that was not given is nil. */
function withAbsentParameters(
  { signature }: Agent,
  context: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const absent = signature.parameters.filter(({ name }) => !Object.hasOwn(context, name));
  return absent.length === 0
    ? context
    : { ...context, ...Object.fromEntries(absent.map(({ name }) => [name, null])) };
}
