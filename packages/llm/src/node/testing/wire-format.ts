// The wire format of a provider's servers, for tests that emulate such a server. It uses the
// contract's terms: it writes them in the provider's documented format, and parses an adapter's
// requests.

import type { FinishReason } from "../../contract/finish-reason.ts";
import type { JsonSchema } from "@ptc/core/contracts";
import type { ToolChoice } from "../../contract/tool-choice.ts";

/** Writes responses and failures in a provider's format, and parses its requests. */
export interface WireFormat {
  /** Returns the reply to a request without streaming. */
  readonly answer: (answer: WireAnswer) => WireReply;
  /**
   * Returns the body of the reply to a streaming request: one text per event, including the end
   * marker. Splits texts and arguments of calls into several events if the provider does so.
   */
  readonly events: (answer: WireAnswer) => readonly string[];
  /** The content type of a stream, such as `text/event-stream`. */
  readonly streamType: string;
  /**
   * Returns the failure reply to either kind of request. A provider may refuse content in an
   * otherwise normal response.
   */
  readonly failure: (failure: WireFailure, way: "generate" | "stream") => WireReply;
  /**
   * An event that reports a failure in the middle of a stream; absent if the format has no such
   * event.
   */
  readonly failureEvent?: (failure: WireFailure) => string;
  /** The methods whose arguments of calls are text, and can thus be broken JSON. Default: both. */
  readonly textArguments?: readonly ("generate" | "stream")[];
  /** Events without content, with which a provider keeps a connection open. */
  readonly pings: readonly string[];
  /** An event with broken JSON. */
  readonly brokenEvent: string;
  /**
   * Parses a request of an adapter.
   * @throws Error if the provider would refuse it: calls without results, results without calls,
   * an empty message, or roles that don't alternate where they must
   */
  readonly read: (request: WireRequest) => SentRequest;
}

/** A response of a model, in the contract's terms. */
export interface WireAnswer {
  readonly id: string;
  readonly modelId: string;
  readonly parts: readonly WirePart[];
  readonly finishReason: Exclude<FinishReason, "stopped" | "other">;
  readonly usage: WireUsage;
  /** Adds unknown fields wherever the format allows them, like a later version of the API. */
  readonly hasUnknownFields?: boolean;
}

/** A part of a response, independent of a provider's format. */
export type WirePart =
  | { readonly type: "text"; readonly text: string }
  /** `signature` must come back with the next request. */
  | { readonly type: "thinking"; readonly text: string; readonly signature: string }
  | {
      readonly type: "tool-call";
      readonly id: string;
      readonly name: string;
      /** The arguments, as JSON text or as broken text. */
      readonly inputText: string;
    };

/** Tokens. The first two are totals, as in `ModelUsage`. */
export interface WireUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
}

/** A failure reply of the server. */
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

/** A reply of a server. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request received by a server. */
export interface WireRequest {
  readonly method: string;
  /** The path including the query. */
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request in the contract's terms. Fields that the format doesn't have are absent. */
export interface SentRequest {
  readonly modelId: string;
  readonly isStream: boolean;
  /** The caller's API key, from the field where the format has it. */
  readonly apiKey: string | undefined;
  readonly system: string;
  readonly messages: readonly SentMessage[];
  readonly tools: readonly SentTool[];
  readonly toolChoice?: ToolChoice | undefined;
  readonly outputSchema?: JsonSchema | undefined;
  /** True if JSON of any shape was requested. */
  readonly wantsJson?: boolean | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  /** The number of positions marked for the provider's prompt cache. */
  readonly cacheMarks: number;
  /** The body, to check options of one provider. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Tool results are messages of the role `tool`, even if a format differs. */
export interface SentMessage {
  readonly role: "user" | "assistant" | "tool";
  /** All texts joined. */
  readonly text: string;
  readonly files: readonly SentFile[];
  readonly calls: readonly SentCall[];
  readonly results: readonly SentResult[];
  /** The thinking signatures that were sent back. */
  readonly signatures: readonly string[];
}

/** A tool in a request. */
export interface SentTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonSchema;
}

/** A tool call in a request. */
export interface SentCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** A tool result in a request. */
export interface SentResult {
  /** The id of the call, or the name of its tool if the format has no ids. */
  readonly id: string;
  readonly text: string;
  /** Absent if there are no files. */
  readonly files?: readonly SentFile[] | undefined;
  /** Absent if the format doesn't report it. */
  readonly isError?: boolean | undefined;
}

/** A file in a request. */
export interface SentFile {
  readonly mediaType: string;
  /** Base64, or the URL. */
  readonly data: string;
}
