// Functions defined by the program. A closure consists of code, shared by all closures of one `fn`
// form, and the values it captured.

import type { Json } from "@ptc/core/encoding";
import { OpaqueValue, Vector, type Value } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import { Callable, type LazyArguments } from "./callable.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { UsedLibraries } from "../evaluation/library.ts";
import type { Result } from "../evaluation/result.ts";

/** The slots of one call: the closure, its arguments and its locals. */
export type Frame = Value[];

/** Compiled code. */
export type Thunk = (frame: Frame, branch: Branch) => Result;

export interface ArityCode {
  readonly fixed: number;
  readonly rest: boolean;
  readonly frameSize: number;
  /** True if a call needs more memory or host stack than its step pays for. */
  readonly isLarge: boolean;
  /** The compiled body. Generated code replaces it when the function is hot. */
  body: Thunk;
  /** True if the body may yield a promise. */
  readonly awaits: boolean;
  /**
   * True if the body never yields a promise and the frame has the smallest size, as in most calls.
   */
  readonly isSmall: boolean;
  /** Generated code that takes the closure, the branch and the arguments one by one. */
  direct: DirectCode | undefined;
  /** Calls left until `heat` checks whether the function is hot. */
  callsLeft: number;
  readonly heat: CallHeat;
}

/** A body that takes its arguments directly, without a frame. */
export type DirectCode = (
  closure: Closure,
  branch: Branch,
  first?: Value,
  second?: Value,
  third?: Value,
) => Value;

/** Checks after some calls whether a function is hot. */
export interface CallHeat {
  look(code: ArityCode, branch: Branch): void;
}

/** The compiled arities of a function. */
export interface CompiledArities {
  /** Arities without a rest parameter, by their number of arguments. */
  readonly byCount: readonly (ArityCode | undefined)[];
  readonly variadic: ArityCode | undefined;
}

/** The program of a function, which identifies it. */
export interface FunctionWorld {
  /** The libraries of the host that the program uses; undefined without any. */
  readonly libraries?: UsedLibraries | undefined;
}

/**
 * The code that all closures of one `fn` form share. A closure outlives the program that created
 * it, and a call that is synchronous in one program may be awaited in another. So each evaluation
 * selects the variant it needs, which is compiled on first use.
 */
export interface FunctionCode {
  readonly name: string | undefined;
  readonly synchronous: CompiledArities;
  readonly awaiting: CompiledArities;
  /**
   * The awaiting variant for evaluations of its own program; see
   * `analysis/immediate-functions.ts`.
   */
  readonly immediate: CompiledArities;
  /** Identifies the program that created it. */
  readonly world: FunctionWorld;
  /**
   * The text of the form and the names it captures, which suffice to restore the function
   * elsewhere.
   */
  readonly source: string;
  readonly captureNames: readonly string[];
  /** The functions of its `letfn`, including itself; empty for any other function. */
  readonly group: readonly FunctionCode[];
  /** Names of the language that refer to definitions of the program instead. */
  readonly shadowed: readonly string[];
}

class RecurSignal extends OpaqueValue {
  readonly typeName = "recur";
}

/**
 * The value that `recur` yields to its loop after it has filled the slots. Programs never see it.
 */
export const recurSignal: Value = new RecurSignal();

export class Closure extends Callable {
  readonly code: FunctionCode;
  readonly captured: readonly Value[];

  constructor(code: FunctionCode, captured: readonly Value[]) {
    super();
    this.code = code;
    this.captured = captured;
  }

  get name(): string | undefined {
    return this.code.name;
  }

  /** Returns its source, and the captured values by name. */
  written(encode: (value: Value) => Json): Json {
    const { source, captureNames, shadowed, world } = this.code;
    const libraries = world.libraries?.namedIn(source);
    const captured: Record<string, Json> = {};
    for (const [index, name] of captureNames.entries())
      defineField(captured, name, encode(this.captured[index] ?? null));
    return {
      source,
      ...(this.name === undefined ? {} : { name: this.name }),
      captured,
      ...(shadowed.length === 0 ? {} : { shadowed: [...shadowed] }),
      ...(libraries === undefined ? {} : { libraries }),
    };
  }

  override get held(): readonly Value[] {
    return this.captured;
  }

  override get sourceLength(): number {
    return this.code.source.length;
  }

  call0(branch: Branch): Result {
    const arity = this.arities(branch).byCount[0];
    if (arity === undefined) return this.callMany(branch, []);
    const frame = newFrame(arity.frameSize, this);
    return run(arity, frame, branch);
  }

  call1(branch: Branch, first: Value): Result {
    const arity = this.arities(branch).byCount[1];
    if (arity === undefined) return this.callMany(branch, [first]);
    const { direct } = arity;
    if (direct !== undefined) {
      begin(branch);
      const result = direct(this, branch, first);
      branch.depth--;
      return result;
    }
    if (arity.isSmall) return runSmall(arity, [this, first, null, null], branch);
    const frame = newFrame(arity.frameSize, this);
    frame[1] = first;
    return run(arity, frame, branch);
  }

