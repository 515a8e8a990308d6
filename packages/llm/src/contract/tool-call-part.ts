// A native tool call, made by the model.

import type { ProviderData } from "./provider-options.ts";

/** A call of a tool that a model asks for. */
export interface ToolCallPart {
  readonly type: "tool-call";
  /** The id by which a `ToolResultPart` refers to this call; unique within a conversation. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments, as JSON data. Made by a model: check them before use. */
  readonly input: unknown;
  /** The text of the arguments when it is not valid JSON; `input` is null then. */
  readonly malformedInput?: string;
  readonly providerData?: ProviderData;
}
