// The tools of one run, called here for the program that runs in a process. The process decides
// when a tool is called and in which order the calls stand; names, addresses and numbers of calls
// are checked, arguments and results stay on this side.

import {
  effectAddressText,
  isThenable,
  type EffectAddress,
  type OpenSpan,
  type ToolCallRecord,
  type TraceScope,
} from "@ptc/core/contracts";
import { decodeValue } from "@ptc/core/decoding";
import { MapValue, toHost } from "@ptc/core/values";
import { thrownMessage } from "../evaluation/thrown-message.ts";
import type { ToolTable } from "../effects/tool-table.ts";
import { toCrossing } from "./crossing.ts";
import type { ToolAnswer, ToolCallMessage, WrittenStep } from "./messages.ts";
import { MessageError } from "./read-message.ts";

export interface ToolDoorOptions {
  readonly tools: ToolTable;
  readonly maximumCalls: number;
  readonly runId: string;
  readonly turn: number;
  readonly trace: TraceScope;
  /** Aborts when the run does, or when its process ends. */
  readonly signal: AbortSignal;
  readonly started: () => void;
  /** Sends an answer, and is asked once for each call. @throws what structured clone refuses */
  readonly answer: (answer: AnswerBody, call: number) => void;
}

/** What is known of a call before it is numbered. */
export type AnswerBody =
  | { readonly result: Extract<ToolAnswer, { result: unknown }>["result"] }
  | { readonly error: string };

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly address: EffectAddress;
  readonly timestamp: number;
  readonly startedAt: number;
  readonly span: OpenSpan<"tool-call">;
  durationMs: number;
  outcome: { readonly result: unknown } | { readonly error: string } | undefined;
}

export class ToolDoor {
  private readonly options: ToolDoorOptions;
  private readonly calls: Call[] = [];
  private readonly addresses = new Set<string>();
  private isClosed = false;

  constructor(options: ToolDoorOptions) {
    this.options = options;
  }

  /** @throws MessageError for a call that no evaluator would make */
  call(message: ToolCallMessage): void {
    const { tools, maximumCalls, runId, turn, trace, signal } = this.options;
    const tool = tools.get(message.name);
    const address: EffectAddress = { run: runId, turn, ...message.address };
    const callId = effectAddressText(address);
    if (
      tool === undefined ||
      message.call !== this.calls.length ||
      message.call >= maximumCalls ||
      this.addresses.has(callId)
    )
      throw new MessageError("a tool call that cannot be");
    this.addresses.add(callId);
    const args = argumentsOf(message);
    const span = trace.start("tool-call", () => ({ name: message.name, args, address: callId }));
    const call: Call = {
      name: message.name,
      args,
      address,
      timestamp: Date.now(),
      startedAt: performance.now(),
      span,
      durationMs: 0,
      outcome: undefined,
    };
    this.calls.push(call);
    this.options.started();
    try {
      const answer: unknown = tool.execute(args, { signal, address, callId });
      if (isThenable(answer))
        answer.then(
          (result) => this.succeed(call, result),
          (error: unknown) => this.fail(call, error),
        );
      else this.succeed(call, answer);
    } catch (error) {
      this.fail(call, error);
    }
  }

  /**
   * The calls in the order of the process, which also knows which of them the program saw fail.
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
      return record(call, error);
    });
  }

  /**
   * The calls as they came, of a run that ended with its process: those that are open failed with
   * it.
   */
  recordsAfter(error: string): readonly ToolCallRecord[] {
    this.close(error);
    return this.calls.map((call) => record(call, call.outcome === undefined ? error : undefined));
  }

  /** What tools answer from now on comes too late. */
  private close(error = "the run was cancelled"): void {
    this.isClosed = true;
    for (const call of this.calls) if (call.outcome === undefined) settle(call, { error });
  }

  private succeed(call: Call, result: unknown): void {
    if (this.isClosed) return;
    try {
      const index = this.calls.indexOf(call);
      this.options.answer({ result: toCrossing(result) }, index);
      settle(call, { result });
    } catch (error) {
      this.fail(call, error);
    }
  }

  private fail(call: Call, error: unknown): void {
    if (this.isClosed) return;
    const message = thrownMessage(error, "the tool failed");
    settle(call, { error: message });
    this.options.answer({ error: message }, this.calls.indexOf(call));
  }
}

function settle(call: Call, outcome: NonNullable<Call["outcome"]>): void {
  call.outcome = outcome;
  call.durationMs = Math.max(0, performance.now() - call.startedAt);
  call.span.end({ name: call.name, ok: "result" in outcome, ...outcome });
}

function record(
  { name, args, outcome, timestamp, durationMs, address }: Call,
  error: string | undefined,
): ToolCallRecord {
  const told = error === undefined ? outcome : { error };
  return { name, args, ...told, timestamp, durationMs, address };
}

function argumentsOf({ args }: ToolCallMessage): Readonly<Record<string, unknown>> {
  const value = decodeValue(args);
  if (!(value instanceof MapValue)) throw new MessageError("arguments that are no map");
  // A map that is handed over is an object.
  return toHost(value) as Readonly<Record<string, unknown>>;
}
