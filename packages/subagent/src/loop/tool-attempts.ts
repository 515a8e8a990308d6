// Calls a tool within its bounds: so many calls at once, each for so long, and a failed one again.
//
//   wait for a slot ──▶ call the tool ──▶ answered
//          ▲                  │ failed, or took too long
//          └──── wait ◀───────┘ while `retries` are left
//
// Without a wait, a tool that answers at once is answered for at once.

import type {
  Clock,
  RandomSource,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import { isThenable, sleep } from "@ptc/core/internal/contracts";
import { OptionError, ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import type { CallBounds } from "../agent/call-bounds.ts";
import { LastingFailure } from "../agent/tool-answer.ts";
import { WrongArguments } from "../agent/wrong-arguments.ts";
import { Deadline } from "../bounds/deadline.ts";
import { SlotPair, Slots } from "../bounds/slots.ts";
import { growingDelay } from "../model/retry-policy.ts";

/** What the mission says of the calls. */
export interface AttemptsOptions {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** How long to wait in place of the milliseconds before a call is made again. */
  readonly pause: (milliseconds: number) => number;
  /** Asked before a failed call is made again; false prevents it. */
  readonly mayRepeat: () => boolean;
  /** The calls that the mission makes at once, of all its tools. */
  readonly slots: Slots;
}

const delays = { backoff: "exponential", baseDelayMs: 500, maxDelayMs: 30_000 } as const;

/** A call, and how often the tool was called for it. */
interface Call {
  readonly args: ToolArguments;
  readonly context: ToolContext;
  attempts: number;
}

/**
 * The bounds of the calls of one tool. `timeOption` is what sets its `timeoutMs`, for the error
 * that names it.
 */
export interface AttemptBounds extends CallBounds {
  readonly timeOption?: "timeoutMs" | "toolTimeoutMs";
}

/** `execute` within `bounds`, for one mission. */
export function withinBounds(
  execute: ToolFunction,
  bounds: AttemptBounds,
  options: AttemptsOptions,
): ToolFunction {
  const attempts = new ToolAttempts(execute, bounds, options);
  return (args, context) => attempts.call(args, context);
}

class ToolAttempts {
  private readonly execute: ToolFunction;
  private readonly bounds: AttemptBounds;
  private readonly options: AttemptsOptions;
  private readonly slots: SlotPair;

  constructor(execute: ToolFunction, bounds: AttemptBounds, options: AttemptsOptions) {
    this.execute = execute;
    this.bounds = bounds;
    this.options = options;
    this.slots = new SlotPair(new Slots(bounds.concurrency ?? Infinity), options.slots);
  }

  call(args: ToolArguments, context: ToolContext): unknown {
    const call: Call = { args, context, attempts: 0 };
    if (!this.slots.take()) return this.later(call);
    let answer: unknown;
    try {
      answer = this.attempt(call);
    } catch (error) {
      return this.again(call, error);
    }
    return answer instanceof Promise
      ? answer.catch((error: unknown) => this.again(call, error))
      : answer;
  }

  /** Calls the tool once there is a slot for it. */
  private async later(call: Call): Promise<unknown> {
    const { context, attempts } = call;
    if (attempts === 0) context.noteAttempts(0);
    if (!(await this.slots.wait(context.signal))) throw endedWhileWaiting();
    try {
      return await this.attempt(call);
    } catch (error) {
      return await this.again(call, error);
    }
  }

  /**
   * A promise of the answer to the same call, made again.
   * @throws the failure of the call, where it is not made again
   */
  private again(call: Call, error: unknown): Promise<unknown> {
    const { attempts, context } = call;
    const { retries = 0 } = this.bounds;
    if (attempts > retries || context.signal.aborted || !mayPass(error)) throw failure(call, error);
    return this.afterPause(call, error);
  }

  private async afterPause(call: Call, error: unknown): Promise<unknown> {
    const { clock, random, pause, mayRepeat } = this.options;
    const { signal } = call.context;
    const delay = growingDelay(delays, call.attempts, random);
    await sleep(clock, pause(Math.max(delay, waitAsked(error))), signal);
    // Others may have used up the calls during the wait.
    if (signal.aborted || !mayRepeat()) throw failure(call, error);
    return await this.later(call);
  }

  /**
   * Calls the tool in a slot that was taken for it, and gives the slot back when the call ends: it
   * has answered, its time is over, or it was aborted. What answers later is promised by a Promise.
   */
  private attempt(call: Call): unknown {
    const { context, args } = call;
    const { timeoutMs, timeOption } = this.bounds;
    call.attempts += 1;
    context.noteAttempts(call.attempts);
    const deadline =
      timeoutMs === undefined
        ? undefined
        : new Deadline({
            timeoutMs,
            above: undefined,
            signal: context.signal,
            clock: this.options.clock,
          });
    const end = (): void => {
      deadline?.stop();
      this.slots.release();
    };
    const signal = deadline?.signal ?? context.signal;
    let answer: unknown;
    try {
      answer = this.execute(args, { ...context, signal, abortSignal: signal });
    } catch (error) {
      end();
      throw error;
    }
    if (!isThenable(answer)) {
      end();
      return answer;
    }
    const ended = (): Error =>
      deadline?.isTimeOver === true
        ? timedOut(timeoutMs ?? 0, timeOption)
        : new Error("the call was ended");
    return untilAborted(answer, signal, ended).finally(end);
  }
}

/** What `answer` settles with; when `signal` aborts before that, the error of `ended`. */
function untilAborted(
  answer: PromiseLike<unknown>,
  signal: AbortSignal,
  ended: () => Error,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(ended());
    };
    const settle = (): void => {
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    Promise.resolve(answer).finally(settle).then(resolve, reject);
  });
}

/** Whether the same call may succeed the next time: the failure is the tool's own. */
export function mayPass(error: unknown): boolean {
  return !(
    error instanceof WrongArguments ||
    error instanceof LastingFailure ||
    (error instanceof ToolFailure && error.isLasting) ||
    error instanceof EndOfRun ||
    error instanceof OptionError
  );
}

/** How long a failure asks to wait, within what is waited at most. */
function waitAsked(error: unknown): number {
  const asked = error instanceof ToolFailure ? error.retryAfterMs : undefined;
  return asked !== undefined && asked > 0 ? Math.min(asked, delays.maxDelayMs) : 0;
}

function timedOut(timeoutMs: number, option = "timeoutMs"): ToolFailure {
  return new ToolFailure(
    `timed out after ${String(timeoutMs)} milliseconds (option ${option}): the call was running and was told to stop; whether it took effect is not known`,
    { kind: "tool_timeout", ran: true },
  );
}

function endedWhileWaiting(): ToolFailure {
  return new ToolFailure(
    "the call was ended while it was waiting for its turn (option concurrency): it did not run",
    { kind: "cancelled", ran: false },
  );
}

/**
 * The failure of a call; it says how often the tool was called, where that was more than once. What
 * the last failure told stays.
 */
function failure({ attempts }: Call, error: unknown): unknown {
  if (attempts === 1 || error instanceof EndOfRun) return error;
  const message: unknown =
    typeof error === "object" && error !== null && "message" in error ? error.message : error;
  const last = typeof message === "string" ? `: ${message}` : "";
  return new ToolFailure(
    `failed ${String(attempts)} times${last}`,
    error instanceof ToolFailure ? error.data : undefined,
  );
}
