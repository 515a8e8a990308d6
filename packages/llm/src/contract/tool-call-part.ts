// A native tool call by the model.

import type { ProviderData } from "./provider-options.ts";

/** A tool call requested by a model. */
export interface ToolCallPart {
  readonly type: "tool-call";
  /** The id by which a `ToolResultPart` refers to this call. Unique within a conversation. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments as JSON data. They come from a model, so check them before use. */
  readonly input: unknown;
  /** The text of the arguments if it isn't valid JSON; `input` is then null. */
  readonly malformedInput?: string;
  readonly providerData?: ProviderData;
}
