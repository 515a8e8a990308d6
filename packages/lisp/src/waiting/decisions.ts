// Decisions about calls that wait. They are plain JSON, so an application can store and send them.

/** Executes the call, with other arguments if they are given. */
export interface Approval {
  readonly type: "approve";
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Fails the call. The program can catch the error. */
export interface Denial {
  readonly type: "deny";
  readonly message: string;
}

/** Ends the call with a result, without executing it. */
export interface Reply {
  readonly type: "answer";
  readonly result: unknown;
}

/** A decision about one call. */
export type Decision = Approval | Denial | Reply;

/** Decisions by the ids of calls. */
export type Decisions = Readonly<Record<string, Decision>>;

/**
 * Approves a call. With `arguments`, it is executed with these instead of the requested ones. They
 * are checked against the tool's `inputSchema` first.
 */
export function approve(changes: Pick<Approval, "arguments"> = {}): Approval {
  const { arguments: edited } = changes;
  return { type: "approve", ...(edited === undefined ? {} : { arguments: edited }) };
}

/** Denies a call. The program receives an error with `message`, which it can catch. */
export function deny(message = "no reason was given"): Denial {
  return { type: "deny", message };
}

/**
 * Ends a call with `result`, which the program receives like the tool's own result. For a call that
 * waits for something else than an approval, such as the answer of a person.
 */
export function answer(result: unknown): Reply {
  return { type: "answer", result };
}
