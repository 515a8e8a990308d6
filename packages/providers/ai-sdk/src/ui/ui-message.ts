// The types of the messages that `useChat` builds from a run.

import type { Json } from "@ptc/core/encoding";
import type { UIMessage } from "ai";

/** A tool call of a program. The program's tool part has `toolMetadata.spanId`. */
export interface UIToolCall {
  /** The span of the program. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly state: "running" | "done" | "error";
  /** With the content `arguments`. */
  readonly arguments?: Json;
  /** With the content `results`. */
  readonly result?: Json;
  /** With the content `errors`. */
  readonly error?: string;
}

/** The data parts: `data-tool-call`, and `data-answer` for an answer that isn't text. */
export type UIRunData = {
  "tool-call": UIToolCall;
  answer: { readonly value: Json };
};

/** The metadata of the message, from the end of the run. */
export interface UIRunMetadata {
  /** The tokens of all requests in this response. */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly totalTokens: number;
    readonly cachedInputTokens: number;
  };
  /** In the unit of the run's option `price`. */
  readonly cost?: number;
  readonly turns?: number;
}

/** The message type for `useChat<UIMessageOfRun>()`. */
export type UIMessageOfRun = UIMessage<UIRunMetadata, UIRunData>;

/** A source or a file of an answer. Other addresses than http, https and data are left out. */
export type UIAttachment =
  | { readonly type: "source"; readonly url: string; readonly title?: string }
  | { readonly type: "file"; readonly url: string; readonly mediaType: string };
