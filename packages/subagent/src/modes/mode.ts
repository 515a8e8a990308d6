// A mode: one way in which a model answers a mission. The loop starts, sends requests, counts,
// stops and records; a mode decides what a request contains and what a response means.
//
//   systemPrompt ─▶ request ─▶ (the loop asks) ─▶ respond ─▶ answer · end · next-turn
//                     ▲                              │
//                     └──────── ask-again ───────────┘   within one turn
//
// A mode with native tool calls puts the results into `messages`, as a tool message directly after
// the assistant message. It runs a program from a call with `turn.evaluate`, and calls a tool with
// `turn.toolRunner`. A mode that needs a second request for an answer asks again in the same turn.

import type { Fail, Tool, TraceScope } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { LispStep, Memory, RunActivity } from "@ptc/lisp";
import type { ToolRunner } from "@ptc/lisp/internal";
import type {
  AssistantMessage,
  LanguageModel,
  ModelRequest,
  ModelResponse,
  ToolDefinition,
  ToolMessage,
  UserMessage,
} from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import type { AnswerReader } from "../model/streamed-model.ts";
import type { NextTurn } from "../prompt/feedback.ts";
import type { MissionLog, TurnRecord } from "../step/mission-log.ts";
import type { NeedingMode } from "./model-needs.ts";

export interface Mode extends NeedingMode {
  /**
   * True if the model sees nothing of the context but the prompt. Placeholders then expand to whole
   * values instead of excerpts.
   */
  readonly showsWholeValues?: boolean;
  /** Returns the native tools of the requests. Absent if the mode has none. */
  readonly tools?: (agent: Agent) => readonly ToolDefinition[];
  /** Returns the system prompt of the mission. If it is empty, no system message is sent. */
  readonly systemPrompt: (
    agent: Agent,
    context: Readonly<Record<string, unknown>>,
    memory: Memory,
    firewall: Firewall,
    journal: Readonly<Record<string, unknown>> | undefined,
  ) => string;
  /** Starts a mission and returns the object that handles its turns. */
  readonly begin: (mission: ModeMission) => Responder;
}

/** The parts of a mission that stay the same in all turns. */
export interface ModeMission {
  readonly agent: Agent;
  readonly model: LanguageModel;
  readonly log: MissionLog;
  /** The agent's tools by name, wrapped with contract checks and the cache. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** True if a later call with the same arguments returns this result from the cache. */
  readonly isCached: (answer: unknown) => boolean;
}

export interface Responder {
  /** Returns what the next request contains besides messages and model options. */
  readonly request: (turn: ModeTurn) => RequestParts;
  /**
   * Returns a reader of the response while the model writes it. The reader stops the model when no
   * continuation can be right; the response then has the finish reason `stopped`.
   */
  readonly watch?: (turn: ModeTurn) => AnswerReader | undefined;
  /**
   * Decides what a response means for the mission. Must not reject, no matter what a model,
   * program or tool does. If it returns `ask-again`, the loop calls it again in the same turn, so
   * it must limit how often it does.
   */
  readonly respond: (response: ModelResponse, turn: ModeTurn) => Promise<Reaction>;
}

export type RequestParts = Pick<ModelRequest, "tools" | "toolChoice" | "output">;

/** A run of a program over other data than the mission's, without memory. */
export interface SampleRun {
  readonly context: Readonly<Record<string, unknown>>;
  /** Distinguishes the effects of this run from those of others in the turn. */
  readonly sample: string;
}

/**
 * The current turn. Fields about later turns are computed when they are read, because child
 * missions can use up shared turns in the meantime.
 */
export interface ModeTurn {
  /** The number of the turn; the first is 1. */
  readonly number: number;
  /** False in retry turns, which are only for the answer. */
  readonly isWork: boolean;
  /** True in the last turn that may do work, so the model must answer now. */
  readonly mustAnswer: boolean;
  /** The next turn, which the feedback describes. Undefined if this is the last one. */
  readonly next: NextTurn | undefined;
  /**
   * The reason why the mission ends after this turn no matter what: its deadline passed, or its
   * caller aborted it. Undefined while it can continue.
   */
  readonly over: Fail | undefined;
  /** Aborts when the mission is over. */
  readonly signal: AbortSignal;
  /** The scope in which the events of this turn are traced. */
  readonly trace: TraceScope;
  /** The run's id: the first part of the addresses of its effects. */
  readonly runId: string;
  /** Counts the async checks of an answer; undefined if the run isn't counted. */
  readonly activity: RunActivity | undefined;
  /** Runs native calls. The trace shows them below the turn. */
  readonly toolRunner: ToolRunner;
  /**
   * Returns the part of an incomplete program that can't run with any continuation. Undefined if
   * some continuation may be right.
   */
  readonly unrecoverablePrefix: (source: string) => Promise<string | undefined>;
  /**
   * Runs a program with the mission's memory, history and journal, and counts its cost. A program
   * over a sample runs without memory and history.
   */
  readonly evaluate: (source: string, sample?: SampleRun) => Promise<LispStep>;
}

/**
 * The messages to add to the conversation: the response as the history has it, then the replies to
 * the model. After a response with tool calls, a tool message has one result for each call.
 */
export type ReactionMessages = readonly [AssistantMessage, ...(ToolMessage | UserMessage)[]];

/** The meaning of a response for the mission. `turn` is the step's record of the turn. */
export type Reaction =
  /** Send one more request in this turn. */
  { readonly type: "ask-again"; readonly messages: ReactionMessages } | TurnReaction;

export type TurnReaction =
  /** The mission succeeds with this value. */
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
  /**
   * The mission continues with the next turn, if there is one. `fail` describes the failure of
   * this turn, if any.
   */
  | {
      readonly type: "next-turn";
      readonly fail?: Fail;
      readonly messages: ReactionMessages;
      readonly turn: TurnRecord;
    };
