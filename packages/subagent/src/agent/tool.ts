// `tool` gives a tool its types: TypeScript derives what `execute` takes and answers from the
// signature or the schemas. `defineAgent` checks the tool.

import type { NativeResult, StandardSchema, Tool } from "@ptc/core/contracts";
import { toolFieldNames } from "@ptc/core/internal/contracts";
import type { CheckedSignature, Infer, InferInput } from "@ptc/signature";
import { knownOptions, wrongOption } from "../options/option-checks.ts";
import type { CallBounds } from "./call-bounds.ts";
import type { HostValue } from "./host-value.ts";
import { isPlain, type StepOfMission } from "./tool-answer.ts";
import { contextOutsideOfMissions, type ToolContext } from "./tool-context.ts";

/** A value, or an outcome: `{ ok, value }`, `{ ok, error }`, an error, the step of a mission. */
type Outcome<Output> =
  | Output
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly error: unknown }
  | Error
  | StepOfMission<Output>;

/** What `execute` of a tool may answer whose contract promises an `Output`. */
export type ToolAnswer<Output> = Outcome<HostValue<Output>> | Promise<Outcome<HostValue<Output>>>;

/** The arguments of a tool: those of its signature, or else those of its schema. */
export type ArgumentsOf<Text extends string, Input> = [Text] extends [never]
  ? Input
  : InferInput<Text>;

/** What a tool answers: what its signature says, or else what its schema says. */
export type AnswerOf<Text extends string, Output> = [Text] extends [never] ? Output : Infer<Text>;

/** The options of `tool`: a contract, which is a signature or schemas, and what the tool does. */
export interface ToolOptions<Text extends string, Input, Output, Result, Deps>
  extends CallBounds, Pick<Tool, "expose"> {
  /** Tells the model what the tool does. */
  readonly description?: string;
  /** Whether an answer serves later calls with the same arguments; default false. */
  readonly cache?: boolean;
  /** The contract as a literal: `(query :string, limit :int?) -> [{id :int}]` */
  readonly signature?: CheckedSignature<Text>;
  /**
   * In place of a signature, a Standard Schema (of zod, valibot, arktype and others) of the
   * arguments, which are one object.
   */
  readonly inputSchema?: StandardSchema<Input>;
  /** Beside `inputSchema`, the schema of the answer. */
  readonly outputSchema?: StandardSchema<Output>;
  /**
   * Runs the tool. When it throws, or answers `{ ok: false, error }` or an error, the call fails:
   * the program may catch the error, and the model reads its message. Of `{ ok: true, value }` the
   * program gets the value.
   */
  readonly execute: (args: ArgumentsOf<Text, Input>, context: ToolContext<Deps>) => Result;
  /**
   * What the model sees of an answer that it asked for itself, with `expose: "both"` and `cache:
   * true`: see `NativeResult`. Default: how many rows there are, and their types.
   */
  readonly nativeResult?: Omit<NativeResult, "preview"> & {
    readonly preview?: "metadata" | "rows" | ((answer: AnswerOf<Text, Output>) => object);
  };
}

/**
 * What a call answers: what the contract promises, or an outcome where `execute` answers with one.
 * Without a promise it is what `execute` answers.
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

/** The second argument of a call outside of missions, with `deps` where the tool needs them. */
type GivenContext<Deps> = unknown extends Deps
  ? [context?: Partial<ToolContext>]
  : [context: Partial<ToolContext> & { readonly deps: Deps }];

/**
 * What `tool` answers: a tool for `tools` of agents, with schemas in place of a signature for those
 * of `@ptc/lisp` too, and for unit tests a function with types, `await rooms.execute({ day })`.
 * Called that way its arguments and its answer are not checked at run time, and what the context
 * lacks is filled in.
 */
export interface CallableTool<Input, Result, Deps = unknown> extends Omit<Tool, "execute"> {
  readonly execute: (args: Input, ...context: GivenContext<Deps>) => Result;
}

/**
 * A tool with types: `execute` takes what the signature or the schema of the arguments says, and
 * has to answer what the contract promises.
 *
 * @example
 *   const rooms = tool({
 *     description: "Free rooms of a day, the cheapest first.",
 *     signature: "(day :string, guests :int?) -> [{room :string, price :float}]",
 *     execute: async ({ day, guests }) => await findRooms(day, guests ?? 1),
 *   });
 *
 * @throws OptionError for an unknown option, and without an `execute` function
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
  const { execute } = options;
  // A caller written in JavaScript may break what the types promise.
  if (typeof (execute as unknown) !== "function")
    throw wrongOption("execute", "expected a function", execute);
  if (isPlain(options)) knownOptions(options, toolFieldNames);
  const callable = {
    ...options,
    execute: (args: ArgumentsOf<Text, Input>, given?: Partial<ToolContext>): Result =>
      // The compiler has seen that `deps` are there where the tool needs them.
      options.execute(args, wholeContext(given) as ToolContext<Deps>),
  };
  // The signature is a text at run time, and previews are functions of the answer that it promises.
  return callable as object as ReturnType<typeof tool<Text, Input, Output, Deps, Result>>;
}

/** The context of a mission is whole, and stays the object that it is. */
function wholeContext(given: Partial<ToolContext> = {}): ToolContext {
  return isWhole(given) ? given : { ...contextOutsideOfMissions(), ...given };
}

function isWhole(context: Partial<ToolContext>): context is ToolContext {
  return context.noteChild !== undefined && context.trace !== undefined;
}
