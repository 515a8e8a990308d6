// Calls a tool within its limits: concurrent calls, time limit per call, and retries.
//
//   wait for a slot ──▶ call the tool ──▶ result
//          ▲                  │ failure or timeout
//          └──── wait ◀───────┘ while `retries` are left
//
// Without a wait, the result of a synchronous tool is returned synchronously.

import type {
  Clock,
  RandomSource,
  ToolArguments,
  ToolContext,
  ToolFunction,
} from "@ptc/core/contracts";
import { isThenable, sleep, untilAborted } from "@ptc/core/internal/contracts";
import { OptionError, ToolFailure } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import type { JournalEntries } from "@ptc/core/internal/journal";
import { Suspension } from "@ptc/lisp/internal";
import type { CallBounds } from "../agent/call-bounds.ts";
import { LastingFailure } from "../agent/tool-answer.ts";
import { WrongArguments } from "../agent/wrong-arguments.ts";
import { Deadline } from "../bounds/deadline.ts";
import { HeldSlot, rememberSlot } from "../bounds/held-slot.ts";
import { effectIn } from "../bounds/activity.ts";
import { rememberPlace, type Place } from "../bounds/place.ts";
import { SlotPair, Slots } from "../bounds/slots.ts";
import { growingDelay } from "../model/retry-policy.ts";

/** The mission's settings for calls. */
export interface AttemptsOptions {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Called before each retry; false prevents it. */
  readonly mayRepeat: () => boolean;
  /** The slots for concurrent calls of all tools of the mission. */
  readonly slots: Slots;
  /** The error that ended the run in a call of the mission; calls that wait then don't begin. */
  endOfRun?: EndOfRun;
  /** Its `failure` ends the run too. */
  readonly journal: Pick<JournalEntries, "failure"> | undefined;
  /** Counts the work of the mission; undefined if nothing depends on that. */
  readonly place: Place | undefined;
  /** True if the process was killed while the call ran, so it waits for a decision. */
  readonly isUncertain?: ((callId: string) => boolean) | undefined;
}

const delays = { backoff: "exponential", baseDelayMs: 500, maxDelayMs: 30_000 } as const;

/** A call, and the number of attempts so far. */
interface Call {
  readonly args: ToolArguments;
  readonly context: ToolContext;
  attempts: number;
}

/**
 * The limits for calls of one tool. `timeOption` is the option that set `timeoutMs`, for the error
 * message.
 */
export interface AttemptBounds extends CallBounds {
  readonly timeOption?: "timeoutMs" | "toolTimeoutMs";
  /** True if the tool runs a mission, which may wait for another one. */
  readonly runsMission?: boolean;
}

