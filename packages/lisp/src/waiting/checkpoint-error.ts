// The error for a checkpoint that can't be resumed.

/**
 * The kind of a problem with a checkpoint.
 *
 * Damaged ones are `unreadable`, those of newer releases have `version`, and one whose signature
 * doesn't fit is `tampered`. If firewalled values are missing, it is `hidden`. If recorded effects
 * don't fit the program, the context or the tools, it is `changed`. A decision that fits no waiting
 * call has `decision`.
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
