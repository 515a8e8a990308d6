// The option `context` of a run, as the compiler knows it: data that has the parameters of the
// signature, or a step that returned them.

import type { FileInfo } from "@ptc/signature";
import type { HostValue } from "../agent/host-value.ts";
import type { MissionStep } from "../step/step.ts";

/** What programs read as `data/…`: it must have at least the parameters of the signature. */
export type ContextData<Input> = HostValue<Input> & Readonly<Record<string, unknown>>;

/**
 * Read-only input of the programs, or the step of an earlier mission: its `return`, when that is a
 * map, gives its fields, and any other value is the one parameter of the signature. It may be left
 * out when every parameter of the signature may be.
 */
export type ContextOption<Input> = unknown extends Input
  ? { readonly context?: Readonly<Record<string, unknown>> | MissionStep }
  : Partial<Input> extends Input
    ? { readonly context?: ContextData<Input> | StepBefore<Input> }
    : { readonly context: ContextData<Input> | StepBefore<Input> };

/** A step that returned what the parameters need; any, where there are none. */
export type StepBefore<Input> = [keyof Input] extends [never]
  ? MissionStep
  : MissionStep<ContextData<Input> | ValueReturned<OnlyParameter<Input>>>;

/** The type of the one parameter; `never` where there is none or several. */
export type OnlyParameter<Input> = {
  [Name in keyof Input]-?: [Exclude<keyof Input, Name>] extends [never] ? Input[Name] : never;
}[keyof Input];

/** What of a type a mission may return as the one parameter: all but maps, which give fields. */
export type ValueReturned<Type> = unknown extends Type
  ? string | number | boolean | null | Date | FileInfo | readonly unknown[]
  : Type extends Date | FileInfo | readonly unknown[]
    ? HostValue<Type>
    : Type extends object
      ? never
      : Type;
