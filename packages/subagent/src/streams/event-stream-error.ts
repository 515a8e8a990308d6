// The error of a client that reads events.

/** Why the events can't be read. */
export type EventStreamProblem =
  // The server answered with an error, or not with server-sent events.
  | "response"
  // An event is longer than `maxEventBytes`.
  | "too_large"
  // An event isn't JSON of the known form.
  | "invalid_event"
  // The connection was lost, and connecting again failed.
  | "disconnected";

/** The events of a run can't be read. */
export class EventStreamError extends Error {
  readonly problem: EventStreamProblem;

  constructor(problem: EventStreamProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EventStreamError";
    this.problem = problem;
  }
}
