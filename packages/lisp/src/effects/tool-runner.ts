// Runs tools, for programs and for whoever else calls them: what is around every call is here. A
// call gets its address and a span of the trace, is told how it may be aborted, and ends in one
// record. Contracts, caches, recordings and what holds a run up are wrappers, which change what a
// call does and see nothing but its arguments and its context.

import {
  effectAddressText,
  type Clock,
  type EffectAddress,
  type OpenSpan,
  type Tool,
  type ToolArguments,
  type ToolCallRecord,
  type ToolContext,
  type ToolFunction,
  type TraceScope,
} from "@ptc/core/contracts";
import { thrownMessage } from "../evaluation/thrown-message.ts";

/** What stands around a tool: answers a function to be called in its place. */
export type ToolWrapper = (execute: ToolFunction, tool: Tool, name: string) => ToolFunction;

/** `tool` with `wrappers` around it, the first next to it. */
export function wrappedTool(name: string, tool: Tool, wrappers: readonly ToolWrapper[]): Tool {
  const execute = wrappers.reduce<ToolFunction>(
    (inner, wrap) => wrap(inner, tool, name),
    (args, context) => tool.execute(args, context),
  );
  return { ...tool, execute };
}

export interface ToolRunnerOptions {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly clock: Clock;
  readonly trace: TraceScope;
}

export class ToolRunner {
  private readonly options: ToolRunnerOptions;

  constructor(options: ToolRunnerOptions) {
    this.options = options;
  }

  /** A call of the tool `name` that begins now; `undefined` where there is no such tool. */
  begin(name: string, args: ToolArguments, address: EffectAddress): ToolCall | undefined {
    const { tools, clock, trace } = this.options;
    const tool = tools.get(name);
    return tool === undefined
      ? undefined
      : new ToolCall({ name, tool, args, address, clock, trace });
  }
}

interface ToolCallOptions extends Omit<ToolRunnerOptions, "tools"> {
  readonly name: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly address: EffectAddress;
}

/** One call, from its beginning to its record. */
export class ToolCall {
  readonly name: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly address: EffectAddress;
  /** On the clock's monotonic scale. */
  readonly startedAt: number;
  private readonly clock: Clock;
  private readonly timestamp: number;
  private readonly span: OpenSpan<"tool-call"> | undefined;
  private readonly trace: TraceScope;

  constructor({ name, tool, args, address, clock, trace }: ToolCallOptions) {
    this.name = name;
    this.tool = tool;
    this.args = args;
    this.address = address;
    this.clock = clock;
    this.timestamp = clock.now();
    this.startedAt = clock.monotonic();
    // Without a listener the text of the address, which is most of what a call costs, is not made.
    this.span = trace.isListening
      ? trace.start("tool-call", () => ({ name, args, address: effectAddressText(address) }))
      : undefined;
    this.trace = this.span?.scope ?? trace;
  }

  /** Calls the tool: what it answers, or a promise of that. @throws what the tool throws */
  execute(signal: AbortSignal): unknown {
    const { address, trace } = this;
    const context: ToolContext = { signal, address, callId: effectAddressText(address), trace };
    return this.tool.execute(this.args, context);
  }

  /** The record while the call has not ended. */
  get begun(): ToolCallRecord {
    const { name, args, timestamp, address } = this;
    return { name, args, timestamp, durationMs: 0, address };
  }

  /** The call has ended; `now` is the time, on the clock's monotonic scale. */
  succeeded(result: unknown, now = this.clock.monotonic()): ToolCallRecord {
    const { name, args, timestamp, address } = this;
    this.span?.end({ name, ok: true, result });
    return { name, args, result, timestamp, durationMs: this.durationUntil(now), address };
  }

  /** The call has failed; the message of what was thrown stands in the record. */
  failed(
    thrown: unknown,
    now = this.clock.monotonic(),
  ): ToolCallRecord & { readonly error: string } {
    const { name, args, timestamp, address } = this;
    const error = thrownMessage(thrown, "the tool failed");
    this.span?.end({ name, ok: false, error });
    return { name, args, error, timestamp, durationMs: this.durationUntil(now), address };
  }

  private durationUntil(now: number): number {
    return Math.max(0, now - this.startedAt);
  }
}
