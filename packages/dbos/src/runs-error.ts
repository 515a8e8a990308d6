// The error of durable runs.

/**
 * The kind of a problem with a run.
 *
 * - `unknown_run`: there is no run with this id
 * - `unknown_agent`: `agents` has no agent with this name
 * - `key`: the key belongs to a run of another agent
 * - `ended`: the run has ended
 * - `decision`: a decision fits no call that waits, or the call was decided about before
 * - `firewalled`: data would be stored with its firewalled fields, or they are missing
 * - `worker`: this process has another worker
 * - `closed`: `close` was called
 */
export type DurableRunsProblem =
  | "unknown_run"
  | "unknown_agent"
  | "key"
  | "ended"
  | "decision"
  | "firewalled"
  | "worker"
  | "closed";

/** A run can't do what was asked. The message names the run, and the call if there is one. */
export class DurableRunsError extends Error {
  readonly problem: DurableRunsProblem;

  constructor(problem: DurableRunsProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RunsError";
    this.problem = problem;
  }
}
