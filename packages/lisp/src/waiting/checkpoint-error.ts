// The error for a checkpoint that can't be resumed.

/**
 * The kind of a problem with a checkpoint. `unreadable`: it isn't a checkpoint, or parts of it are
 * wrong. `version`: a newer release wrote it. `tampered`: its signature doesn't fit the key.
 * `hidden`: firewalled values are missing. `changed`: recorded effects don't fit the program, the
 * context or the tools. `decision`: a decision doesn't fit the calls that wait.
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
