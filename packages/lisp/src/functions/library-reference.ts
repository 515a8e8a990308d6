// A function of a library in a stored value. It finds its definition in the libraries of the run
// that calls it. Its library must be unchanged, so that a stored value never changes its meaning.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { Result } from "../evaluation/result.ts";
import { shortHash } from "../evaluation/short-hash.ts";
import { Callable, call0, call1, call2, call3, callMany, type LazyArguments } from "./callable.ts";

export class LibraryReference extends Callable {
  private readonly library: string;
  private readonly ownName: string;
  private readonly hash: string;

  constructor(library: string, name: string, hash: string) {
    super();
    this.library = library;
    this.ownName = name;
    this.hash = hash;
  }

  get name(): string {
    return `${this.library}/${this.ownName}`;
  }

  written(): Json {
    return { library: this.library, function: this.ownName, hash: this.hash };
  }

  override get sourceLength(): number {
    return this.name.length + this.hash.length;
  }

  /**
   * Returns the definition.
   * @throws EvaluationError if the run has no such library, or another version of it
   */
  find({ evaluation: { program } }: Branch): Value {
    const found = program.libraries?.find(this.library, this.ownName);
    if (found?.hash === this.hash) return found.value;
    throw new EvaluationError(
      "argument_error",
      found === undefined
        ? `a stored function uses ${this.name}, which the libraries of this run lack`
        : `a stored function uses ${this.name} of another version of the library ${this.library}: ${shortHash(this.hash)}, now ${shortHash(found.hash)}`,
      { op: this.name, hint: "define the function again" },
    );
  }

  override original(branch: Branch): Result {
    const value = this.find(branch);
    return value instanceof Callable ? value : this;
  }

  override call0(branch: Branch): Result {
    return call0(branch, this.find(branch));
  }

  override call1(branch: Branch, first: Value): Result {
    return call1(branch, this.find(branch), first);
  }

  override call2(branch: Branch, first: Value, second: Value): Result {
    return call2(branch, this.find(branch), first, second);
  }

  override call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return call3(branch, this.find(branch), first, second, third);
  }

  override callMany(branch: Branch, args: readonly Value[]): Result {
    return callMany(branch, this.find(branch), args);
  }

  override callWithElements(branch: Branch, elements: LazyArguments): Result | undefined {
    const value = this.find(branch);
    return value instanceof Callable ? value.callWithElements(branch, elements) : undefined;
  }
}

/** Returns the definition itself when it is called without arguments. Programs never see it. */
export class LibraryReading extends LibraryReference {
  override call0(branch: Branch): Result {
    return this.find(branch);
  }
}