  call2(branch: Branch, first: Value, second: Value): Result {
    const arity = this.arities(branch).byCount[2];
    if (arity === undefined) return this.callMany(branch, [first, second]);
    const { direct } = arity;
    if (direct !== undefined) {
      begin(branch);
      const result = direct(this, branch, first, second);
      branch.depth--;
      return result;
    }
    if (arity.isSmall) return runSmall(arity, [this, first, second, null], branch);
    const frame = newFrame(arity.frameSize, this);
    frame[1] = first;
    frame[2] = second;
    return run(arity, frame, branch);
  }

  call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    const arity = this.arities(branch).byCount[3];
    if (arity === undefined) return this.callMany(branch, [first, second, third]);
    const { direct } = arity;
    if (direct !== undefined) {
      begin(branch);
      const result = direct(this, branch, first, second, third);
      branch.depth--;
      return result;
    }
    const frame = newFrame(arity.frameSize, this);
    frame[1] = first;
    frame[2] = second;
    frame[3] = third;
    return run(arity, frame, branch);
  }

  callMany(branch: Branch, args: readonly Value[]): Result {
    const arities = this.arities(branch);
    const arity = arities.byCount[args.length] ?? this.variadicFor(arities, args.length);
    const frame = newFrame(arity.frameSize, this);
    for (let index = 0; index < arity.fixed; index++) frame[index + 1] = args[index] ?? null;
    if (arity.rest) frame[arity.fixed + 1] = this.rest(branch, args, arity.fixed);
    return run(arity, frame, branch);
  }

  /** Computes only the elements for the parameters before `&`, and checks if any are left. */
  override callWithElements(branch: Branch, elements: LazyArguments): Result | undefined {
    const { variadic } = this.arities(branch);
    if (variadic === undefined) return undefined;
    const args: Value[] = [];
    for (let index = 0; index <= variadic.fixed; index++) {
      const element = elements.at(index, branch);
      if (element === undefined) return this.callMany(branch, args);
      if (index < variadic.fixed) args.push(element);
    }
    const frame = newFrame(variadic.frameSize, this);
    for (let index = 0; index < variadic.fixed; index++) frame[index + 1] = args[index] ?? null;
    frame[variadic.fixed + 1] = elements.drop(variadic.fixed);
    return run(variadic, frame, branch);
  }

  /** Returns the value of `& more`: nil if no arguments are left, as in Clojure. */
  protected rest(branch: Branch, args: readonly Value[], from: number): Value {
    if (args.length <= from) return null;
    branch.charge((args.length - from) * 8);
    return Vector.of(args.slice(from), "sequence");
  }

  private arities(branch: Branch): CompiledArities {
    const { code } = this;
    if (!branch.mayAwait) return code.synchronous;
    return code.world === branch.evaluation.world ? code.immediate : code.awaiting;
  }

  private variadicFor({ byCount, variadic }: CompiledArities, count: number): ArityCode {
    if (variadic !== undefined && count >= variadic.fixed) return variadic;
    const name = this.name ?? "the function";
    const counts = byCount.flatMap((arity, fixed) => (arity === undefined ? [] : [String(fixed)]));
    if (variadic !== undefined) counts.push(`at least ${String(variadic.fixed)}`);
    throw new EvaluationError(
      "arity_error",
      `${name} takes ${counts.join(" or ")} argument${counts.join() === "1" ? "" : "s"}, got ${String(count)}`,
      { op: name },
    );
  }
}

/** Slots of the smallest frame. */
export const smallFrame = 4;

/**
 * Returns a new frame. The arrays are written as literals of fixed sizes, because an array that
 * grows is copied and reserves extra space.
 */
function newFrame(size: number, closure: Closure): Frame {
  if (size <= smallFrame) return [closure, null, null, null];
  if (size <= 8) return [closure, null, null, null, null, null, null, null];
  const frame: Frame = [
    closure,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ];
  for (let slot = 16; slot < size; slot++) frame.push(null);
  return frame;
}

/** Slots above which a call pays for its frame. The step of the call pays for smaller frames. */
export const largeFrame = 64;

function begin(branch: Branch): void {
  branch.enter();
  if (--branch.ticks < 0) branch.refill();
}

function run(arity: ArityCode, frame: Frame, branch: Branch): Result {
  branch.enter();
  if (--branch.ticks < 0) branch.refill();
  if (--arity.callsLeft < 0) arity.heat.look(arity, branch);
  if (arity.isLarge) payLarge(arity, branch);
  if (arity.awaits)
    return branch.leave(
      branch.needsStack || branch.turnIsOver
        ? runLater(arity, frame, branch)
        : arity.body(frame, branch),
    );
  const result = arity.body(frame, branch);
  branch.depth--;
  return result;
}

function payLarge({ frameSize }: ArityCode, branch: Branch): void {
  branch.evaluation.nestsDeep = true;
  if (frameSize <= largeFrame) return;
  branch.charge(frameSize * 8);
  branch.spend(frameSize >>> 3);
}

function runLater(arity: ArityCode, frame: Frame, branch: Branch): Result {
  const body = (): Result => arity.body(frame, branch);
  return branch.needsStack ? branch.onNewStack(body) : branch.inNextTurn(body);
}

function runSmall(arity: ArityCode, frame: Frame, branch: Branch): Result {
  branch.enter();
  if (--branch.ticks < 0) branch.refill();
  if (--arity.callsLeft < 0) arity.heat.look(arity, branch);
  const result = arity.body(frame, branch);
  branch.depth--;
  return result;
}
