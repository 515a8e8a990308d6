// Asks for an answer that is JSON of a given shape. The answer comes as text, and the caller must
// parse and check it.

import type { JsonSchema } from "./json-schema.ts";

export interface StructuredOutput {
  /** A name for the shape: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  /** Asks the provider to force the answer to match the schema, if it can. */
  readonly strict?: boolean;
}
