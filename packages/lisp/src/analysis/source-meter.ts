// The meter for reading, analyzing and storing a source. It is backed by the limits of a program,
// or by the budget of the run that reads a stored function. Compiling takes time and memory in
// proportion to the nodes of the core tree, so nodes are charged for both.

import type { WorkMeter } from "@ptc/core/values";

/** Branches are meters, too. */
export interface SourceMeter extends WorkMeter {
  /** Counts bytes before they are allocated. An error it throws ends the analysis. */
  charge(bytes: number): void;
}

/** For sources without limits. */
export const unbounded: SourceMeter = { spend() {}, charge() {} };

/** The total bytes of a form, its node and its compiled code. */
export const bytesOfForm = 256;
/** The bytes of a form that becomes part of a value. */
export const bytesOfQuoted = 128;
/** The bytes of a name that a function captures or a pattern binds. */
export const bytesOfName = 128;
