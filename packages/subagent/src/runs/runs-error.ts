// The error of `createRuns`, and of other runs that are kept.

/**
 * The kind of a problem with a run.
 *
 * A run that the store lacks is `unknown_run`, and an agent that `agents` lacks `unknown_agent`. If
 * a key belongs to a run of another agent, it is `key`. A run that has ended has `ended`. A
 * decision that fits no waiting call, or that is the second one, has `decision`. If firewalled
 * values would be stored in clear, it is `firewalled`. Damaged data is `unreadable`, and that of
 * another release has `version`. If other processes changed the run again and again, it is `busy`.
 * After `close`, it is `closed`. If this process has a worker that allows no second one, it is
 * `worker`. If a model request would wait for too long, it is `rate_limit`.
 */
export type RunsProblem =
  | "unknown_run"
  | "unknown_agent"
  | "key"
  | "ended"
  | "decision"
  | "firewalled"
  | "unreadable"
  | "version"
  | "busy"
  | "worker"
  | "rate_limit"
  | "closed";

/** A run can't do what was asked. The message names the run, and the call if there is one. */
export class RunsError extends Error {
  readonly problem: RunsProblem;

  constructor(problem: RunsProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RunsError";
    this.problem = problem;
  }
}
