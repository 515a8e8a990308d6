// The result of `delay`: a value that is computed once, on first use. It is the only element of a
// lazy sequence, so the rules of lazy sequences apply. Branches that read it at the same time wait
// for one computation, each pays for it, and its tool calls happen once.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { call0 } from "../functions/callable.ts";
import { isCatchable } from "../evaluation/errors/ends-program.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { layeredSequence } from "./layered-sequence.ts";
import type { LazySeq } from "./lazy-seq.ts";
import { endOfSequence, type Produce } from "./produced.ts";

const bytesOfDelay = 224;

export class Delay extends ProgramBound {
  readonly typeName = "delay";
  private readonly sequence: LazySeq;

  constructor(maker: Branch, body: Value) {
    super();
    maker.charge(bytesOfDelay);
    this.sequence = layeredSequence(maker, once(body), false, undefined);
  }

  /**
   * Returns the value, and computes it first if this is the first read.
   * @throws ElementPending if the value isn't available yet
   */
  force(branch: Branch): Value {
    return this.sequence.at(0, branch) ?? null;
  }

  /** True if the value is available and `branch` has met it. */
  isRealized(branch: Branch): boolean {
    return this.sequence.hasComputed(0, branch);
  }
}

/**
 * Returns a producer that yields the result of `body` and then ends. A body that fails isn't run
 * again: later reads get the same error, as in Clojure.
 */
function once(body: Value): Produce {
  let isDone = false;
  let failure: Error | undefined;
  const fail = (error: unknown): never => {
    if (isCatchable(error)) failure = error;
    throw error;
  };
  const take = (value: Value): Value => {
    isDone = true;
    return value;
  };
  return (branch) => {
    if (failure !== undefined) throw failure;
    if (isDone) return endOfSequence;
    try {
      const result = call0(branch, body);
      return result instanceof Promise ? result.then(take, fail) : take(result);
    } catch (error) {
      return fail(error);
    }
  };
}
