// A native tool call, made by the model.

import type { ProviderData } from "./provider-options.ts";

export interface ToolCallPart {
  readonly type: "tool-call";
  /** Joins the call to its `ToolResultPart`; unique within a conversation. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments, as JSON data. Made by a model: check them before use. */
  readonly input: unknown;
  /** The arguments as written, when they are not JSON; `input` is null then. */
  readonly malformedInput?: string;
  readonly providerData?: ProviderData;
}
