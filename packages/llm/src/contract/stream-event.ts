// The events that a streaming model sends while it writes.
//
// Parts of the content arrive one after the other: text and thinking grow by deltas until their
// `-end`, or until another part starts. Tool calls may interleave, and so may text and thinking if
// their events have an id. A stream ends with `finish` or `error`.

import type { FinishReason } from "./finish-reason.ts";
import type { ModelFailure } from "./model-failure.ts";
import type { ModelUsage } from "./model-usage.ts";
import type { ModelWarning } from "./model-warning.ts";
import type { ProviderData } from "./provider-options.ts";
import type { ResponseMetadata } from "./response-metadata.ts";

interface BlockEvent {
  /** Distinguishes blocks that grow at the same time. A block with an id ends with its `-end`. */
  readonly id?: string;
}

/** One event of a streamed response, discriminated by `type`. */
export type ModelStreamEvent =
  | {
      readonly type: "response-start";
      readonly modelId?: string;
      readonly responseId?: string;
      readonly warnings?: readonly ModelWarning[];
      readonly metadata?: ResponseMetadata;
    }
  | ({ readonly type: "text-delta"; readonly text: string } & BlockEvent)
  | ({
      readonly type: "text-end";
      readonly providerData?: ProviderData;
      /** Set if the provider reports only now that the text isn't part of the answer. */
      readonly isThinking?: true;
    } & BlockEvent)
  | ({ readonly type: "thinking-delta"; readonly text: string } & BlockEvent)
  | ({ readonly type: "thinking-end"; readonly providerData?: ProviderData } & BlockEvent)
  | { readonly type: "tool-call-start"; readonly toolCallId: string; readonly toolName: string }
  /** A piece of the arguments' JSON text. */
  | { readonly type: "tool-call-delta"; readonly toolCallId: string; readonly inputText: string }
  /**
   * `input` is set if the provider sends the arguments as data; otherwise the deltas are parsed.
   */
  | {
      readonly type: "tool-call-end";
      readonly toolCallId: string;
      readonly input?: unknown;
      readonly providerData?: ProviderData;
    }
  /**
   * The total usage so far; a later event replaces it. An early event makes the usage known even
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

/** The event types of a stream. */
export type ModelStreamEventType = ModelStreamEvent["type"];
