// The error for a checkpoint that can't be resumed.

/**
 * The kind of a problem with a checkpoint:
 *
 * - `unreadable`: it isn't a checkpoint, or parts of it are missing or wrong
 * - `version`: a newer release wrote it
 * - `tampered`: its signature is missing or doesn't fit the key
 * - `hidden`: firewalled values are missing, because it isn't encrypted or the key is wrong
 * - `changed`: the program, the context or the tools changed, so recorded effects don't fit
 * - `decision`: a decision doesn't fit the calls that wait
 */
export type CheckpointProblem =
  "unreadable" | "version" | "tampered" | "hidden" | "changed" | "decision";

/** A checkpoint can't be resumed. No tool was called before it was thrown. */
export class CheckpointError extends Error {
  readonly problem: CheckpointProblem;

  constructor(problem: CheckpointProblem, message: string) {
    super(message);
    this.name = "CheckpointError";
    this.problem = problem;
  }
}
