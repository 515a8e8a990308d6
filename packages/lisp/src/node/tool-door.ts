// Calls the tools of one run in the pool's process, for a program that runs in another process.
// That process decides when tools are called and in which order the calls are listed. Names,
// addresses and numbers of calls are checked; arguments and results are recorded on this side.

import {
  systemClock,
  type Clock,
  type EffectAddress,
  type ToolArguments,
  type ToolCallRecord,
  type TraceScope,
} from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { effectAddressText, isThenable } from "@ptc/core/internal/contracts";
import { collected, comesInPieces } from "../effects/collected-answer.ts";
import { ToolRunner, type ToolCall } from "../effects/tool-runner.ts";
import type { ToolTable } from "../effects/tool-table.ts";
import { Crossings } from "./sent-pieces.ts";
import { MessageError } from "./message-error.ts";
import type { ToolAnswer, ToolCallMessage, WrittenStep } from "./messages.ts";

export interface ToolDoorOptions {
  readonly tools: ToolTable;
  readonly maximumCalls: number;
  /** Maximum bytes of a result that arrives in pieces. */
  readonly memoryBytes: number;
  readonly runId: string;
  readonly turn: number;
  readonly trace: TraceScope;
  /** Measures the calls; default: the host's clock. */
  readonly clock?: Clock | undefined;
  /** Aborts with the run, or when its process ends. */
  readonly signal: AbortSignal;
  readonly started: () => void;
  /**
   * Sends the result of a call. Returns a promise if `crossings` copies it in pieces.
   * @throws CrossingError; errors of structured clone for a result that it rejects
   */
  readonly answer: (
    answer: AnswerBody,
    call: number,
    crossings: Crossings,
  ) => Promise<void> | undefined;
}

/** The result of a call, without its run and number. */
export type AnswerBody = ToolAnswer;

interface Call {
  readonly call: ToolCall;
  /** The record of the call, once it has ended. */
  record: ToolCallRecord | undefined;
}

export class ToolDoor {
  private readonly options: ToolDoorOptions;
  private readonly calls: Call[] = [];
  private readonly addresses = new Set<string>();
  private isClosed = false;

  constructor(options: ToolDoorOptions) {
    this.options = options;
  }

  /**
   * Executes a call that a process requests, with the arguments read from its message.
   * @throws MessageError for a call that no evaluator would request
   */
  call(message: ToolCallMessage, args: ToolArguments): void {
    const { tools, maximumCalls, runId, turn, trace, clock = systemClock, signal } = this.options;
    const address: EffectAddress = { run: runId, turn, ...message.address };
    const callId = effectAddressText(address);
    if (
      !tools.has(message.name) ||
      message.call !== this.calls.length ||
      message.call >= maximumCalls ||
      this.addresses.has(callId)
    )
      throw new MessageError("an impossible tool call");
    this.addresses.add(callId);
    const runner = new ToolRunner({ tools, clock, trace });
    const call = runner.begin(message.name, args, address);
    if (call === undefined) throw new MessageError("an impossible tool call");
    const open: Call = { call, record: undefined };
    this.calls.push(open);
    this.options.started();
    // The process may have sent the request before it received the abort, so call nothing.
    if (signal.aborted) {
      open.record = call.failed(new Error("the run was cancelled"));
      return;
    }
    try {
      const answer = call.execute(signal);
      if (isThenable(answer)) this.follow(open, answer);
      else this.settle(open, answer);
    } catch (error) {
      this.fail(open, error);
    }
  }

  /**
   * Returns the call records in the order given by the process, which also knows the calls that
   * failed for the program.
   * @throws MessageError
   */
  records(written: WrittenStep["toolCalls"]): readonly ToolCallRecord[] {
    this.close();
    const listed = new Set<number>();
    return written.map(({ call: index, error }) => {
      const call = this.calls[index];
      if (call === undefined || listed.has(index))
        throw new MessageError("a tool call that was never made");
      listed.add(index);
      return recordOf(call, error);
    });
  }

  /**
   * Returns the call records of a run whose process ended, in order of arrival. Calls still open
   * failed with `error`.
   */
  recordsAfter(error: string): readonly ToolCallRecord[] {
    this.close(error);
    return this.calls.map((call) => recordOf(call, undefined));
  }

  /** Records all open calls as failed. Drops results that tools return from now on. */
  private close(error = "the run was cancelled"): void {
    this.isClosed = true;
    for (const open of this.calls) open.record ??= open.call.failed(new Error(error));
  }

  private follow(open: Call, answer: PromiseLike<unknown>): void {
    answer.then(
      (result) => {
        this.settle(open, result);
      },
      (error: unknown) => {
        this.fail(open, error);
      },
    );
  }

  /** Sends `result`, after collecting its pieces if it arrives in pieces. */
  private settle(open: Call, result: unknown): void {
    const { memoryBytes, signal } = this.options;
    try {
      if (comesInPieces(result))
        this.follow(open, collected(result, memoryBytes, signal, systemClock));
      else this.succeed(open, result);
    } catch (error) {
      this.fail(open, error);
    }
  }

  private succeed(open: Call, result: unknown): void {
    if (this.isClosed) return;
    const call = this.calls.indexOf(open);
    try {
      const crossings = new Crossings();
      const sent = this.options.answer({ result: crossings.add(result) }, call, crossings);
      if (sent !== undefined) {
        sent.then(
          () => {
            this.record(open, result);
          },
          (error: unknown) => {
            this.fail(open, error);
          },
        );
        return;
      }
    } catch (error) {
      this.fail(open, error);
      return;
    }
    this.record(open, result);
  }

  /** Records a call whose result was sent, so an error of the record isn't sent. */
  private record(open: Call, result: unknown): void {
    if (this.isClosed) return;
    try {
      open.record = open.call.succeeded(result);
    } catch (error) {
      open.record = open.call.failed(error);
    }
  }

  private fail(open: Call, error: unknown): void {
    if (this.isClosed) return;
    const failed = open.call.failed(error);
    open.record = failed;
    const call = this.calls.indexOf(open);
    const withoutData = (): void => {
      void this.options.answer({ error: failed.error }, call, new Crossings());
    };
    try {
      const crossings = new Crossings();
      const data =
        error instanceof ToolFailure && error.data !== undefined
          ? { data: crossings.add(error.data) }
          : {};
      this.options.answer({ error: failed.error, ...data }, call, crossings)?.catch(withoutData);
    } catch {
      // The data can't be sent to another process.
      withoutData();
    }
  }
}

/**
 * Returns the record of a call. With `error`, the call failed for the program, regardless of the
 * tool's result.
 */
function recordOf({ call, record = call.begun }: Call, error: string | undefined): ToolCallRecord {
  if (error === undefined) return record;
  const { name, args, attempts, childTraceIds, decision, timestamp, durationMs, address } = record;
  const noted = {
    ...(attempts === undefined ? {} : { attempts }),
    ...(childTraceIds === undefined ? {} : { childTraceIds }),
    ...(decision === undefined ? {} : { decision }),
  };
  return { name, args, error, ...noted, timestamp, durationMs, address };
}