/** Returns `execute` within `bounds`, for one mission. */
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
    if (this.options.place?.isWithoutSlot === true || !this.slots.take()) return this.later(call);
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

  /** Calls the tool once a slot is free, and the calls around the mission have theirs. */
  private async later(call: Call): Promise<unknown> {
    const { context, attempts } = call;
    if (attempts === 0) context.noteAttempts(0);
    const regained = this.options.place?.regained(context.signal);
    if (regained !== undefined) await regained;
    if (!(await this.slots.wait(context.signal))) throw endedWhileWaiting();
    try {
      return await this.attempt(call);
    } catch (error) {
      return await this.again(call, error);
    }
  }

  /**
   * Retries a call. Returns a promise of the result.
   * @throws the failure of the call if it can't be retried
   */
  private again(call: Call, error: unknown): Promise<unknown> {
    const { attempts, context } = call;
    const { retries = 0 } = this.bounds;
    if (isA(error, Suspension)) throw error;
    if (attempts > retries || context.signal.aborted || !mayPass(error)) throw failure(call, error);
    return this.afterPause(call, error);
  }

  private async afterPause(call: Call, error: unknown): Promise<unknown> {
    const { clock, random, mayRepeat, place } = this.options;
    const { signal, callId } = call.context;
    const delay = growingDelay(delays, call.attempts, random);
    await effectIn(place, sleep(clock, Math.max(delay, waitAsked(error)), signal, callId));
    // Other calls may have used up the limit during the wait.
    if (signal.aborted || !mayRepeat()) throw failure(call, error);
    return await this.later(call);
  }

  /**
   * Calls the tool in a slot that is already taken, and releases the slot when the call ends by a
   * result, timeout or abort. Asynchronous results are always native promises.
   */
  private attempt(call: Call): unknown {
    const { context, args } = call;
    const { timeoutMs, timeOption, runsMission } = this.bounds;
    const { journal, endOfRun = journal?.failure } = this.options;
    if (endOfRun !== undefined) {
      this.slots.release();
      throw endOfRun;
    }
    call.attempts += 1;
    context.noteAttempts(call.attempts);
    const slot = runsMission === true ? new HeldSlot(this.slots) : undefined;
    const place =
      slot === undefined
        ? this.options.place?.workingCall()
        : this.options.place?.missionCall(slot);
    const deadline =
      timeoutMs === undefined
        ? undefined
        : new Deadline({
            timeoutMs,
            above: undefined,
            signal: context.signal,
            clock: this.options.clock,
            place,
          }).stopAtAnswer();
    const end = (): void => {
      deadline?.stop();
      place?.close();
      if (slot === undefined) this.slots.release();
      else slot.end();
    };
    const signal = deadline?.signal ?? context.signal;
    const attempted = { ...context, signal, abortSignal: signal };
    if (slot !== undefined) rememberSlot(attempted, slot);
    // Remembering the place of every call costs more than the call.
    if (place !== undefined && (slot !== undefined || this.mayWait(call)))
      rememberPlace(attempted, place);
    let answer: unknown;
    try {
      answer = this.execute(args, attempted);
    } catch (error) {
      this.noteEnd(error);
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
    return untilAborted(answer, signal, ended).then(
      (value) => {
        end();
        return value;
      },
      (error: unknown) => {
        this.noteEnd(error);
        end();
        throw error;
      },
    );
  }

  private mayWait({ context }: Call): boolean {
    return this.options.isUncertain?.(context.callId) === true;
  }

  /** Must run before the slot is released, because a waiting call then begins. */
  private noteEnd(error: unknown): void {
    if (isA(error, EndOfRun)) this.options.endOfRun ??= error;
  }
}

/** True if a retry may succeed, because the failure is the tool's own. */
export function mayPass(error: unknown): boolean {
  return !(
    isA(error, WrongArguments) ||
    isA(error, LastingFailure) ||
    (isA(error, ToolFailure) && error.isLasting) ||
    isA(error, EndOfRun) ||
    isA(error, OptionError)
  );
}

/** Like `instanceof`, for what a tool threw: reading the prototype of a proxy may throw. */
function isA<T>(error: unknown, type: abstract new (...args: never[]) => T): error is T {
  try {
    return error instanceof type;
  } catch {
    return false;
  }
}

/** Returns the wait that a failure asks for, in milliseconds, up to the maximum delay. */
function waitAsked(error: unknown): number {
  const asked = isA(error, ToolFailure) ? error.retryAfterMs : undefined;
  return asked !== undefined && asked > 0 ? Math.min(asked, delays.maxDelayMs) : 0;
}

function timedOut(timeoutMs: number, option = "timeoutMs"): ToolFailure {
  return new ToolFailure(
    `timed out after ${String(timeoutMs)} milliseconds (option ${option}): the running call was aborted and may have taken effect`,
    { kind: "tool_timeout", ran: true },
  );
}

function endedWhileWaiting(): ToolFailure {
  return new ToolFailure(
    "the call was ended while waiting for its turn (option concurrency): it did not run",
    { kind: "cancelled", ran: false },
  );
}

/**
 * Returns the failure of a call, with the number of attempts if there was more than one. Keeps the
 * data of the last failure.
 */
function failure({ attempts }: Call, error: unknown): unknown {
  if (attempts === 1 || isA(error, EndOfRun)) return error;
  const message = messageOf(error);
  const last = typeof message === "string" ? `: ${message}` : "";
  return new ToolFailure(
    `failed ${String(attempts)} times${last}`,
    isA(error, ToolFailure) ? error.data : undefined,
  );
}

/** Reading a proxy that a tool threw may throw. */
function messageOf(error: unknown): unknown {
  try {
    return typeof error === "object" && error !== null && "message" in error
      ? error.message
      : error;
  } catch {
    return undefined;
  }
}
