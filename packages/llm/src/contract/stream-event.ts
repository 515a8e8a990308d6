// The events that a streaming model sends while it writes.
//
// Parts of the content come one after the other: text and thinking grow by deltas until their
// `-end`, or until another part starts. Tool calls may interleave, told apart by their id, and so
// may text and thinking whose events have one. A stream ends with `finish`, or with `error`.

import type { FinishReason } from "./finish-reason.ts";
import type { ModelFailure } from "./model-failure.ts";
import type { ModelUsage } from "./model-usage.ts";
import type { ModelWarning } from "./model-warning.ts";
import type { ProviderData } from "./provider-options.ts";
import type { ResponseMetadata } from "./response-metadata.ts";

interface BlockEvent {
  /** Tells blocks apart that grow at the same time; a block with an id ends with its `-end`. */
  readonly id?: string;
}

/** One event of an answer that streams; `type` tells which. */
export type ModelStreamEvent =
  | {
      readonly type: "response-start";
      readonly modelId?: string;
      readonly responseId?: string;
      readonly warnings?: readonly ModelWarning[];
      readonly metadata?: ResponseMetadata;
    }
  | ({ readonly type: "text-delta"; readonly text: string } & BlockEvent)
  | ({ readonly type: "text-end"; readonly providerData?: ProviderData } & BlockEvent)
  | ({ readonly type: "thinking-delta"; readonly text: string } & BlockEvent)
  | ({ readonly type: "thinking-end"; readonly providerData?: ProviderData } & BlockEvent)
  | { readonly type: "tool-call-start"; readonly toolCallId: string; readonly toolName: string }
  /** A piece of the JSON text of the arguments. */
  | { readonly type: "tool-call-delta"; readonly toolCallId: string; readonly inputText: string }
  /** `input` when the provider gives the arguments as data; otherwise the deltas are parsed. */
  | {
      readonly type: "tool-call-end";
      readonly toolCallId: string;
      readonly input?: unknown;
      readonly providerData?: ProviderData;
    }
  /**
   * The whole count so far: a later one replaces it. When it is sent early, the count is known even
   * if the request is cancelled.
   */
  | { readonly type: "usage"; readonly usage: ModelUsage }
  | {
      readonly type: "finish";
      readonly finishReason: FinishReason;
      readonly rawFinishReason?: string;
      readonly providerData?: ProviderData;
    }
  | { readonly type: "error"; readonly error: ModelFailure };

/** The types of events of a stream. */
export type ModelStreamEventType = ModelStreamEvent["type"];
