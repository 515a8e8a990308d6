// The answer to a native tool call, sent back to the model.

import type { ProviderOptions } from "./provider-options.ts";

export interface ToolResultPart {
  readonly type: "tool-result";
  /** The id of the `ToolCallPart` it answers. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON data. A string is sent as it stands, everything else as JSON text. */
  readonly output: unknown;
  /** Whether the tool failed; `output` then says why. */
  readonly isError?: boolean;
  readonly providerOptions?: ProviderOptions;
}
