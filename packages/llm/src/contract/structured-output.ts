// Requests a response in JSON, of a given shape or of any. The response comes as text, and the
// caller must parse and check it.

import type { JsonSchema } from "@ptc/core/contracts";

/** Requests a response in JSON that matches the schema, if one is given. */
export interface StructuredOutput {
  /** A name for the shape: letters, digits, `_` and `-`, at most 64 characters. */
  readonly name: string;
  readonly description?: string;
  /** If absent, the response is a JSON object of any shape. */
  readonly schema?: JsonSchema;
  /** Asks the provider to enforce the schema, if it can. */
  readonly strict?: boolean;
}
