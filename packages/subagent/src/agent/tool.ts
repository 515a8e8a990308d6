// Types tools: TypeScript derives the arguments and result of `execute` from the signature or the
// schemas. `defineAgent` checks the other options of the tool.

import type { ApprovalContext, NativeResult, StandardSchema, Tool } from "@ptc/core/contracts";
import { toolFieldNames } from "@ptc/core/internal/contracts";
import type { CheckedSignature, Infer, InferInput } from "@ptc/signature";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";
import type { CallBounds } from "./call-bounds.ts";
import { callWaits, type callWaitNames } from "./call-waits.ts";
import type { HostValue } from "./host-value.ts";
import { schemaOption } from "./schema-option.ts";
import { signatureOption } from "./signature-option.ts";
import { isPlain, type StepOfMission } from "./tool-answer.ts";
import { contextOutsideOfMissions, type ToolContext } from "./tool-context.ts";

/** A value or an outcome: `{ ok, value }`, `{ ok, error }`, an error, or the step of a mission. */
type Outcome<Output> =
  | Output
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly error: unknown }
  | Error
  | StepOfMission<Output>;

/** The results that `execute` may return if the contract's output is `Output`. */
export type ToolAnswer<Output> = Outcome<HostValue<Output>> | Promise<Outcome<HostValue<Output>>>;

/** The arguments of a tool, from its signature or its schema. */
export type ArgumentsOf<Text extends string, Input> = [Text] extends [never]
  ? Input
  : InferInput<Text>;

/** The output of a tool, from its signature or its schema. */
export type AnswerOf<Text extends string, Output> = [Text] extends [never] ? Output : Infer<Text>;

/** The options of `tool`: a contract (a signature or schemas) and the function to run. */
export interface ToolOptions<Text extends string, Input, Output, Result, Deps>
  extends
    CallBounds,
    Pick<
      Tool,
      | "expose"
      | "approvalTimeoutMs"
      | "suspends"
      | "effect"
      | "idempotent"
      | "openWorld"
      | "trust"
      | "private"
    > {
  /** Describes the tool to the model. */
  readonly description?: string;
  /** True to reuse a result for later calls with the same arguments; default false. */
  readonly cache?: boolean;
  /** The contract as a literal: `(query :string, limit :int?) -> [{id :int}]` */
  readonly signature?: CheckedSignature<Text>;
  /**
   * Instead of a signature, a Standard Schema (zod, valibot, arktype and others) of the arguments,
   * which are one object.
   */
  readonly inputSchema?: StandardSchema<Input>;
  /** With `inputSchema`, the schema of the result. */
  readonly outputSchema?: StandardSchema<Output>;
  /**
   * True if each call waits for an approval, or a function of its checked arguments that decides.
   * The mission then ends with `status: "waiting"`; continue it with `resume`.
   */
  readonly needsApproval?:
    | boolean
    | ((args: ArgumentsOf<Text, Input>, call: ApprovalContext) => boolean | PromiseLike<boolean>);
  /**
   * Runs the tool. The call fails if it throws, or returns an error or `{ ok: false, error }`. The
   * program can catch the error, and the model sees its message. If it returns
   * `{ ok: true, value }`, the program receives the value.
   */
  readonly execute: (args: ArgumentsOf<Text, Input>, context: ToolContext<Deps>) => Result;
  /**
   * The preview that the model sees of the result of its own native call, with `expose: "both"`
   * and `cache: true`; see `NativeResult`. Default: the number of rows and their types.
   */
  readonly nativeResult?: Omit<NativeResult, "preview"> & {
    readonly preview?: "metadata" | "rows" | ((answer: AnswerOf<Text, Output>) => object);
  };
}

/**
 * The type that a call returns: the output of the contract, or the outcome that `execute` returns.
 * Without a contract, the type that `execute` returns.
 */
type Called<Result, Promised> =
  Result extends Promise<infer Answer>
    ? Promise<Settled<Answer, Promised>>
    : Settled<Result, Promised>;

type Settled<Answer, Promised> = unknown extends Promised
  ? Answer
  : Answer extends { readonly ok: boolean } | Error
    ? Answer
    : Promised;

/** The second argument of a call outside of missions, with `deps` if the tool needs them. */
type GivenContext<Deps> = unknown extends Deps
  ? [context?: Partial<ToolContext>]
  : [context: Partial<ToolContext> & { readonly deps: Deps }];

/**
 * The tool that `tool` returns. Pass it in the `tools` of agents; if it has schemas instead of a
 * signature, `@ptc/lisp` accepts it too. In unit tests, call it as a typed function:
 * `await rooms.execute({ day })`. Such calls don't check arguments and results at run time, and
 * missing fields of the context are filled in.
 */
export interface CallableTool<Input, Result, Deps = unknown> extends Omit<Tool, "execute"> {
  readonly execute: (args: Input, ...context: GivenContext<Deps>) => Result;
}

/**
 * Returns a typed tool: `execute` takes the arguments and must return the output of the signature
 * or the schemas.
 * @example
 *   const rooms = tool({
 *     description: "Free rooms of a day, the cheapest first.",
 *     signature: "(day :string, guests :int?) -> [{room :string, price :float}]",
 *     execute: async ({ day, guests }) => await findRooms(day, guests ?? 1),
 *   });
 * @throws OptionError for an unknown option, a mistake in the signature, or a wrong value
 */
export function tool<
  const Text extends string = never,
  Input = Readonly<Record<string, unknown>>,
  Output = unknown,
  Deps = unknown,
  const Result extends ToolAnswer<AnswerOf<Text, Output>> = ToolAnswer<AnswerOf<Text, Output>>,
>(
  options: ToolOptions<Text, Input, Output, Result, Deps>,
): CallableTool<ArgumentsOf<Text, Input>, Called<Result, AnswerOf<Text, Output>>, Deps> {
  // JavaScript callers can break the types.
  if (!isRecord(options))
    throw wrongOption("options", "expected an object with an `execute` function", options);
  if (isPlain(options)) knownOptions(options, toolFieldNames);
  // The rule takes the arguments of the contract.
  callWaits(options as Pick<Tool, (typeof callWaitNames)[number]>);
  const { execute, signature, inputSchema, outputSchema } = options;
  if (typeof (execute as unknown) !== "function")
    throw wrongOption("execute", "expected a function", execute);
  if (signature !== undefined) signatureOption("signature", signature);
  schemaOption("inputSchema", "input", inputSchema);
  schemaOption("outputSchema", "output", outputSchema);
  const callable = {
    ...options,
    execute: (args: ArgumentsOf<Text, Input>, given?: Partial<ToolContext>): Result =>
      // The compiler has checked that `deps` are present if the tool needs them.
      options.execute(args, wholeContext(given) as ToolContext<Deps>),
  };
  // At run time, the signature is a text, and previews are functions of the result.
  return callable as object as ReturnType<typeof tool<Text, Input, Output, Deps, Result>>;
}

/** Fills in the missing fields of a context. Returns the context of a mission unchanged. */
function wholeContext(given: Partial<ToolContext> = {}): ToolContext {
  return isWhole(given) ? given : { ...contextOutsideOfMissions(), ...given };
}

function isWhole(context: Partial<ToolContext>): context is ToolContext {
  return context.noteChild !== undefined && context.trace !== undefined;
}
