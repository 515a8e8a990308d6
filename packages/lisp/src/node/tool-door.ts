// Calls the tools of one run, here in the pool's process, for the program that runs in another one.
// That process decides when a tool is called and in which order the calls are listed. Names,
// addresses and numbers of calls are checked; arguments and results are recorded on this side.

import {
  effectAddressText,
  isThenable,
  systemClock,
  type EffectAddress,
  type ToolArguments,
  type ToolCallRecord,
  type TraceScope,
} from "@ptc/core/contracts";
import { collected, comesInPieces } from "../effects/collected-answer.ts";
import { ToolRunner, type ToolCall } from "../effects/tool-runner.ts";
import type { ToolTable } from "../effects/tool-table.ts";
import { toCrossing } from "./crossing.ts";
import { MessageError } from "./message-error.ts";
import type { ToolAnswerMessage, ToolCallMessage, WrittenStep } from "./messages.ts";

export interface ToolDoorOptions {
  readonly tools: ToolTable;
  readonly maximumCalls: number;
  /** What an answer that comes piece by piece may take. */
  readonly memoryBytes: number;
  readonly runId: string;
  readonly turn: number;
  readonly trace: TraceScope;
  /** Aborts when the run does, or when its process ends. */
  readonly signal: AbortSignal;
  readonly started: () => void;
  /**
   * Sends the answer to a call.
   * @throws what structured clone throws for an answer that it refuses
   */
  readonly answer: (answer: AnswerBody, call: number) => void;
}

/** An answer, without the run and the number of its call. */
export type AnswerBody =
  | { readonly result: Extract<ToolAnswerMessage, { result: unknown }>["result"] }
  | { readonly error: string };

interface Call {
  readonly call: ToolCall;
  /** The record of the call once it has ended. */
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
   * Makes the call that a process asks for, with the arguments that were read of it.
   * @throws MessageError for a call that no evaluator would ask for
   */
  call(message: ToolCallMessage, args: ToolArguments): void {
    const { tools, maximumCalls, runId, turn, trace, signal } = this.options;
    const address: EffectAddress = { run: runId, turn, ...message.address };
    const callId = effectAddressText(address);
    if (
      !tools.has(message.name) ||
      message.call !== this.calls.length ||
      message.call >= maximumCalls ||
      this.addresses.has(callId)
    )
      throw new MessageError("a tool call that cannot be");
    this.addresses.add(callId);
    const runner = new ToolRunner({ tools, clock: systemClock, trace });
    const call = runner.begin(message.name, args, address);
    if (call === undefined) throw new MessageError("a tool call that cannot be");
    const open: Call = { call, record: undefined };
    this.calls.push(open);
    this.options.started();
    // The process may have asked before it heard that the run was over: nothing is called then.
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
   * The records of the calls, in the order of the process, which also knows which calls the program
   * saw fail.
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
   * The records of the calls of a run whose process ended, in the order they came. Calls that are
   * still open failed with `error`.
   */
  recordsAfter(error: string): readonly ToolCallRecord[] {
    this.close(error);
    return this.calls.map((call) => recordOf(call, undefined));
  }

  /** Records all open calls as failed. What tools answer from now on is dropped. */
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

  /** Answers with `result`, or once the pieces that it comes in are collected. */
  private settle(open: Call, result: unknown): void {
    const { memoryBytes, signal } = this.options;
    try {
      if (comesInPieces(result)) this.follow(open, collected(result, memoryBytes, signal));
      else this.succeed(open, result);
    } catch (error) {
      this.fail(open, error);
    }
  }

  private succeed(open: Call, result: unknown): void {
    if (this.isClosed) return;
    try {
      this.options.answer({ result: toCrossing(result) }, this.calls.indexOf(open));
      open.record = open.call.succeeded(result);
    } catch (error) {
      this.fail(open, error);
    }
  }

  private fail(open: Call, error: unknown): void {
    if (this.isClosed) return;
    const failed = open.call.failed(error);
    open.record = failed;
    this.options.answer({ error: failed.error }, this.calls.indexOf(open));
  }
}

/**
 * The record of a call. With `error` it is one of a call that failed: the program saw it fail,
 * whatever the tool has answered.
 */
function recordOf({ call, record = call.begun }: Call, error: string | undefined): ToolCallRecord {
  if (error === undefined) return record;
  const { name, args, attempts, childTraceIds, timestamp, durationMs, address } = record;
  const noted = {
    ...(attempts === undefined ? {} : { attempts }),
    ...(childTraceIds === undefined ? {} : { childTraceIds }),
  };
  return { name, args, error, ...noted, timestamp, durationMs, address };
}
