// The turn loop: sends a request to the model, lets the mode interpret the response, and either
// finishes or starts the next turn. A log records all events, and every outcome is a step.

import type { Fail, ToolArguments, ToolContext, TraceScope } from "@ptc/core/contracts";
import type { ModelMessage } from "@ptc/llm";
import { presentFields } from "@ptc/core/internal/host";
import { nextTask } from "@ptc/core/internal/task";
import type { Agent } from "../agent/agent.ts";
import { counted, effectIn } from "../bounds/activity.ts";
import { Deadline } from "../bounds/deadline.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import { modeOf } from "../modes/mode-of.ts";
import type { Mode, ModeTurn, Responder, TurnReaction } from "../modes/mode.ts";
import { withDepsInPrompt } from "../prompt/overridden-prompt.ts";
import type { MissionStep } from "../step/step.ts";
import { messageText } from "../step/step-message.ts";
import { outOfTurnsFail } from "./bound-fails.ts";
import { childOptions } from "./child-missions.ts";
import { openingMessages } from "./opening-messages.ts";
import { endedStep } from "./partial-answer.ts";
import {
  loadProviders,
  missionStart,
  type MissionStart,
  type MissionStartResult,
} from "./mission-start.ts";
import { missionFrame } from "./mission-frame.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";
import { missionParts, type MissionParts } from "./mission-parts.ts";
import { modeTurn } from "./mission-turn.ts";
import { ModelRequests } from "./model-requests.ts";
import { changesSince } from "./turn-changes.ts";
import { isWithheld, withheldReaction } from "./withheld-response.ts";

/** A running mission. */
interface Work extends MissionStart {
  readonly responder: Responder;
  readonly requests: ModelRequests;
  readonly deadline: Deadline;
}

/**
 * The outcome of a turn and its messages for the conversation. If the model doesn't respond, the
 * mission ends and the turn isn't recorded.
 */
type TurnEnd = (TurnReaction | { readonly type: "end"; readonly fail: Fail }) & {
  readonly replies: readonly ModelMessage[];
};

export class MissionRun {
  private readonly parts: MissionParts;
  private readonly mode: Mode;

  constructor(
    given: Agent,
    options: ResolvedMissionOptions,
    scope: MissionScope,
    mode: Mode = modeOf(given),
    /** The agent and mode that `selfTool` runs, if they aren't this agent in this mode. */
    below?: { readonly agent: Agent; readonly mode: Mode },
  ) {
    const agent = withDepsInPrompt(given, options.deps);
    const again = below ?? { agent, mode };
    this.mode = mode;
    this.parts = missionParts(agent, options, scope, (caller, args, call) =>
      runChild(again.agent, { args, call, caller }, caller.scope(call), again.mode),
    );
  }

  /** The id of the mission's trace: 32 hex digits. */
  get traceId(): string {
    return this.parts.traceId;
  }

  /** The number of complete turns so far. */
  get turnCount(): number {
    return this.parts.log.turnCount;
  }

  /** The conversation so far, which another mission can continue. */
  get messages(): readonly ModelMessage[] {
    return this.parts.log.messages;
  }

  async run(): Promise<MissionStep> {
    const { place } = this.parts;
    const loading = loadProviders(this.parts);
    if (loading !== undefined) await counted(place, loading);
    try {
      return await missionFrame(
        this.parts,
        () => missionStart(this.parts, this.mode),
        (start, trace) => this.work(start, trace),
      );
    } finally {
      place?.close();
    }
  }

  /** Returns the step of a mission that can't start. The step includes all its inputs. */
  async refuse(fail: Fail): Promise<MissionStep> {
    return await missionFrame(
      this.parts,
      (): MissionStartResult => ({ ok: false, fail }),
      (start, trace) => this.work(start, trace),
    );
  }

