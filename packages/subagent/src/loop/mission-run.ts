// The turn loop: ask the model, let the mode say what its answer means, and either finish or go on
// with the next turn. Everything that happens is recorded in a log, and every outcome is a step.

import {
  JournalEntries,
  TraceScope,
  randomHexId,
  type Fail,
  type Tool,
  type ToolArguments,
  type ToolContext,
} from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { HostFile } from "@ptc/core/values";
import { presentFields, type LanguageModel, type ModelMessage } from "@ptc/llm";
import {
  ToolRunner,
  hopelessBeginning,
  run as runProgram,
  type JournalStore,
  type LispStep,
} from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { toolsOf } from "../agent/exposure.ts";
import { Allowance } from "../bounds/allowance.ts";
import { Deadline } from "../bounds/deadline.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import { nextTask } from "../model/next-task.ts";
import { Spending, oneRequest } from "../bounds/spending.ts";
import { namedFail } from "../bounds/tool-calls.ts";
import { TurnBudget } from "../bounds/turn-budget.ts";
import { withDepsInPrompt } from "../prompt/overridden-prompt.ts";
import { resolveModel, type ResolveModelResult } from "../model/resolve-model.ts";
import { contentWithFiles } from "../files/file-part.ts";
import { unsentFile } from "../modes/file-needs.ts";
import { modeOf } from "../modes/mode-of.ts";
import type { Mode, ModeTurn, Responder, TurnReaction } from "../modes/mode.ts";
import { missingCapability } from "../modes/model-needs.ts";
import type { MissionStep } from "../step/step.ts";
import { MissionLog } from "../step/mission-log.ts";
import { messageText } from "../step/step-message.ts";
import { beginMission } from "./begin-mission.ts";
import { outOfTurnsFail, tooDeepFail } from "./bound-fails.ts";
import { withAbsentParameters } from "./absent-parameters.ts";
import { missionCaller } from "./calling-mission.ts";
import { ChildMissions, childOptions } from "./child-missions.ts";
import { missionFirewall, noteDefinitions } from "./mission-firewall.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";
import { missionTools } from "./mission-tools.ts";
import { missingModelBelow } from "./missing-model.ts";
import { ModelRequests } from "./model-requests.ts";
import { withMissionLog } from "./with-mission-log.ts";
import { ToolCache } from "./tool-cache.ts";

/**
 * A mission that can begin: a suitable model was found, and the context and the prompt are ready.
 */
interface Beginning {
  readonly model: LanguageModel;
  readonly context: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  /** What the prompt attaches. */
  readonly files: readonly HostFile[];
}

type MissionBeginning =
  ({ readonly ok: true } & Beginning) | { readonly ok: false; readonly fail: Fail };

/** A mission that is running. */
interface Work extends Beginning {
  readonly responder: Responder;
  readonly requests: ModelRequests;
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
  /** The id of the mission's trace: 32 hex digits. */
  readonly traceId: string;
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
  private readonly spending: Spending;
  private readonly calls: Allowance;
  private readonly toolCache: ToolCache;
  private readonly children = new ChildMissions();
  private readonly caller: MissionCaller;
  private readonly tools: Readonly<Record<string, Tool>>;
  private readonly programTools: Readonly<Record<string, Tool>>;
  private readonly journal: JournalEntries | undefined;
  private readonly onJournal: JournalStore | undefined;
  /** What the missions below take over, once this one has begun. */
  private shared: Pick<MissionScope, "llm" | "deadline"> = {};

