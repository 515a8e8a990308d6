// The trace of a run that waits and is resumed, perhaps in another process. Each of these passes
// runs the program from its start. Together, their events are those of one run.
//
//   replaying ──▶ live ──▶ pausing ──▶ paused
//    (silent)             (stored)    (silent)

import {
  eventFirewall,
  TraceScope,
  type OpenSpan,
  type RandomSource,
  type SpanName,
  type TraceEvent,
  type TraceEventData,
  type TraceMarkType,
  type TracePropagation,
  type TraceScopeOptions,
  type TraceSink,
} from "../contracts/index.ts";
import { randomHexId, runThrough, tellSink } from "../contracts/internal.ts";

/** Passes the events of one pass to `sink`, except those of other passes. It begins live. */
export class PassTrace implements TraceSink {
  private readonly sink: TraceSink | undefined;
  private isSilent = false;
  /** The events since `pausing`. */
  private stored: TraceEvent[] | undefined = undefined;
  /** The starts of the open spans of the repeated part, by their ids. */
  private open: Map<string, TraceEvent> | undefined = undefined;

  constructor(sink: TraceSink | undefined) {
    this.sink = sink;
  }

  emit(event: TraceEvent): void {
    if (this.stored !== undefined) this.stored.push(event);
    else if (!this.isSilent) tellSink(this.sink, event);
    else if (this.open !== undefined) this.noteRepeated(this.open, event);
  }

  get propagation(): TracePropagation | undefined {
    return this.sink?.propagation;
  }

  /** From here on, the run repeats its recorded part, whose events were emitted before. */
  replaying(): void {
    this.isSilent = true;
    if (this.propagation !== undefined) this.open = new Map();
  }

  /** From here on, the run does new work. Events that were stored since `pausing` are emitted. */
  live(): void {
    const { stored = [], open, propagation } = this;
    this.isSilent = false;
    this.stored = undefined;
    this.open = undefined;
    if (open !== undefined && propagation !== undefined)
      runThrough(
        () => {
          propagation.reopen([...open.values()]);
        },
        () => undefined,
      );
    for (const event of stored) tellSink(this.sink, event);
  }

  /** From here on, the run ends because it can only wait. The ends of its spans are stored. */
  pausing(): void {
    this.stored ??= [];
  }

  /** Emits `event` as the last one. The stored ends are dropped, because the spans stay open. */
  paused(event: TraceEvent | undefined): void {
    this.stored = undefined;
    this.isSilent = true;
    if (event !== undefined) tellSink(this.sink, event);
  }

  private noteRepeated(open: Map<string, TraceEvent>, event: TraceEvent): void {
    const span = `${event.traceId} ${event.spanId}`;
    if (event.type.endsWith("-start")) open.set(span, event);
    else open.delete(span);
  }
}

/** Returns the random numbers for the ids at a position of the trace. */
type RandomAt = (position: string) => RandomSource;

/** The ids of its spans follow from their positions, so they are the same in every pass. */
class RepeatableScope extends TraceScope {
  readonly randomAt: RandomAt;
  private readonly base: TraceScopeOptions;

  constructor(base: TraceScopeOptions, randomAt: RandomAt, spanId?: string) {
    super({ ...base, random: randomAt(spanId ?? "") }, spanId);
    this.base = base;
    this.randomAt = randomAt;
  }

  override start<Name extends SpanName>(
    name: Name,
    data: () => TraceEventData[`${Name}-start`],
  ): OpenSpan<Name> {
    const span = super.start(name, data);
    return this.isListening
      ? {
          scope: new RepeatableScope(this.base, this.randomAt, span.scope.spanId),
          end: (endData) => {
            span.end(endData);
          },
        }
      : span;
  }
}

/** The trace of one pass of a program. */
export interface TracedPass {
  readonly pass: PassTrace;
  /** The scope for the program. Its spans have the same ids in every pass. */
  readonly scope: TraceScope;
}

/** Returns the trace of a pass inside `scope`, or undefined if there is no sink. */
export function tracedPass(
  scope: TraceScope | undefined,
  randomAt: RandomAt,
): TracedPass | undefined {
  if (scope?.isListening !== true) return undefined;
  const options = optionsOf(scope);
  const pass = new PassTrace(options.sink);
  return {
    pass,
    scope: new RepeatableScope({ ...options, sink: pass }, randomAt, scope.spanId),
  };
}

/**
 * Returns the event of this moment inside `scope`, for `PassTrace.emit` or `paused`. Its id takes
 * no number from the scope: other passes have other moments, and the ids of spans must be the same
 * in all of them. So scopes that aren't of `tracedPass` need `randomAt`.
 */
export function traceMark<Type extends TraceMarkType>(
  scope: TraceScope,
  type: Type,
  data: TraceEventData[Type],
  randomAt?: RandomAt,
): TraceEvent {
  const { agent, clock, random, firewall } = optionsOf(scope);
  const { traceId, spanId } = scope;
  const time = clock.now();
  // The time distinguishes the moments of different passes.
  const source =
    (scope instanceof RepeatableScope ? scope.randomAt : randomAt)?.(
      `${spanId ?? ""} ${type} ${String(time)}`,
    ) ?? random;
  // The signature guarantees that type and data match, but the compiler can't follow that.
  return {
    type,
    traceId,
    spanId: randomHexId(source, 16),
    ...(spanId === undefined ? {} : { parentSpanId: spanId }),
    ...(agent === undefined ? {} : { agent }),
    time,
    data,
    ...(firewall === undefined ? {} : { [eventFirewall]: firewall }),
  } as TraceEvent;
}

/** The options are private for the users of a scope. This file is a part of it that loads later. */
function optionsOf(scope: TraceScope): TraceScopeOptions {
  return scope["options"];
}
