// The compile-time types of the option `context` of a run: data with the parameters of the
// signature, or a step that returned them.

import type { FileInfo } from "@ptc/signature";
import type { HostValue } from "../agent/host-value.ts";
import type { MissionStep } from "../step/step.ts";

/**
 * The data that programs read as `data/…`. It must have at least the parameters of the signature.
 */
export type ContextData<Input> = HostValue<Input> & Readonly<Record<string, unknown>>;

/**
 * Read-only input of the programs, or the step of an earlier mission. If the step's `return` is a
 * map, its fields become the context; any other value becomes the one parameter of the signature.
 * You may omit `context` if every parameter of the signature is optional.
 */
export type ContextOption<Input> = unknown extends Input
  ? { readonly context?: Readonly<Record<string, unknown>> | MissionStep }
  : Partial<Input> extends Input
    ? { readonly context?: ContextData<Input> | StepBefore<Input> }
    : { readonly context: ContextData<Input> | StepBefore<Input> };

/** A step that returned the value the parameters need. Any step if there are no parameters. */
export type StepBefore<Input> = [keyof Input] extends [never]
  ? MissionStep
  : MissionStep<ContextData<Input> | ValueReturned<OnlyParameter<Input>>>;

/** The type of the one parameter. `never` without parameters, or with several. */
export type OnlyParameter<Input> = {
  [Name in keyof Input]-?: [Exclude<keyof Input, Name>] extends [never] ? Input[Name] : never;
}[keyof Input];

/**
 * The part of a type that a mission may return as the one parameter: everything except maps,
 * because their fields become the context.
 */
export type ValueReturned<Type> = unknown extends Type
  ? string | number | boolean | null | Date | FileInfo | readonly unknown[]
  : Type extends Date | FileInfo | readonly unknown[]
    ? HostValue<Type>
    : Type extends object
      ? never
      : Type;
