// The wish for an answer that is JSON of a given shape. The answer comes as text: parse and check
// it.

import type { JsonSchema } from "./json-schema.ts";

export interface StructuredOutput {
  /** A name for the shape: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  /** Ask the provider to hold the answer to the schema, where it can. */
  readonly strict?: boolean;
}
