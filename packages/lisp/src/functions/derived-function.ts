// Functions that builtins make of other functions: `(comp f g)`, `(partial f x)`, `(map f)`. Such a
// function knows the builtin that made it and the parts it was made of, so that it can be written
// down and made again elsewhere.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { Callable, callMany } from "./callable.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { after, type Result } from "../evaluation/result.ts";

/** Computes a call. It neither keeps nor changes `args`. */
export type Invoke = (branch: Branch, args: readonly Value[]) => Result;

/**
 * A function without a name whose calls count as calls, so that functions made of functions end at
 * the depth limit.
 */
export class NativeFunction extends Callable {
  readonly name: string | undefined = undefined;
  protected readonly invoke: Invoke;

  constructor(invoke: Invoke) {
    super();
    this.invoke = invoke;
  }

  // It does not know how it was made, so it cannot be written down.
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
  /** The builtin that makes it. */
  readonly maker: string;
  /** What it was made of: `(maker ...parts)` makes it again. */
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

/**
 * A derived function that was written down and read back. The function that it makes again counts
 * its calls, so this one does not count them a second time.
 */
class RemadeFunction extends DerivedFunction {
  override callMany(branch: Branch, args: readonly Value[]): Result {
    return this.invoke(branch, args);
  }
}

/**
 * `(maker ...parts)`, made when it is first called: for functions that were written down and read
 * back.
 */
export function remadeFunction(
  maker: Callable & { readonly name: string },
  parts: readonly Value[],
): DerivedFunction {
  let made: Result | undefined;
  return new RemadeFunction(maker.name, parts, (branch, args) => {
    made ??= maker.callMany(branch, parts);
    return after(made, (f) => callMany(branch, f, args));
  });
}
