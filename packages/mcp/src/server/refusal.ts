// A request that the server doesn't carry out. The model reads the text, so it says what to do.

/** Why a request was refused: a code for programs, and a message for the model. */
export type RefusalReason =
  | "invalid_arguments"
  | "unknown_tool"
  | "unknown_agent"
  | "unknown_session"
  | "session_waits"
  | "unknown_call"
  | "busy"
  | "limit_exceeded"
  | "not_allowed"
  | "changed"
  | "internal_error"
  | "cancelled";

export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = "Refusal";
    this.reason = reason;
  }
}
