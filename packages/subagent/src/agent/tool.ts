// `tool` gives a tool its types: TypeScript derives what `execute` takes and answers from the
// signature or the schemas. At run time it returns the tool unchanged; `defineAgent` checks it.

import type { NativeResult, StandardSchema, Tool, ToolContext } from "@ptc/core/contracts";
import type { CheckedSignature, Infer, InferInput } from "@ptc/signature";
import type { CallBounds } from "./call-bounds.ts";
import type { HostValue } from "./host-value.ts";
import type { StepOfMission } from "./tool-answer.ts";

/** A value, or an outcome: `{ ok, value }`, `{ ok, error }`, an error, the step of a mission. */
type Outcome<Output> =
  | Output
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly error: unknown }
  | Error
  | StepOfMission<Output>;

type Answer<Output> = Outcome<HostValue<Output>> | Promise<Outcome<HostValue<Output>>>;

/** Who may call a tool, and what the model sees of an answer that it asked for itself. */
interface Exposed<Output> extends Pick<Tool, "expose"> {
  /** With `expose: "both"` and `cache: true`: see `NativeResult`. */
  readonly nativeResult?: Omit<NativeResult, "preview"> & {
    readonly preview?: "metadata" | "rows" | ((answer: Output) => object);
  };
}

/** A tool that is described by a signature, written as a literal. */
export interface SignatureToolOptions<Text extends string>
  extends CallBounds, Exposed<Infer<Text>> {
  /** Tells the model what the tool does. */
  readonly description?: string;
  /** Whether an answer serves later calls with the same arguments; default false. */
  readonly cache?: boolean;
  /** `(query :string, limit :int?) -> [{id :int}]` */
  readonly signature: CheckedSignature<Text>;
  /**
   * Runs the tool. When it throws, or answers `{ ok: false, error }` or an error, the call fails:
   * the program may catch the error, and the model reads its message. Of `{ ok: true, value }` the
   * program gets the value.
   */
  readonly execute: (args: InferInput<Text>, context: ToolContext) => Answer<Infer<Text>>;
}

/** A tool that is described by Standard Schemas (of zod, valibot, arktype and others). */
export interface SchemaToolOptions<Input, Output> extends CallBounds, Exposed<Output> {
  readonly description?: string;
  /** Whether an answer serves later calls with the same arguments; default false. */
  readonly cache?: boolean;
  /** The schema of the arguments, which are one object. */
  readonly inputSchema: StandardSchema<Input>;
  readonly outputSchema?: StandardSchema<Output>;
  readonly execute: (args: Input, context: ToolContext) => Answer<Output>;
}

export function tool<const Text extends string>(options: SignatureToolOptions<Text>): Tool;
export function tool<Input, Output = unknown>(options: SchemaToolOptions<Input, Output>): Tool;
export function tool(options: object): Tool {
  // The cast is safe: arguments are checked by the signature or the schema before `execute` sees
  // them.
  return options as Tool;
}
