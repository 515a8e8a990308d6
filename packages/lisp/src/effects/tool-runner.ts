// Runs tools, for programs and for other callers. Every call gets an address, a span of the trace
// and an abort signal here, and ends in one record. Contracts, caches, recordings and delays are
// wrappers around a tool. They change the behavior of a call, but see only its arguments and its
// context.

import type {
  CallDecision,
  CallLayer,
  Clock,
  EffectAddress,
  EffectTimes,
  OpenSpan,
  Tool,
  ToolArguments,
  ToolCallRecord,
  ToolContext,
  ToolFunction,
  TraceScope,
} from "@ptc/core/contracts";
import { effectAddressText, timesOf } from "@ptc/core/internal/contracts";
import { thrownMessage } from "../evaluation/errors/raised.ts";
import type { RunActivity } from "../evaluation/evaluation-options.ts";

/** Wraps a tool. Returns the function that is called in its place. */
export type ToolWrapper = (execute: ToolFunction, tool: Tool, name: string) => ToolFunction;

/** Returns `tool` with `wrappers` around it. The first of them is the innermost. */
export function wrappedTool(name: string, tool: Tool, wrappers: readonly ToolWrapper[]): Tool {
  const execute = wrappers.reduce<ToolFunction>(
    (inner, wrap) => wrap(inner, tool, name),
    (args, context) => tool.execute(args, context),
  );
  return { ...tool, execute };
}

/** The tools that a `ToolRunner` calls, and the listeners it notifies. */
export interface ToolRunnerOptions {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly clock: Clock;
  readonly trace: TraceScope;
  /** The caller, for records and traces. The default is a program. */
  readonly layer?: CallLayer;
  /** Counts the work that tools note; see `ToolContext.noteWork`. */
  readonly activity?: RunActivity | undefined;
}

/** Calls tools as a program does: with checks, bounds, records and events. */
export class ToolRunner {
  private readonly options: ToolRunnerOptions;

  constructor(options: ToolRunnerOptions) {
    this.options = options;
  }

  /** Begins a call of the tool `name`. Returns `undefined` if there is no such tool. */
  begin(name: string, args: ToolArguments, address: EffectAddress): ToolCall | undefined {
    const { tools, clock, trace, layer = "program", activity } = this.options;
    const tool = tools.get(name);
    return tool === undefined
      ? undefined
      : new ToolCall({ name, tool, args, address, clock, trace, layer, activity });
  }
}

interface ToolCallOptions extends Omit<ToolRunnerOptions, "tools"> {
  readonly name: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly address: EffectAddress;
  readonly layer: CallLayer;
}

/** One call, from its beginning to its record. */
export class ToolCall {
  readonly name: string;
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly address: EffectAddress;
  /** The start of the call, on the clock's monotonic scale. */
  readonly startedAt: number;
  private readonly layer: CallLayer;
  private readonly clock: Clock;
  private readonly timestamp: number;
  private readonly span: OpenSpan<"tool-call"> | undefined;
  private readonly trace: TraceScope;
  private readonly activity: RunActivity | undefined;
  private isCached = false;
  /** The number of times the tool was called: 0 if the run ended before. */
  attempts = 1;
  private childTraceIds: readonly string[] | undefined = undefined;
  private decision: CallDecision | undefined = undefined;

  constructor({ name, tool, args, address, clock, trace, layer, activity }: ToolCallOptions) {
    this.name = name;
    this.activity = activity;
    this.layer = layer;
    this.tool = tool;
    this.args = args;
    this.address = address;
    this.clock = clock;
    this.timestamp = clock.now();
    this.startedAt = clock.monotonic();
    // The text of the address is most of the cost of a call, so it is created only for a listener.
    this.span = trace.isListening
      ? trace.start("tool-call", () => ({
          name,
          layer,
          args,
          address: effectAddressText(address),
        }))
      : undefined;
    this.trace = this.span?.scope ?? trace;
  }

  /**
   * Calls the tool and returns its result, or a promise of it.
   * @throws any error of the tool
   */
  execute(signal: AbortSignal): unknown {
    const { address, trace, activity } = this;
    const callId = effectAddressText(address);
    const context: ToolContext = {
      signal,
      abortSignal: signal,
      address,
      callId,
      toolCallId: callId,
      trace,
      noteCached: () => {
        this.isCached = true;
      },
      noteAttempts: (count) => {
        this.attempts = count;
      },
      noteChild: (traceId) => {
        const { childTraceIds = [] } = this;
        if (!childTraceIds.includes(traceId)) this.childTraceIds = [...childTraceIds, traceId];
      },
      noteDecision: (decision) => {
        this.decision = decision;
      },
      noteWork:
        activity &&
        ((work) => {
          activity.during(work, signal);
        }),
    };
    return trace.within(() => this.tool.execute(this.args, context));
  }

  /** The record while the call is in progress. */
  get begun(): ToolCallRecord {
    const { timestamp, address } = this;
    return { ...this.asked, timestamp, durationMs: 0, address };
  }

  /**
   * Ends the call with `result` and returns its record. `now` is the time on the clock's monotonic
   * scale.
   */
  succeeded(result: unknown, now = this.clock.monotonic()): ToolCallRecord {
    const { name, layer, address, noted } = this;
    this.span?.end({ name, layer, ok: true, result, ...noted });
    const { timestamp, durationMs } = this.timesUntil(now);
    return { ...this.asked, result, ...noted, timestamp, durationMs, address };
  }

  /**
   * Ends the call as failed and returns its record, which contains the message of the thrown
   * error.
   */
  failed(
    thrown: unknown,
    now = this.clock.monotonic(),
  ): ToolCallRecord & { readonly error: string } {
    const { name, layer, address, noted } = this;
    const error = thrownMessage(thrown, "the tool failed");
    this.span?.end({ name, layer, ok: false, error, ...noted });
    const { timestamp, durationMs } = this.timesUntil(now);
    return { ...this.asked, error, ...noted, timestamp, durationMs, address };
  }

  private get asked(): Pick<ToolCallRecord, "name" | "args" | "layer"> {
    const { name, args, layer } = this;
    return layer === "native" ? { name, args, layer } : { name, args };
  }

  /** The notes that the tool made about the call. */
  private get noted(): Pick<ToolCallRecord, "cached" | "attempts" | "childTraceIds" | "decision"> {
    const { isCached, attempts, childTraceIds, decision } = this;
    return {
      ...(isCached ? { cached: true } : {}),
      ...(attempts === 1 ? {} : { attempts }),
      ...(childTraceIds === undefined ? {} : { childTraceIds }),
      ...(decision === undefined ? {} : { decision }),
    };
  }

  private timesUntil(now: number): EffectTimes {
    const { clock, timestamp, startedAt, address } = this;
    const measured = { timestamp, durationMs: Math.max(0, now - startedAt) };
    return timesOf(clock, () => effectAddressText(address), measured);
  }
}
