// What the compiler checks of a chain: what the first step returns against what the second mission
// takes. A mismatch is a text, which the compiler shows at the step; what is missing is asked for
// in the option `context`.

import type { FileInfo, InferInput } from "@ptc/signature";
import type { Agent, AnyAgent } from "../agent/agent.ts";
import type { HostValue } from "../agent/host-value.ts";
import type { UncontextedPromptOptions, UncontextedRunOptions } from "./started-mission.ts";
import type { MissionStep } from "../step/step.ts";
import type { ContextData, OnlyParameter, ValueReturned } from "../chain/context-option.ts";

/** What a mission takes that is run with an agent, or with a prompt and this signature. */
export type InputOfRun<Given, Text extends string> = [Given] extends [string]
  ? InferInput<Text>
  : [Given] extends [Agent<infer Input, unknown, never>]
    ? Input
    : unknown;

/** The step to go on from, or a promise of it; where it does not fit, a text that says why. */
export type ChainedStep<Return, Input> = [Mismatch<Return, Input>] extends [never]
  ? MissionStep<Return> | PromiseLike<MissionStep<Return>>
  : Mismatch<Return, Input>;

/** The options of `run` for what is run next; of the context, what the step does not give. */
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

/** Whether a mission that returns it gives fields. */
type IsMap<Return> = [Return] extends [Date | FileInfo | readonly unknown[]]
  ? false
  : [Return] extends [object]
    ? true
    : false;

/** `never` where the step fits. */
type Mismatch<Return, Input> =
  IsAny<Return> extends true
    ? never
    : [keyof Input] extends [never]
      ? never
      : unknown extends Return
        ? "what the step returns is not known: give its agent a signature, or say what it is, as MissionStep<{ … }>"
        : IsMap<Return> extends true
          ? MismatchOfFields<Return, Input>
          : [Return] extends [ValueReturned<OnlyParameter<Input>>]
            ? never
            : "the step returns no map of fields, and it does not fit as the one parameter of the agent: name it, context: { … }";

type MismatchOfFields<Return, Input> = {
  [Name in keyof Input & keyof Return & string]: [Return[Name]] extends [HostValue<Input[Name]>]
    ? never
    : `the field ${Name} that the step returns does not fit the parameter ${Name}`;
}[keyof Input & keyof Return & string];

/** The parameters that the step gives. */
type Provided<Return, Input> =
  IsAny<Return> extends true
    ? keyof Input
    : IsMap<Return> extends true
      ? keyof Input & keyof Return
      : keyof Input;

/** Fields besides those of the step, before which they go. */
type AdditionalContext<Return, Input> = unknown extends Input
  ? { readonly context?: Readonly<Record<string, unknown>> }
  : Missing<Return, Input> extends infer Wanted
    ? Partial<Wanted> extends Wanted
      ? { readonly context?: AdditionalData<Wanted, Input> }
      : { readonly context: AdditionalData<Wanted, Input> }
    : never;

type AdditionalData<Wanted, Input> = ContextData<Wanted> & HostValue<Partial<Input>>;

/** The other parameters. */
type Missing<Return, Input> = {
  [Name in keyof Input as Name extends Provided<Return, Input> ? never : Name]: Input[Name];
};
