// The host's stack. A program may nest calls deeper than that reaches: a call that is many levels
// above the place where the stack began goes on from a promise, and so on a new stack. Only code
// that may await can do so; a program that was compiled without is run again, see run/evaluate.ts.
//
//   0 ……… 400   calls begin where they are
//   400 … 600   calls go on from a promise; what cannot wait, such as a comparator, stays
//   600         the most that any code takes of one stack, whatever it calls

import { LimitError } from "../errors/errors.ts";
import { Raised } from "../errors/raised.ts";

/** Calls inside calls after which a call begins on a new stack. */
export const levelsBeforeFresh = 400;

/** Calls inside calls for which the stack of every host has room. */
export const levelsOfStack = 600;

/** What the promises of the calls that wait for a new stack take. */
export const bytesOfStack = 64 * levelsBeforeFresh;

/**
 * Why a run without effects is run again, which nobody sees: it needs a new stack; it has computed
 * so long that the host should get a turn; or it makes a lazy sequence, which costs more where it
 * may have to be waited for, and so must not depend on how long it took.
 */
type RunsAgainFor = "stack" | "turn" | "sequence";

/** Thrown where the code at hand cannot go on, and code compiled the other way can. */
export class StackEnd extends Raised {
  readonly name = "StackEnd";
  readonly why: RunsAgainFor;

  constructor(why: RunsAgainFor = "stack") {
    super(`the program is run again: ${why}`);
    this.why = why;
  }
}

/** The error for calls that nest deep inside a function that cannot wait for any of them. */
export function stackLimitError(): LimitError {
  return new LimitError(
    "depth",
    levelsOfStack,
    {
      description: "calls inside calls that cannot be interrupted, as in a comparator or a finally",
    },
    true,
  );
}
