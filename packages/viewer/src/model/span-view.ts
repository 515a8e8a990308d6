// Describes one span for the tree and the timeline.

import type { SpanStatus, SpanView } from "./run-view.ts";
import { dataOf, type PlacedSpan } from "./placed-span.ts";
import type { TextTable } from "./text-table.ts";

type Described = Pick<SpanView, "name" | "status"> & { readonly brief?: string | undefined };

const names: Readonly<Record<SpanView["kind"], string>> = {
  mission: "mission",
  turn: "turn",
  compaction: "compaction",
  "model-request": "model request",
  program: "program",
  "tool-call": "tool call",
  "approval-requested": "approval requested",
  "approval-decided": "approval decided",
  "run-paused": "paused",
  "run-resumed": "resumed",
};

export function described(placed: PlacedSpan, texts: TextTable): Described {
  const { span } = placed;
  const { start, end } = span;
  const status = statusOf(placed);
  const name = names[span.name];
  switch (span.name) {
    case "mission": {
      const data = dataOf(start, "mission-start");
      const agent = data?.name ?? (start ?? end)?.agent;
      return {
        name: agent === undefined ? name : texts.line(agent, 80),
        status,
        brief: data && texts.line(data.prompt),
      };
    }
    case "turn": {
      const turn = dataOf(start, "turn-start")?.turn ?? dataOf(end, "turn-end")?.turn;
      const fail = dataOf(end, "turn-end")?.fail;
      return {
        name: turn === undefined ? name : `turn ${String(turn)}`,
        status,
        brief: fail && texts.line(`${fail.details?.kind ?? fail.reason}: ${fail.message}`),
      };
    }
    case "model-request": {
      const asked = dataOf(start, "model-request-start");
      const { error } = dataOf(end, "model-request-end") ?? {};
      const model = asked?.model;
      return {
        name: asked?.purpose === "summary" ? "summary request" : name,
        status,
        brief: error === undefined ? model && texts.line(model, 80) : texts.line(error),
      };
    }
    case "program": {
      const fail = dataOf(end, "program-end")?.fail;
      const source = dataOf(start, "program-start")?.source;
      return {
        name,
        status,
        brief:
          fail === undefined
            ? source && texts.line(source)
            : texts.line(`${fail.details?.kind ?? fail.reason}: ${fail.message}`),
      };
    }
    case "tool-call": {
      const asked = dataOf(start, "tool-call-start");
      const answered = dataOf(end, "tool-call-end");
      return {
        name: `tool/${texts.line(asked?.name ?? answered?.name ?? "", 80)}`,
        status,
        brief:
          answered?.error === undefined
            ? asked && texts.valueLine(asked.args)
            : texts.line(answered.error),
      };
    }
    case "compaction": {
      const ended = dataOf(end, "compaction-end");
      return { name, status, brief: ended && `${String(ended.droppedTurns)} turns dropped` };
    }
    case "approval-requested": {
      const asked = dataOf(start, "approval-requested");
      return { name, status, brief: asked && texts.line(`${asked.tool}: ${asked.reason}`) };
    }
    case "approval-decided": {
      const decided = dataOf(start, "approval-decided");
      return { name, status, brief: decided?.decision };
    }
    case "run-paused":
    case "run-resumed":
      return { name, status };
  }
}

/** Returns the state of a span. A turn failed if its program or answer did. */
export function statusOf({ span, isWaiting }: PlacedSpan): SpanStatus {
  const { end, isOpen, name } = span;
  if (isOpen) return isWaiting ? "waiting" : "open";
  const mission = dataOf(end, "mission-end");
  if (mission?.partial !== undefined) return "partial";
  const data = end?.data as { readonly ok?: boolean; readonly fail?: unknown } | undefined;
  return data?.ok === false || (name === "turn" && data?.fail !== undefined) ? "failed" : "ok";
}
