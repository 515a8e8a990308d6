// A tool that a model may call natively.

import type { JsonSchema } from "./json-schema.ts";
import type { ProviderOptions } from "./provider-options.ts";

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** The arguments: a schema of type "object". */
  readonly inputSchema: JsonSchema;
  /** Asks the provider to force the arguments to match the schema, if it can. */
  readonly strict?: boolean;
  readonly providerOptions?: ProviderOptions;
}
