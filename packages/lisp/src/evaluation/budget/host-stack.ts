// The limits of the host's stack. A program may nest calls deeper than the stack allows: a call
// many levels above the start of the stack continues from a promise, and thus on a new stack. This
// works only in code that may await; a program compiled without awaiting runs again, see
// run/evaluate.ts.
//
//   0 ……… 400   calls begin directly
//   400 … 600   calls continue from a promise, except code that can't wait, such as a comparator
//   600         the maximum that any code uses of one stack

import { LimitError } from "../errors/errors.ts";
import { Raised } from "../errors/raised.ts";

/** Nested calls after which a call begins on a new stack. */
export const levelsBeforeFresh = 400;

/** Nested calls for which every host's stack has room. */
export const levelsOfStack = 600;

/** Bytes of the promises of calls that wait for a new stack. */
export const bytesOfStack = 64 * levelsBeforeFresh;

/**
 * The reason why a run without effects starts again, which has no visible effect. It needs a new
 * stack, or it has computed so long that the host should get a turn. Or it does something that
 * differs in code that awaits, such as calling the body of a `lazy-seq`, so the choice must not
 * depend on elapsed time.
 */
type RunsAgainFor = "stack" | "turn" | "sequence";

/** Thrown if the current code can't continue, but code compiled to await can. */
export class StackEnd extends Raised {
  readonly name = "StackEnd";
  readonly why: RunsAgainFor;
  /** The time in milliseconds that the run had computed. */
  usedMs = 0;
  /** The seed of the run, if it was drawn: the program draws the same numbers again. */
  declare seed?: number | undefined;

  constructor(why: RunsAgainFor = "stack") {
    super(`the program is run again: ${why}`);
    this.why = why;
  }
}

/** Returns the error for calls that nest deep inside a function that can't wait for them. */
export function stackLimitError(): LimitError {
  return new LimitError(
    "depth",
    levelsOfStack,
    {
      description: "nested calls that cannot be interrupted, as in a comparator or a finally",
    },
    true,
  );
}
