// Converts the events of a mission to those that leave the server. Nothing passes unless it is
// listed here, so a new field of an event stays on the server.

import {
  eventFirewall,
  type Fail,
  type TraceEvent,
  type TraceEventData,
  type TraceEventType,
  type TraceFirewall,
} from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { MissionEvent } from "../run/run-events.ts";
import { ShownData } from "./shown-data.ts";
import type {
  StreamedContent,
  StreamedEvent,
  StreamedEventData,
  StreamedFail,
} from "./streamed-event.ts";
import { TurnPieces } from "./turn-pieces.ts";

/** The parts that events include, and the longest field in UTF-16 units. */
export interface VisibleOptions {
  readonly include: ReadonlySet<StreamedContent>;
  readonly maxFieldChars: number;
}

/** The context in which the data of an event is shown. */
interface Showing {
  readonly shown: ShownData;
  readonly isIncluded: (content: StreamedContent) => boolean;
  readonly isRoot: boolean;
}

type Projections = {
  readonly [Type in TraceEventType]: (
    data: TraceEventData[Type],
    showing: Showing,
  ) => StreamedEventData[Type];
};

const projections: Projections = {
  "mission-start": ({ name, depth, prompt, signature }, { shown, isIncluded }) =>
    presentFields({
      name,
      depth,
      ...(isIncluded("prompts") ? { prompt: shown.text("prompt", prompt), signature } : {}),
    }),
  "mission-end": ({ ok, return: value, fail, partial, turns }, showing) => ({
    ok,
    turns,
    ...presentFields({
      return:
        ok && (showing.isRoot || showing.isIncluded("results"))
          ? showing.shown.json("return", value)
          : undefined,
      fail: shownFail(fail, showing),
      partial: shownFail(partial, showing),
    }),
  }),
  "turn-start": ({ turn, turnsLeft }) => ({ turn, turnsLeft }),
  "turn-end": ({ turn, ok, done, fail }, showing) => ({
    turn,
    ok,
    done,
    ...presentFields({ fail: shownFail(fail, showing) }),
  }),
  "compaction-start": ({ strategy, reason }) => ({ strategy, reason }),
  "compaction-end": ({ ok, droppedTurns }) => ({ ok, droppedTurns }),
  "model-request-start": ({ purpose, messages }, { shown, isIncluded }) => {
    const texts = isIncluded("prompts")
      ? shown.texts(
          "messages",
          messages.map(({ content }) => content),
        )
      : undefined;
    return presentFields({
      purpose,
      messages: texts?.map((content, index) => ({ role: messages[index]?.role ?? "", content })),
    });
  },
  "model-request-end": ({ ok, usage, cost, error, retryInMs }, { shown, isIncluded }) => ({
    ok,
    ...presentFields({
      usage,
      cost,
      error: isIncluded("errors") ? shown.text("error", error) : undefined,
      retryInMs,
    }),
  }),
  "program-start": ({ source }, { shown }) =>
    presentFields({ source: shown.text("source", source) }),
  "program-end": ({ ok, fail, text, prints, usage }, showing) => ({
    ok,
    durationMs: usage.durationMs,
    ...presentFields({
      fail: shownFail(fail, showing),
      ...(showing.isIncluded("results")
        ? {
            text: showing.shown.text("text", text),
            prints: showing.shown.texts("prints", prints),
          }
        : {}),
    }),
  }),
  "tool-call-start": ({ name, layer, args }, { shown, isIncluded }) => ({
    name,
    ...presentFields({
      layer,
      arguments: isIncluded("arguments") ? shown.json("arguments", args) : undefined,
    }),
  }),
  "tool-call-end": (
    { name, layer, ok, result, error, cached, attempts, decision },
    { shown, isIncluded },
  ) => ({
    name,
    ok,
    ...presentFields({
      layer,
      result: ok && isIncluded("results") ? shown.json("result", result) : undefined,
      error: isIncluded("errors") ? shown.text("error", error) : undefined,
      cached,
      attempts,
      decision: decision?.decision,
    }),
  }),
  "approval-requested": (
    { id, tool, agentPath, reason, arguments: args, expiresAt, until },
    { shown },
  ) => ({
    id,
    tool,
    reason: shown.text("reason", reason) ?? "",
    ...presentFields({ agentPath, arguments: shown.json("arguments", args), expiresAt, until }),
  }),
  "approval-decided": ({ id, tool, decision }) => ({ id, tool, decision }),
  "run-paused": ({ pending }) => ({ pending }),
  "run-resumed": ({ decided }) => ({ decided }),
};

function shownFail(
  fail: Fail | undefined,
  { shown, isIncluded }: Showing,
): StreamedFail | undefined {
  if (fail === undefined) return undefined;
  const { reason, message } = fail;
  return {
    // A program chooses the reason of its own failures.
    reason: shown.masked(reason.slice(0, 200)),
    ...presentFields({
      message: isIncluded("errors") ? shown.text("message", message) : undefined,
    }),
  };
}

/** The most missions whose firewalls are kept for the pieces of their answers. */
const mostMissions = 10_000;

/** Converts the events of one run, in order. */
export class VisibleEvents {
  private readonly options: VisibleOptions;
  /** The firewall of each mission under way, because pieces of answers have none. */
  private readonly firewalls = new Map<string, TraceFirewall | undefined>();
  private readonly turns: TurnPieces;
  private rootTrace: string | undefined = undefined;

  constructor(options: VisibleOptions) {
    this.options = options;
    this.turns = new TurnPieces({
      isIncluded: (content) => options.include.has(content),
      masked: (traceId, text) => this.firewalls.get(traceId)?.maskValues(text) ?? text,
    });
  }

  /** True once the run has ended. */
  isEnded = false;

  /** Returns the events to send for an event. */
  of(event: MissionEvent): readonly StreamedEvent[] {
    if (event.type === "model-delta") return this.turns.delta(event);
    const { traceId } = event;
    this.rootTrace ??= traceId;
    const isRoot = traceId === this.rootTrace;
    if (this.firewalls.size < mostMissions) this.firewalls.set(traceId, event[eventFirewall]);
    const before = this.turns.before(event);
    const streamed = this.converted(event, isRoot);
    if (event.type === "mission-end") {
      this.firewalls.delete(traceId);
      this.isEnded ||= isRoot;
    }
    return before.length === 0 ? [streamed] : [...before, streamed];
  }

  private converted(event: TraceEvent, isRoot: boolean): StreamedEvent {
    const { type, spanId, parentSpanId, agent, time } = event;
    const { include, maxFieldChars } = this.options;
    const shown = new ShownData(event[eventFirewall], maxFieldChars);
    const isIncluded = (content: StreamedContent): boolean => include.has(content);
    // The table pairs each type with its own data, which the compiler can't follow.
    const projection = projections[type] as (data: unknown, showing: Showing) => object;
    const projected = projection(event.data, { shown, isIncluded, isRoot });
    const data =
      type === "program-start" ? this.turns.withoutStreamed(event, projected) : projected;
    return {
      type,
      spanId,
      ...presentFields({ parentSpanId, agent, time }),
      data: shown.fields(data),
    } as StreamedEvent;
  }
}
