// What reading, analyzing and keeping a source costs is told to whoever bounds it: the limits of a
// program, or the budget of whoever reads a function that was stored. Compiling takes time and
// memory in proportion to the nodes of the core tree, so these are charged for both.

import type { WorkMeter } from "@ptc/core/values";

/** A branch is one, too. */
export interface SourceMeter extends WorkMeter {
  /** Is told of bytes before they are allocated. What it throws ends the analysis. */
  charge(bytes: number): void;
}

/** For sources that nobody bounds. */
export const unbounded: SourceMeter = { spend() {}, charge() {} };

/** What a form takes with the node it becomes and the code of that, all in all. */
export const bytesOfForm = 256;
/** What a form takes that becomes a part of a value. */
export const bytesOfQuoted = 128;
/** What a name takes that a function captures, or that a pattern binds. */
export const bytesOfName = 128;
