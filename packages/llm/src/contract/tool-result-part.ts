// The result of a native tool call, sent back to the model.

import type { FilePart } from "./file-part.ts";
import type { ProviderOptions } from "./provider-options.ts";

/** The result or the error of a tool call. */
export interface ToolResultPart {
  readonly type: "tool-result";
  /** The id of the matching `ToolCallPart`. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON data. Strings are sent unchanged, other values as JSON text. */
  readonly output: unknown;
  /** Files from the tool for the model to look at, sent after `output`. */
  readonly files?: readonly FilePart[];
  /** True if the tool failed; `output` then gives the reason. */
  readonly isError?: boolean;
  readonly providerOptions?: ProviderOptions;
}
