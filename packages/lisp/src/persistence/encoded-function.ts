// A function that was stored and isn't restored yet. Its first call compiles it and reads the
// values it captured. Programs can refer to it and pass it on before that.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { EvaluationError, LimitError } from "../evaluation/errors/errors.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { Callable } from "../functions/callable.ts";

export interface FunctionParts {
  readonly name: string | undefined;
  readonly sourceLength: number;
  /** Reads the values that the function captured. */
  readonly held: () => readonly Value[];
  /**
   * Returns the function that captures these values, or `undefined` if the JSON doesn't describe
   * one.
   */
  readonly make: (held: readonly Value[]) => Callable | undefined;
  /**
   * Returns the result of `written` for a function whose captured values are encoded as `encoded`.
   */
  readonly written: (encoded: readonly Json[]) => Json;
}

export class EncodedFunction extends Callable {
  private readonly parts: FunctionParts;
  private made: Callable | undefined;
  private heldValues: readonly Value[] | undefined;

  constructor(parts: FunctionParts) {
    super();
    this.parts = parts;
  }

  get name(): string | undefined {
    return this.parts.name;
  }

  override get held(): readonly Value[] {
    return (this.heldValues ??= readable(this.parts.held));
  }

  override get sourceLength(): number {
    return this.parts.sourceLength;
  }

  override written(encode: (value: Value) => Json): Json {
    return this.parts.written(this.held.map((value) => encode(value)));
  }

  override original(branch: Branch): Result {
    return this.target.original(branch);
  }

  override call0(branch: Branch): Result {
    return this.target.call0(branch);
  }

  override call1(branch: Branch, first: Value): Result {
    return this.target.call1(branch, first);
  }

  override call2(branch: Branch, first: Value, second: Value): Result {
    return this.target.call2(branch, first, second);
  }

  override call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return this.target.call3(branch, first, second, third);
  }

  override callMany(branch: Branch, args: readonly Value[]): Result {
    return this.target.callMany(branch, args);
  }

  /** @throws EvaluationError if the stored JSON doesn't describe a function */
  private get target(): Callable {
    return (this.made ??= readable(() => this.parts.make(this.held)));
  }
}

/** Runs `read` on stored JSON, which may come from anywhere. @throws EvaluationError */
function readable<T>(read: () => T | undefined): T {
  try {
    const value = read();
    if (value !== undefined) return value;
  } catch (error) {
    if (error instanceof LimitError) throw error;
    // Other errors name a path in the JSON, which doesn't help a program.
  }
  throw new EvaluationError(
    "argument_error",
    "the function cannot be called: its stored form cannot be read",
    { hint: "define the function again" },
  );
}
