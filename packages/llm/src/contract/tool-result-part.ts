// The answer to a native tool call, sent back to the model.

import type { FilePart } from "./file-part.ts";
import type { ProviderOptions } from "./provider-options.ts";

/** What a call of a tool answered, or how it failed. */
export interface ToolResultPart {
  readonly type: "tool-result";
  /** The id of the `ToolCallPart` it answers. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON data. A string is sent as it stands, everything else as JSON text. */
  readonly output: unknown;
  /** Files that the tool answered with, for the model to look at; they stand behind `output`. */
  readonly files?: readonly FilePart[];
  /** Whether the tool failed; `output` then says why. */
  readonly isError?: boolean;
  readonly providerOptions?: ProviderOptions;
}
