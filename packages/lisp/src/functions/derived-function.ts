// Functions that builtins derive from other functions: `(comp f g)`, `(partial f x)`, `(map f)`.
// Such a function stores the builtin and the parts it was derived from, so that it can be written
// and restored elsewhere.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { Callable } from "./callable.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";

/** Computes a call. It neither stores nor changes `args`. */
export type Invoke = (branch: Branch, args: readonly Value[]) => Result;

/**
 * A function without a name. Its calls count towards the depth limit, which bounds functions
 * derived from functions.
 */
export class NativeFunction extends Callable {
  readonly name: string | undefined = undefined;
  protected readonly invoke: Invoke;

  constructor(invoke: Invoke) {
    super();
    this.invoke = invoke;
  }

  // It doesn't store how it was created, so it can't be written.
  written(_encode: (value: Value) => Json): Json | undefined {
    return undefined;
  }

  call0(branch: Branch): Result {
    return this.callMany(branch, []);
  }

  call1(branch: Branch, first: Value): Result {
    return this.callMany(branch, [first]);
  }

  call2(branch: Branch, first: Value, second: Value): Result {
    return this.callMany(branch, [first, second]);
  }

  call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return this.callMany(branch, [first, second, third]);
  }

  callMany(branch: Branch, args: readonly Value[]): Result {
    branch.enter();
    if (--branch.ticks < 0) branch.refill();
    return branch.leave(this.invoke(branch, args));
  }
}

export class DerivedFunction extends NativeFunction {
  /** The builtin that creates it. */
  readonly maker: string;
  /** The arguments of the builtin: `(maker ...parts)` creates it again. */
  readonly parts: readonly Value[];

  constructor(maker: string, parts: readonly Value[], invoke: Invoke) {
    super(invoke);
    this.maker = maker;
    this.parts = parts;
  }

  override get held(): readonly Value[] {
    return this.parts;
  }

  override written(encode: (value: Value) => Json): Json {
    return { maker: this.maker, parts: this.parts.map((part) => encode(part)) };
  }
}