  constructor(
    given: Agent,
    options: ResolvedMissionOptions,
    scope: MissionScope,
    mode: Mode = modeOf(given),
  ) {
    const agent = withDepsInPrompt(given, options.deps);
    const { sink, clock, random } = options;
    const traceId = randomHexId(random.stream("trace"), 32);
    const toolCache = new ToolCache(options.toolCache);
    this.traceId = traceId;
    this.toolCache = toolCache;
    this.agent = agent;
    this.firewall = missionFirewall(agent, options, scope);
    this.options = options;
    this.scope = scope;
    this.mode = mode;
    this.runId = scope.runId ?? traceId;
    const { firewall, children } = this;
    this.trace = new TraceScope(
      { sink, clock, random: random.stream("spans"), traceId, firewall, agent: agent.name },
      scope.parent?.spanId,
    );
    const parentTraceId = scope.parent?.traceId;
    this.journal = scope.journal ?? entriesOf(options.journal);
    this.onJournal = scope.onJournal ?? options.effects.journal(options.onJournal);
    this.log = new MissionLog(agent, {
      ...options,
      journal: this.journal,
      traceId,
      runId: this.runId,
      parentTraceId,
      toolCache,
      firewall,
      children,
    });
    this.budget = new Allowance(agent.turnBudget, scope.turns);
    this.turns = new TurnBudget(agent, this.budget);
    this.spending = new Spending(agent, scope.spending);
    this.calls = new Allowance(agent.maxToolCalls, scope.toolCalls);
    this.caller = missionCaller(
      {
        traceId,
        options,
        scope,
        firewall,
        children,
        levels: agent.maxDepth,
        turns: this.budget,
        toolCalls: this.calls,
        spending: this.spending,
        journal: this.journal,
        onJournal: this.onJournal,
        begun: () => this.shared,
      },
      (caller, args, call) => runChild(agent, { args, call, caller }, caller.scope(call), mode),
    );
    this.tools = missionTools(agent, {
      toolCache,
      children,
      calls: this.calls,
      clock,
      random: random.jitter,
      caller: this.caller,
      warn: (warning) => {
        this.log.warn(warning);
      },
    });
    const callable = toolsOf(agent, "program");
    this.programTools = Object.fromEntries(
      Object.entries(this.tools).filter(([name]) => callable.has(name)),
    );
  }

  async run(): Promise<MissionStep> {
    return await this.recorded(() => this.runFrom(this.begin()));
  }

  /** The step of a mission that cannot begin, with everything that it was given. */
  async refuse(fail: Fail): Promise<MissionStep> {
    return await this.recorded(() => this.runFrom({ ok: false, fail }));
  }

  /** Tells whoever records the run of its beginning and end. */
  private async recorded(work: () => Promise<MissionStep>): Promise<MissionStep> {
    const { options, runId, firewall } = this;
    const { observer, random, firewall: allowed } = options;
    observer?.begin({ ...options, runId, seed: random.seed, allowed, firewall });
    const step = await work();
    observer?.end(step);
    return step;
  }

