// A mode: one way in which a model answers a mission. The loop begins, asks, counts, stops and
// records; a mode says what a request carries and what an answer means.
//
//   systemPrompt ─▶ request ─▶ (the loop asks) ─▶ respond ─▶ answer · end · next-turn
//                     ▲                              │
//                     └──────── ask-again ───────────┘   within one turn
//
// How other ways fit: a native tool call is answered in `messages`, by a tool message behind the
// assistant's, whatever follows; a program in such a call goes through `turn.evaluate`, a tool
// through `turn.toolRunner`. An answer that takes a second request (first tools, then structured
// output) asks again in the same turn. A mode that offers several of these at once is one mode,
// whose `respond` looks at what the model chose.

import type { Fail, Tool, TraceScope } from "@ptc/core/contracts";
import type { LispStep, Memory, ToolRunner } from "@ptc/lisp";
import type {
  AssistantMessage,
  LanguageModel,
  ModelRequest,
  ModelResponse,
  ToolMessage,
  UserMessage,
} from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import type { NextTurn } from "../prompt/feedback.ts";
import type { MissionLog, TurnRecord } from "../step/mission-log.ts";
import type { ModelNeeds } from "./model-needs.ts";

export interface Mode {
  /** What the model must be able to do. */
  readonly needs: ModelNeeds;
  /** What the model is told once; nothing where it is empty. */
  readonly systemPrompt: (
    agent: Agent,
    context: Readonly<Record<string, unknown>>,
    memory: Memory,
  ) => string;
  /** One mission that is answered this way. */
  readonly begin: (mission: ModeMission) => Responder;
}

/** What stays the same during a mission. */
export interface ModeMission {
  readonly agent: Agent;
  readonly model: LanguageModel;
  readonly log: MissionLog;
  /** The agent's tools by name, held to their contracts, with cached answers. */
  readonly tools: Readonly<Record<string, Tool>>;
}

export interface Responder {
  /** What the next request carries besides messages and the options of the model. */
  readonly request: (turn: ModeTurn) => RequestParts;
  /**
   * What an answer comes to. Never rejects for what a model, a program or a tool does. It may be
   * called several times in a turn, when it asked again; it bounds how often.
   */
  readonly respond: (response: ModelResponse, turn: ModeTurn) => Promise<Reaction>;
}

export type RequestParts = Pick<ModelRequest, "tools" | "toolChoice" | "output">;

/** The turn that runs. What it says of the future is true when it is read: turns may be spent. */
export interface ModeTurn {
  /** From 1. */
  readonly number: number;
  /** No further turn may look around: what comes now is the answer. */
  readonly mustAnswer: boolean;
  /** The turn after this one, for the feedback; absent when there is none. */
  readonly next: NextTurn | undefined;
  /** Why the mission is over, whatever came of the turn: its deadline, or its caller. */
  readonly over: Fail | undefined;
  /** Aborts when the mission is over. */
  readonly signal: AbortSignal;
  /** Where events of the turn stand. */
  readonly trace: TraceScope;
  /** The run's part of the addresses of effects. */
  readonly runId: string;
  /** Makes calls of the mission's tools, as programs do, below the turn in the trace. */
  readonly toolRunner: ToolRunner;
  /** Runs a program with the memory, history and journal of the mission, and adds up its cost. */
  readonly evaluate: (source: string) => Promise<LispStep>;
}

/**
 * What the conversation gets: the answer as it is kept, and what the model is told behind it. An
 * answer with tool calls is followed by a tool message with one result for each.
 */
export type ReactionMessages = readonly [AssistantMessage, ...(ToolMessage | UserMessage)[]];

/** What an answer came to. `turn` is what the step records of the turn. */
export type Reaction =
  /** One more request in this turn. */
  { readonly type: "ask-again"; readonly messages: ReactionMessages } | TurnReaction;

export type TurnReaction =
  /** The mission is answered. */
  | {
      readonly type: "answer";
      readonly value: unknown;
      readonly messages: ReactionMessages;
      readonly turn: TurnRecord;
    }
  /** The mission ends without an answer. */
  | {
      readonly type: "end";
      readonly fail: Fail;
      readonly messages: ReactionMessages;
      readonly turn: TurnRecord;
    }
  /** The next turn goes on, if there is one; `fail` when something went wrong in this one. */
  | {
      readonly type: "next-turn";
      readonly fail?: Fail;
      readonly messages: ReactionMessages;
      readonly turn: TurnRecord;
    };
