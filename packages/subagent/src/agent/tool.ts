// A tool with its types: what `execute` takes and answers follows from the signature or the
// schemas. At run time the tool is what was given; `defineAgent` checks it.

import type { StandardSchema, Tool, ToolContext } from "@ptc/core/contracts";
import type { CheckedSignature, Infer, InferInput } from "@ptc/signature";
import type { HostValue } from "./host-value.ts";

type Answer<Output> = HostValue<Output> | Promise<HostValue<Output>>;

/** A tool by its signature, written as a literal. */
export interface SignatureToolOptions<Text extends string> {
  /** What the tool does, for the model. */
  readonly description?: string;
  /** `(query :string, limit :int?) -> [{id :int}]` */
  readonly signature: CheckedSignature<Text>;
  /** Throwing fails the call; the program may catch it, and the model reads the message. */
  readonly execute: (args: InferInput<Text>, context: ToolContext) => Answer<Infer<Text>>;
}

/** A tool by Standard Schemas (zod, valibot, arktype…). */
export interface SchemaToolOptions<Input, Output> {
  readonly description?: string;
  /** For the arguments, as one object. */
  readonly inputSchema: StandardSchema<Input>;
  readonly outputSchema?: StandardSchema<Output>;
  readonly execute: (args: Input, context: ToolContext) => Answer<Output>;
}

export function tool<const Text extends string>(options: SignatureToolOptions<Text>): Tool;
export function tool<Input, Output = unknown>(options: SchemaToolOptions<Input, Output>): Tool;
export function tool(options: object): Tool {
  // Arguments have passed the signature or the schema before `execute` sees them.
  return options as Tool;
}