  private async runFrom(beginning: MissionBeginning): Promise<MissionStep> {
    const { agent } = this;
    const { parent, depth } = this.scope;
    const span = this.trace.start("mission", () => ({
      ...(agent.name === undefined ? {} : { name: agent.name }),
      ...(parent === undefined ? {} : { parentTraceId: parent.traceId, depth }),
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

  private begin(): MissionBeginning {
    const { agent, options, scope, log } = this;
    if (scope.depth > scope.maxDepth) return { ok: false, fail: tooDeepFail(scope) };
    const resolved = options.effects.resolve(this.runId, () => this.resolveModel());
    if (!resolved.ok) return resolved;
    const { model } = resolved;
    const lacking = missingCapability(this.mode, model);
    if (lacking !== undefined) return { ok: false, fail: lacking };
    // Of a mission that may ask nobody no prompt is made.
    const spent = this.spending.refusal(oneRequest);
    if (spent !== undefined) return { ok: false, fail: spent };
    const begun = beginMission(agent, options.context, this.firewall, this.mode);
    if (!begun.ok) return begun;
    const { context, prompt, files, warnings } = begun;
    warnings.forEach((warning) => {
      log.warn(`context: ${warning}`);
    });
    log.prompt = prompt;
    const unsent = unsentFile(files, model, this.firewall);
    if (unsent !== undefined) return { ok: false, fail: unsent };
    return { ok: true, model, context, prompt, files };
  }

  private resolveModel(): ResolveModelResult {
    const { agent, options, scope } = this;
    const registry = options.llmRegistry ?? scope.llmRegistry;
    const resolved = resolveModel(options.llm ?? agent.llm ?? scope.llm, registry);
    // A mission below was looked at with the one above it.
    if (!resolved.ok || scope.parent !== undefined) return resolved;
    const missing = missingModelBelow(agent, registry);
    return missing === undefined ? resolved : { ok: false, fail: missing };
  }

  private async work(beginning: Beginning, scope: TraceScope): Promise<MissionStep> {
    const { agent, mode, log, tools } = this;
    const { model, context, prompt, files } = beginning;
    const { firewall } = this;
    const journal = this.journal?.record;
    const system = mode.systemPrompt(agent, context, log.memory, firewall, journal);
    // Most providers refuse an empty message.
    if (system !== "") log.say({ role: "system", content: system, cacheBoundary: true });
    const asked = withMissionLog(prompt, agent, journal, firewall);
    log.say({ role: "user", content: contentWithFiles(asked, files, firewall) });
    const { toolCache } = this;
    const responder = mode.begin({
      agent,
      model,
      log,
      tools,
      isKept: (answer) => toolCache.isKept(answer),
    });
    const deadline = new Deadline({
      timeoutMs: agent.missionTimeoutMs,
      above: this.scope.deadline,
      ...this.options,
    });
    this.shared = { llm: model, deadline };
    const { options, runId, spending } = this;
    const requests = new ModelRequests({
      agent,
      options,
      log,
      runId,
      spending,
      model,
      deadline,
      registry: options.llmRegistry ?? this.scope.llmRegistry,
      journal: this.journal,
    });
    try {
      return await this.loop({ ...beginning, responder, requests, deadline }, scope);
    } finally {
      deadline.stop();
    }
  }

  private async loop(work: Work, scope: TraceScope): Promise<MissionStep> {
    const { turns, log } = this;
    while (turns.phase !== undefined) {
      const isWork = turns.phase !== "retry";
      const number = turns.take();
      const span = scope.start("turn", () => ({ turn: number, turnsLeft: turns.left }));
      const end = await this.turn(work, this.modeTurn(work, span.scope, isWork));
      const { told } = end;
      span.end({
        turn: number,
        ok: end.type !== "end",
        done: end.type !== "next-turn",
        ...(end.type === "answer" || end.fail === undefined ? {} : { fail: end.fail }),
        ...(told.length === 0 ? {} : { feedback: told.map(messageText).join("\n") }),
      });
      // An abort ends the turn at once. The missions below hear of it too, and their steps count.
      await this.children.settled();
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
    const { responder, requests } = work;
    await requests.prepare(turn);
    for (;;) {
      const sent = log.stepMessages();
      const asked = await requests.ask(responder.request(turn), turn, () =>
        responder.watch?.(turn),
      );
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
  private modeTurn(work: Work, trace: TraceScope, isWork: boolean): ModeTurn {
    const { agent, turns, log, journal } = this;
    const { deadline } = work;
    const changes = journal?.changeCount ?? 0;
    return {
      number: turns.used,
      isWork,
      get mustAnswer() {
        return turns.left === 0 || agent.maxTurns === 1;
      },
      get next() {
        const { phase, left } = turns;
        return phase === undefined
          ? undefined
          : {
              phase,
              turnsLeft: left,
              summaries: log.summaries,
              kept: journal?.setSince(changes) ?? [],
            };
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
        layer: "native",
      }),
      hopelessBeginning: (source) =>
        hopelessBeginning(source, {
          tools: this.programTools,
          limits: agent.limits,
          memoryNames: log.memory.names(),
          context: withAbsentParameters(agent, work.context),
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
      tools: this.programTools,
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
      random: options.random.stream(`program ${String(turns.used)}`),
      hideFirewalled: true,
      firewall: this.firewall,
      budget: {
        turns: turns.left,
        "model-calls": this.spending.requestsLeft,
        "mission-tool-calls": this.calls.left,
        depth: {
          current: this.scope.depth,
          max: this.caller.maxDepth,
        },
      },
      ...(this.journal === undefined
        ? {}
        : { journal: this.journal, ...presentFields({ onJournal: this.onJournal }) }),
    });
    log.spend(step);
    if (!step.ok) return { ...step, fail: namedFail(step.fail, this.calls) };
    noteDefinitions(this.firewall, step.memory);
    return step;
  }
}

/** A call of a tool that runs a mission. */
export interface ChildCall {
  readonly args: ToolArguments;
  readonly call: ToolContext;
  readonly caller: MissionCaller;
}

/** Runs `agent` within `scope`, with the arguments of the call as its context. */
export async function runChild(
  agent: Agent,
  { args, call, caller }: ChildCall,
  scope: MissionScope,
  mode?: Mode,
): Promise<MissionStep> {
  // Making its prompt waits for nothing, and a program may start many.
  await nextTask();
  const mission = new MissionRun(agent, childOptions(args, call, caller), scope, mode);
  call.noteChild(mission.traceId);
  return await caller.track(mission.run());
}

function entriesOf(
  journal: Readonly<Record<string, unknown>> | undefined,
): JournalEntries | undefined {
  return journal === undefined ? undefined : new JournalEntries(Object.entries(journal));
}
