// The part of a lazy sequence that core has to know to name it. The lisp package decides how
// elements are computed and on which budget. It realizes a lazy sequence before the sequence is
// printed or passed to the host. Memory stores the elements so far and the rest. Descriptions of
// memory show `asData`: the elements so far, and `...` if there may be more.

import { CountedWork } from "./counted-work.ts";
import { OpaqueValue } from "./opaque.ts";
import type { WorkMeter } from "./work-meter.ts";

/** All values in it are language values, which can't be named here. */
export interface LazyElements {
  readonly realized: readonly unknown[];
  readonly continuation?: readonly unknown[] | undefined;
}

/** A sequence whose elements are computed on first access; see `lisp/src/sequence`. */
export abstract class LazySequence extends OpaqueValue {
  readonly typeName: string = "lazy sequence";
  /** The elements so far, and the values from which the others are computed. */
  declare readonly elements: LazyElements;

  /**
   * All of its elements, as a vector, once the sequence was compared or hashed. Later, it is equal
   * to a vector of them without a meter too.
   */
  declare compared: object | undefined;

  /** Computes its elements with the meter of a run. Returns `undefined` for any other meter. */
  protected computedBy(_meter: WorkMeter): object | undefined {
    return undefined;
  }

  /**
   * Computes its elements, to compare or hash them like those of a vector. Returns `undefined`
   * without the meter of a run, if they weren't compared before.
   */
  comparedBy(meter: WorkMeter | undefined): object | undefined {
    const payer = payerOf(meter);
    const computed = payer === undefined ? undefined : this.computedBy(payer);
    return (this.compared ??= computed);
  }

  /** True if it is known to have more than `count` elements. Computes at most one more. */
  hasMoreThan(count: number, meter: WorkMeter | undefined): boolean {
    const payer = payerOf(meter);
    return payer !== undefined && this.exceeds(count, payer);
  }

  protected exceeds(_count: number, _meter: WorkMeter): boolean {
    return false;
  }

  /** True if all of its elements are computed. */
  get isComputed(): boolean {
    return false;
  }
}

/** Returns the meter that pays for a walk. */
function payerOf(meter: WorkMeter | undefined): WorkMeter | undefined {
  let payer = meter;
  while (payer instanceof CountedWork) payer = payer.meter;
  return payer;
}
