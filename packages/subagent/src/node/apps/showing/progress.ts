// Shows the progress of a mission and of its child missions. It is a sink for trace events.

import { oneLine } from "@ptc/core/internal/errors";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import { groupedNumber } from "@ptc/core/internal/json";
import { MissionLines, type ChildPosition, type MissionLinesOptions } from "./mission-lines.ts";

/** The limit for child missions with lines of their own. The calls of the others are shown. */
const mostChildren = 100;
const shownAgent = 30;

/** A sink for trace events that prints the progress of a run. */
export class Progress implements TraceSink {
  private readonly options: MissionLinesOptions;
  private readonly outermost: MissionLines;
  /** Child missions by trace. Undefined for those above the limit. */
  private readonly children = new Map<string, MissionLines | undefined>();

  constructor(options: MissionLinesOptions) {
    this.options = options;
    this.outermost = new MissionLines(options);
  }

  emit(event: TraceEvent): void {
    const { traceId } = event;
    if (event.type === "mission-start" && event.data.parentTraceId !== undefined)
      this.children.set(traceId, this.startChild(event));
    const lines = this.children.has(traceId) ? this.children.get(traceId) : this.outermost;
    lines?.show(event);
  }

  private startChild(
    event: TraceEvent & { readonly type: "mission-start" },
  ): MissionLines | undefined {
    const count = this.children.size + 1;
    if (count <= mostChildren) return new MissionLines(this.options, this.positionOf(event, count));
    const { style, print } = this.options;
    if (count === mostChildren + 1)
      print(
        style(
          "dim",
          `  … only the first ${groupedNumber(mostChildren)} child missions are shown; the trace has all of them`,
        ),
      );
    return undefined;
  }

  /** A mission without a name gets the name of the tool that runs it. */
  private positionOf(
    { agent, parentSpanId = "", data }: TraceEvent & { readonly type: "mission-start" },
    count: number,
  ): ChildPosition {
    const { parentTraceId = "", depth = 1 } = data;
    const parent = this.children.get(parentTraceId) ?? this.outermost;
    const name = agent ?? parent.calls.get(parentSpanId)?.name ?? "mission";
    return { depth, label: `${oneLine(name, shownAgent)} ${String(count)}` };
  }
}
