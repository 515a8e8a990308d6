// A tool that a model may call natively.

import type { JsonSchema } from "@ptc/core/contracts";
import type { ProviderOptions } from "./provider-options.ts";

/** A tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** The arguments: a schema of type "object". */
  readonly inputSchema: JsonSchema;
  /** Asks the provider to force the arguments to match the schema, if it can. */
  readonly strict?: boolean;
  /**
   * The tools up to and with this one will be sent again unchanged. An adapter whose provider
   * caches prompts on request marks this place.
   */
  readonly cacheBoundary?: boolean;
  readonly providerOptions?: ProviderOptions;
}
