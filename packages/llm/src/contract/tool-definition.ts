// A tool that a model may call natively.

import type { JsonSchema } from "@ptc/core/contracts";
import type { ProviderOptions } from "./provider-options.ts";

/** The description of a tool for the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** The schema of the arguments, of type "object". */
  readonly inputSchema: JsonSchema;
  /** Asks the provider to enforce the schema for arguments, if it can. */
  readonly strict?: boolean;
  /**
   * The tools up to and including this one will be sent again unchanged. An adapter marks this
   * position if its provider caches prompts on request.
   */
  readonly cacheBoundary?: boolean;
  readonly providerOptions?: ProviderOptions;
}
