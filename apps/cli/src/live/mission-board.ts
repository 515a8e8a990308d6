// The state of running missions for the live view, from their trace events. It stores counters and
// names only, so it stays small in runs with thousands of child missions.

import type { TraceEvent, TraceEventData, TraceEventType } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";

const shownName = 40;
/** Ended missions of more names than this are counted together. */
const mostNames = 100;

/** The current work of a mission. */
export type Activity =
  | "starts"
  | "asks the model"
  | "retries"
  | "shortens the conversation"
  | "runs a program"
  | "calls tools"
  | "waits for a decision"
  | "answered"
  | "failed";

/** One mission, with the counters of its own turns, requests and calls. */
export interface MissionRow {
  /** The agent, or the tool that runs the mission. It has no control characters. */
  readonly name: string;
  /** The trace of the mission that runs it. */
  readonly parent: string | undefined;
  /** The number of missions above it. */
  readonly depth: number;
  readonly startedAt: number;
  endedAt: number | undefined;
  activity: Activity;
  turn: number;
  mostTurns: number;
  /** Failed turns that were followed by another one. */
  repairs: number;
  /** True if the latest turn failed. */
  hasFailedTurn: boolean;
  requests: number;
  calls: number;
  failedCalls: number;
  /** The running calls by span, with the names of their tools. */
  readonly running: Map<string, string>;
}

/** Ended missions with the same name. */
export interface EndedMissions {
  answered: number;
  failed: number;
}

/** The sums over all missions. */
export interface BoardTotals {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  calls: number;
  failedCalls: number;
}

type Handler<Type extends TraceEventType> = (
  row: MissionRow,
  data: TraceEventData[Type],
  board: MissionBoard,
  event: { readonly spanId: string },
) => void;

const handlers: { readonly [Type in TraceEventType]?: Handler<Type> } = {
  "turn-start": (row, { turn, turnsLeft }) => {
    if (row.hasFailedTurn) row.repairs += 1;
    row.hasFailedTurn = false;
    row.turn = turn;
    row.mostTurns = turn + turnsLeft;
  },
  "turn-end": (row, { fail }) => {
    row.hasFailedTurn = fail !== undefined;
  },
  "compaction-start": (row) => {
    row.activity = "shortens the conversation";
  },
  "model-request-start": (row, _data, { totals }) => {
    row.activity = "asks the model";
    row.requests += 1;
    totals.requests += 1;
  },
  "model-request-end": (row, { retryInMs, usage }, { totals }) => {
    if (retryInMs !== undefined) row.activity = "retries";
    totals.inputTokens += usage?.inputTokens ?? 0;
    totals.outputTokens += usage?.outputTokens ?? 0;
  },
  "program-start": (row) => {
    row.activity = "runs a program";
  },
  "tool-call-start": (row, { name }, _board, { spanId }) => {
    row.activity = "calls tools";
    row.running.set(spanId, oneLine(name, shownName));
  },
  "tool-call-end": (row, { ok }, { totals }, { spanId }) => {
    row.running.delete(spanId);
    if (row.running.size === 0) row.activity = "runs a program";
    row.calls += 1;
    totals.calls += 1;
    if (ok) return;
    row.failedCalls += 1;
    totals.failedCalls += 1;
  },
  "approval-requested": (row) => {
    row.activity = "waits for a decision";
  },
  "approval-decided": (row) => {
    row.activity = "calls tools";
  },
};

export class MissionBoard {
  /** The outermost mission and its running child missions, by trace. */
  readonly rows = new Map<string, MissionRow>();
  /** The ended child missions by name. */
  readonly ended = new Map<string, EndedMissions>();
  readonly totals: BoardTotals = {
    ...{ requests: 0, inputTokens: 0, outputTokens: 0 },
    ...{ calls: 0, failedCalls: 0 },
  };

  /** The running missions, each followed by those inside it. */
  inTree(): readonly MissionRow[] {
    const below = new Map<string | undefined, [string, MissionRow][]>();
    for (const entry of this.rows) {
      const { parent } = entry[1];
      const key = parent !== undefined && this.rows.has(parent) ? parent : undefined;
      const known = below.get(key);
      if (known === undefined) below.set(key, [entry]);
      else known.push(entry);
    }
    const rows: MissionRow[] = [];
    const rest = (below.get(undefined) ?? []).toReversed();
    for (let entry = rest.pop(); entry !== undefined; entry = rest.pop()) {
      rows.push(entry[1]);
      rest.push(...(below.get(entry[0]) ?? []).toReversed());
    }
    return rows;
  }

  take(event: TraceEvent): void {
    if (event.type === "mission-start") this.start(event);
    const row = this.rows.get(event.traceId) ?? this.resumed(event);
    if (event.type === "mission-end") {
      this.end(event.traceId, row, event);
      return;
    }
    // The compiler can't relate the type of an event to its data here.
    const handler = handlers[event.type] as Handler<typeof event.type> | undefined;
    handler?.(row, event.data, this, event);
  }

  private start(event: TraceEvent & { readonly type: "mission-start" }): void {
    const { data, agent, parentSpanId = "" } = event;
    const parent = this.rows.get(data.parentTraceId ?? "");
    const name = agent ?? data.name ?? parent?.running.get(parentSpanId) ?? "mission";
    this.add(event.traceId, {
      name: oneLine(name, shownName),
      parent: data.parentTraceId,
      depth: data.depth ?? 0,
      startedAt: event.time,
    });
  }

  /** Adds a mission that began in an earlier pass. */
  private resumed({ traceId, agent, time }: TraceEvent): MissionRow {
    const [first] = this.rows.keys();
    return this.add(traceId, {
      name: oneLine(agent ?? "mission", shownName),
      parent: first,
      depth: first === undefined ? 0 : 1,
      startedAt: time,
    });
  }

  private add(
    traceId: string,
    start: Pick<MissionRow, "name" | "parent" | "depth" | "startedAt">,
  ): MissionRow {
    const row: MissionRow = {
      ...{ ...start, endedAt: undefined, activity: "starts" },
      ...{
        turn: 0,
        mostTurns: 0,
        repairs: 0,
        hasFailedTurn: false,
        requests: 0,
        calls: 0,
        failedCalls: 0,
      },
      running: new Map(),
    };
    this.rows.set(traceId, row);
    return row;
  }

  private end(
    traceId: string,
    row: MissionRow,
    { time, data: { ok } }: TraceEvent & { readonly type: "mission-end" },
  ): void {
    row.activity = ok ? "answered" : "failed";
    row.endedAt = time;
    if (row.depth === 0) return;
    this.rows.delete(traceId);
    const name = this.ended.has(row.name) || this.ended.size < mostNames ? row.name : "others";
    const ended = this.ended.get(name) ?? { answered: 0, failed: 0 };
    this.ended.set(name, ended);
    if (ok) ended.answered += 1;
    else ended.failed += 1;
  }
}
