// A mode: one way in which a model answers a mission. The loop begins, asks, counts, stops and
// records; a mode says what a request carries and what an answer means.
//
//   systemPrompt ─▶ request ─▶ (the loop asks) ─▶ respond ─▶ answer · end · next-turn
//                     ▲                              │
//                     └──────── ask-again ───────────┘   within one turn
//
// A mode with native tool calls answers a call in `messages`, by a tool message directly after the
// assistant's message. It runs a program in such a call with `turn.evaluate`, and calls a tool with
// `turn.toolRunner`. A mode that needs a second request for an answer asks again in the same turn.

import type { Fail, Tool, TraceScope } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { LispStep, Memory } from "@ptc/lisp";
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
   * Whether the prompt is all that the model sees of the context: then placeholders stand for whole
   * values, and not for their beginnings.
   */
  readonly showsWholeValues?: boolean;
  /** The native tools of its requests; absent where it has none. */
  readonly tools?: (agent: Agent) => readonly ToolDefinition[];
  /** The system prompt of the mission; when it is empty, no system message is sent. */
  readonly systemPrompt: (
    agent: Agent,
    context: Readonly<Record<string, unknown>>,
    memory: Memory,
    firewall: Firewall,
    journal: Readonly<Record<string, unknown>> | undefined,
  ) => string;
  /** Begins a mission: answers the object that handles its turns. */
  readonly begin: (mission: ModeMission) => Responder;
}

/** What stays the same during a mission. */
export interface ModeMission {
  readonly agent: Agent;
  readonly model: LanguageModel;
  readonly log: MissionLog;
  /** The agent's tools by name, with their contracts checked and their answers cached. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** Whether a later call with the same arguments gets this answer of a tool. */
  readonly isKept: (answer: unknown) => boolean;
}

export interface Responder {
  /** What the next request carries besides the messages and the model's options. */
  readonly request: (turn: ModeTurn) => RequestParts;
  /**
   * Looks at an answer while the model writes it; `stop` ends it where nothing that may follow
   * could save it. The answer has the finish reason `stopped` then.
   */
  readonly watch?: (turn: ModeTurn) => AnswerReader | undefined;
  /**
   * Says what an answer of the model means for the mission. It must not reject because of anything
   * that a model, a program or a tool does. When it asks again it is called again in the same turn,
   * and it has to bound how often that happens itself.
   */
  readonly respond: (response: ModelResponse, turn: ModeTurn) => Promise<Reaction>;
}

export type RequestParts = Pick<ModelRequest, "tools" | "toolChoice" | "output">;

/** Data in place of that of the mission, over which a program runs that has no memory. */
export interface SampleRun {
  readonly context: Readonly<Record<string, unknown>>;
  /** Tells the effects of the run from those of others in the turn. */
  readonly sample: string;
}

/**
 * The current turn. What it says about later turns holds at the moment it is read, since child
 * missions may spend shared turns meanwhile.
 */
export interface ModeTurn {
  /** The number of the turn; the first is 1. */
  readonly number: number;
  /** False in the turns after the work, which are there for the answer alone. */
  readonly isWork: boolean;
  /** True in the last turn that may do work: what the model answers now must be the answer. */
  readonly mustAnswer: boolean;
  /** The turn after this one, which the feedback speaks of; undefined when there is none. */
  readonly next: NextTurn | undefined;
  /**
   * Why the mission is over whatever this turn brings: its deadline has passed, or its caller
   * aborted it. Undefined while it may go on.
   */
  readonly over: Fail | undefined;
  /** Aborts when the mission is over. */
  readonly signal: AbortSignal;
  /** The scope in which the events of this turn are traced. */
  readonly trace: TraceScope;
  /** The first part of the addresses of effects, which names the run. */
  readonly runId: string;
  /** For calls that the model makes itself. In the trace they stand below the turn. */
  readonly toolRunner: ToolRunner;
  /**
   * Where a source is the beginning of a program: as much of it as cannot run whatever follows;
   * undefined where a continuation may be right.
   */
  readonly hopelessBeginning: (source: string) => Promise<string | undefined>;
  /**
   * Runs a program with the memory, history and journal of the mission, and adds up its cost. Over
   * a sample it runs without memory and history.
   */
  readonly evaluate: (source: string, sample?: SampleRun) => Promise<LispStep>;
}

/**
 * What is added to the conversation: the model's answer as it is kept, and what the model is told
 * after it. An answer with tool calls is followed by a tool message with one result for each call.
 */
export type ReactionMessages = readonly [AssistantMessage, ...(ToolMessage | UserMessage)[]];

/** What an answer means for the mission. `turn` is what the step records of the turn. */
export type Reaction =
  /** Send one more request in this turn. */
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
  /**
   * The mission goes on with the next turn, if there is one. `fail` says what went wrong in this
   * turn, if anything did.
   */
  | {
      readonly type: "next-turn";
      readonly fail?: Fail;
      readonly messages: ReactionMessages;
      readonly turn: TurnRecord;
    };
