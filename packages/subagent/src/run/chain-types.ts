// The compile-time checks of a chain: compares the first step's return type with the second
// mission's input. A mismatch is a string type, which the compiler shows at the step. Missing
// parameters are required in the option `context`.

import type { FileInfo, InferInput } from "@ptc/signature";
import type { Agent, AnyAgent } from "../agent/agent.ts";
import type { HostValue } from "../agent/host-value.ts";
import type { UncontextedPromptOptions, UncontextedRunOptions } from "./started-mission.ts";
import type { MissionStep } from "../step/step.ts";
import type { ContextData, OnlyParameter, ValueReturned } from "../chain/context-option.ts";

/** The input of a mission that runs with an agent, or with a prompt and this signature. */
export type InputOfRun<Given, Text extends string> = [Given] extends [string]
  ? InferInput<Text>
  : [Given] extends [Agent<infer Input, unknown, never>]
    ? Input
    : unknown;

/**
 * The step to continue from, or a promise of it. If it doesn't fit, a string type with the reason.
 */
export type ChainedStep<Return, Input> = [Mismatch<Return, Input>] extends [never]
  ? MissionStep<Return> | PromiseLike<MissionStep<Return>>
  : Mismatch<Return, Input>;

/**
 * The options of `run` for the next mission. The context needs only what the step does not
 * provide.
 */
export type ChainOptions<
  Return,
  Given extends string | AnyAgent,
  Text extends string,
  Deps,
  Answer,
> = ([Given] extends [Agent<unknown, unknown, infer Needed>]
  ? UncontextedRunOptions<Needed>
  : UncontextedPromptOptions<Text, Deps, Answer>) &
  AdditionalContext<Return, InputOfRun<Given, Text>>;

type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** True if the returned type is a map, whose fields become the context. */
type IsMap<Return> = [Return] extends [Date | FileInfo | readonly unknown[]]
  ? false
  : [Return] extends [object]
    ? true
    : false;

/** `never` if the step fits. */
type Mismatch<Return, Input> =
  IsAny<Return> extends true
    ? never
    : [keyof Input] extends [never]
      ? never
      : unknown extends Return
        ? "the type of the step's result is unknown: give its agent a signature, or declare it, as MissionStep<{ … }>"
        : IsMap<Return> extends true
          ? MismatchOfFields<Return, Input>
          : [Return] extends [ValueReturned<OnlyParameter<Input>>]
            ? never
            : "the step doesn't return a map of fields, and its result doesn't fit the agent's only parameter: name it, context: { … }";

type MismatchOfFields<Return, Input> = {
  [Name in keyof Input & keyof Return & string]: [Return[Name]] extends [HostValue<Input[Name]>]
    ? never
    : `the field ${Name} that the step returns does not fit the parameter ${Name}`;
}[keyof Input & keyof Return & string];

/** The parameters that the step provides. */
type Provided<Return, Input> =
  IsAny<Return> extends true
    ? keyof Input
    : IsMap<Return> extends true
      ? keyof Input & keyof Return
      : keyof Input;

/** Additional fields, which take precedence over those of the step. */
type AdditionalContext<Return, Input> = unknown extends Input
  ? { readonly context?: Readonly<Record<string, unknown>> }
  : Missing<Return, Input> extends infer Wanted
    ? Partial<Wanted> extends Wanted
      ? { readonly context?: AdditionalData<Wanted, Input> }
      : { readonly context: AdditionalData<Wanted, Input> }
    : never;

type AdditionalData<Wanted, Input> = ContextData<Wanted> & HostValue<Partial<Input>>;

/** The parameters that the step does not provide. */
type Missing<Return, Input> = {
  [Name in keyof Input as Name extends Provided<Return, Input> ? never : Name]: Input[Name];
};