  private async work(start: MissionStart, scope: TraceScope): Promise<MissionStep> {
    const { parts, mode } = this;
    const { agent, log, tools, options, runId, spending, toolCache } = parts;
    const { model } = start;
    for (const message of openingMessages(parts, mode, start)) log.say(message);
    const responder = mode.begin({
      agent,
      model,
      log,
      tools,
      isCached: (answer) => toolCache.isCached(answer),
    });
    const deadline = new Deadline({
      timeoutMs: agent.missionTimeoutMs,
      above: parts.scope.deadline,
      ...options,
      place: parts.place,
    });
    parts.shared = { llm: model, deadline };
    const requests = new ModelRequests({
      agent,
      options,
      log,
      runId,
      spending,
      model,
      deadline,
      depth: parts.scope.depth,
      registry: options.llmRegistry ?? parts.scope.llmRegistry,
      journal: parts.journal,
      place: parts.place,
    });
    try {
      return await this.loop({ ...start, responder, requests, deadline }, scope);
    } finally {
      deadline.stop();
    }
  }

  private async loop(work: Work, scope: TraceScope): Promise<MissionStep> {
    const { parts } = this;
    const { turns, log, place } = parts;
    const { claim } = parts.options.effects;
    for (;;) {
      // Missions that run at the same time share turns, requests and the journal of their prompts.
      if (claim !== undefined && parts.scope.depth > 0) {
        const claimed = claim(`${parts.runId}/${String(turns.used + 1)}`);
        if (claimed !== undefined) await effectIn(place, claimed);
      }
      const { phase } = turns;
      if (phase === undefined) break;
      const isWork = phase !== "retry";
      const number = turns.take();
      const span = scope.start("turn", () => ({ turn: number, turnsLeft: turns.left }));
      const changes = scope.isListening ? changesSince(parts) : undefined;
      const end = await this.turn(work, modeTurn(parts, work, span.scope, isWork));
      const { replies } = end;
      span.end({
        turn: number,
        ok: end.type !== "end",
        done: end.type !== "next-turn",
        ...(end.type === "answer" || end.fail === undefined ? {} : { fail: end.fail }),
        ...(replies.length === 0 ? {} : { feedback: replies.map(messageText).join("\n") }),
        ...presentFields({ changes: changes?.() }),
      });
      // An abort ends the turn immediately. Child missions are aborted too, and their steps count.
      await parts.children.settled();
      place?.dropHolds();
      if (end.type === "answer") return log.succeed(end.value);
      if (end.type === "end") return await endedStep(end.fail, parts);
    }
    const fail = outOfTurnsFail(parts.agent, turns, parts.budget, log.lastTurn?.fail);
    return await endedStep(fail, parts);
  }

  /**
   * Runs one turn: a model response and its consequences. The mode may request more responses in
   * the same turn.
   */
  private async turn(work: Work, turn: ModeTurn): Promise<TurnEnd> {
    const { log } = this.parts;
    const { responder, requests } = work;
    await requests.prepare(turn);
    for (;;) {
      const sent = log.stepMessages();
      const asked = await requests.ask(responder.request(turn), turn, () =>
        responder.watch?.(turn),
      );
      if (!asked.ok) return { type: "end", fail: asked.fail, replies: [] };
      const { response } = asked;
      const reaction = isWithheld(response)
        ? withheldReaction(response, this.parts, turn)
        : await responder.respond(response, turn);
      const [, ...replies] = reaction.messages.map((message) => log.say(message));
      if (reaction.type === "ask-again") continue;
      log.turn(reaction.turn, sent);
      return { ...reaction, replies };
    }
  }
}

/** A tool call that runs a mission. */
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
  // Building its prompt is synchronous, and a program may start many missions.
  const turn = nextTask();
  call.noteWork?.(turn);
  await turn;
  const mission = new MissionRun(agent, childOptions(args, call, caller), scope, mode);
  call.noteChild(mission.traceId);
  return await caller.track(mission.run());
}
