// Creates the sequence of `(lazy-seq body…)`. The body is a function that is called once, when the
// first element is read. It may return another such sequence, whose body has not been called yet.
// In an evaluation that never waits, these bodies are called in a loop, so that a sequence that
// skips ten thousand elements doesn't nest as deep. If elements may wait, each body is separate
// work at its own address, and the nesting is bounded by the depth limit.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { call0 } from "../functions/callable.ts";
import { layeredSequence } from "./layered-sequence.ts";
import { LazySeq, type Sequence } from "./lazy-seq.ts";
import type { Opener } from "./lazy-source.ts";
import { askAgain, type Made } from "./produced.ts";
import { sequenceOf } from "./sequence-source.ts";
import { Walker, bytesOfWalker } from "./walker.ts";

/** Returns the sequence that `body` computes. */
export function lazyBody(maker: Branch, body: Value): LazySeq {
  maker.evaluation.keepTask();
  let walker: Walker | undefined;
  const opened = (branch: Branch, value: Value): Sequence => {
    const sequence = sequenceOf(branch, value, "lazy-seq");
    branch.charge(bytesOfWalker);
    walker = new Walker(sequence);
    made.continueWith(0, sequence);
    made.openWith(undefined);
    return sequence;
  };
  const open = (branch: Branch): Sequence => {
    const value = call0(branch, body);
    if (value instanceof Promise) throw new Error("a synchronous evaluation has to wait");
    return opened(branch, value);
  };
  const made: LazySeq = layeredSequence(
    maker,
    (branch): Made | Promise<Made> => {
      if (walker !== undefined) return walker.next(branch);
      if (branch.mayAwait) {
        const value = call0(branch, body);
        if (value instanceof Promise)
          return value.then((settled) => {
            opened(branch, settled);
            return askAgain;
          });
        opened(branch, value);
        return askAgain;
      }
      let opener: Opener | undefined = open;
      while (opener !== undefined) {
        const sequence: ReturnType<Opener> = opener(branch);
        opener = sequence instanceof LazySeq ? sequence.opener(branch) : undefined;
      }
      return askAgain;
    },
    false,
    () => (walker === undefined ? ["lazy-seq", body] : ["rest", walker.rest]),
  );
  made.openWith(open);
  made.markOpenEnded();
  return made;
}
