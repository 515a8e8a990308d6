// Asks for an answer that is JSON, of a given shape or of any. The answer comes as text, and the
// caller must parse and check it.

import type { JsonSchema } from "@ptc/core/contracts";

/** Asks for an answer that is JSON, of a schema where one is given. */
export interface StructuredOutput {
  /** A name for the shape: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description?: string;
  /** Absent: a JSON object of any shape. */
  readonly schema?: JsonSchema;
  /** Asks the provider to force the answer to match the schema, if it can. */
  readonly strict?: boolean;
}
