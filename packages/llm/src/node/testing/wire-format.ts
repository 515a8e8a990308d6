// How a provider's servers talk: what the tests of an adapter need to play such a server. The words
// are those of the contract; a wire format writes them down as the provider documents them, and
// reads what an adapter sent.

import type { FinishReason } from "../../contract/finish-reason.ts";
import type { JsonSchema } from "@ptc/core/contracts";
import type { ToolChoice } from "../../contract/tool-choice.ts";

/** How a provider writes answers and failures, and how its requests are read. */
export interface WireFormat {
  /** The reply to a request that does not stream. */
  readonly answer: (answer: WireAnswer) => WireReply;
  /**
   * The body of the reply to a request that streams: one text for each event, with whatever ends
   * it. Texts and arguments of calls are split into several events where the provider does so.
   */
  readonly events: (answer: WireAnswer) => readonly string[];
  /** The content type of a stream, such as `text/event-stream`. */
  readonly streamType: string;
  /** To a request of either kind: a provider may refuse content in what is else an answer. */
  readonly failure: (failure: WireFailure, way: "generate" | "stream") => WireReply;
  /** An event that says in the middle of a stream that it failed; absent where there is none. */
  readonly failureEvent?: (failure: WireFailure) => string;
  /**
   * Where arguments of calls are texts, so that they can be broken JSON. Default: in whole answers
   * and in streams.
   */
  readonly textArguments?: readonly ("generate" | "stream")[];
  /** An event with broken JSON. */
  readonly brokenEvent: string;
  /**
   * What an adapter sent.
   * @throws Error saying what is wrong, where the provider would refuse it: calls without results,
   *   results without calls, an empty message, roles that do not alternate where they must.
   */
  readonly read: (request: WireRequest) => SentRequest;
}

/** An answer of a model, in the contract's words. */
export interface WireAnswer {
  readonly id: string;
  readonly modelId: string;
  readonly parts: readonly WirePart[];
  readonly finishReason: Exclude<FinishReason, "stopped" | "other">;
  readonly usage: WireUsage;
  /** Fields to add wherever the format has room for them, as a later version of it would. */
  readonly hasUnknownFields?: boolean;
}

/** A part of an answer, before it is written in the format of a provider. */
export type WirePart =
  | { readonly type: "text"; readonly text: string }
  /** `signature` has to come back with the next request. */
  | { readonly type: "thinking"; readonly text: string; readonly signature: string }
  | {
      readonly type: "tool-call";
      readonly id: string;
      readonly name: string;
      /** The arguments, as JSON text or what should have been it. */
      readonly inputText: string;
    };

/** Tokens. The first two are whole counts, as in `ModelUsage`. */
export interface WireUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
}

/** A failure that the server answers with. */
export interface WireFailure {
  readonly kind:
    | "rate_limited"
    | "overloaded"
    | "server_error"
    | "auth"
    | "invalid_request"
    | "context_too_long"
    | "content_filtered";
  readonly message: string;
}

/** What a server sends. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a server got. */
export interface WireRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request in the contract's words. What a format has no field for is absent. */
export interface SentRequest {
  readonly modelId: string;
  readonly isStream: boolean;
  /** The key of the one who asks, from where the format has it. */
  readonly apiKey: string | undefined;
  readonly system: string;
  readonly messages: readonly SentMessage[];
  readonly tools: readonly SentTool[];
  readonly toolChoice?: ToolChoice | undefined;
  readonly outputSchema?: JsonSchema | undefined;
  /** Whether JSON of any shape was asked for. */
  readonly wantsJson?: boolean | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  /** How many places are marked for the provider's cache of prompts. */
  readonly cacheMarks: number;
  /** The body, for options of the provider alone. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Results of calls are messages of the role `tool`, also where a format says it otherwise. */
export interface SentMessage {
  readonly role: "user" | "assistant" | "tool";
  /** All texts, joined. */
  readonly text: string;
  readonly files: readonly SentFile[];
  readonly calls: readonly SentCall[];
  readonly results: readonly SentResult[];
  /** What came back of thinking. */
  readonly signatures: readonly string[];
}

/** A tool, as it stands in a request. */
export interface SentTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonSchema;
}

/** A call of a tool, as it stands in a request. */
export interface SentCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The result of a call, as it stands in a request. */
export interface SentResult {
  /** The id of the call, or its tool's name where the format has no ids. */
  readonly id: string;
  readonly text: string;
  /** Absent where there are none. */
  readonly files?: readonly SentFile[] | undefined;
  /** Absent where the format does not say it. */
  readonly isError?: boolean | undefined;
}

/** A file, as it stands in a request. */
export interface SentFile {
  readonly mediaType: string;
  /** Base64, or the URL. */
  readonly data: string;
}
