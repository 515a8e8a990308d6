// What `delay` makes: a value that is computed when it is first asked for, once. It is the only
// element of a lazy sequence, so everything that holds for those holds here: branches that ask at
// the same time wait for one computation, each pays for it, and its calls of tools happen once.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { call0 } from "../functions/callable.ts";
import { isCatchable } from "../evaluation/errors/ends-program.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { layeredSequence } from "./layered-sequence.ts";
import type { LazySeq } from "./lazy-seq.ts";
import { endOfSequence, type Produce } from "./lazy-source.ts";

const bytesOfDelay = 64;

export class Delay extends ProgramBound {
  readonly typeName = "delay";
  private readonly sequence: LazySeq;

  constructor(maker: Branch, body: Value) {
    super();
    maker.charge(bytesOfDelay);
    this.sequence = layeredSequence(maker, once(body), false);
  }

  /**
   * The value, computed now if nobody has asked before.
   * @throws ElementPending when it has to be waited for
   */
  force(branch: Branch): Value {
    return this.sequence.at(0, branch) ?? null;
  }

  /** Whether the value is there, as far as `branch` knows. */
  isRealized(branch: Branch): boolean {
    return this.sequence.hasComputed(0, branch);
  }
}

/**
 * The result of `body`, and then no other. A body that fails is not run again: whoever asks later
 * is given the same error, as in Clojure.
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
