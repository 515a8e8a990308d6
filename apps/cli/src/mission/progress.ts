// Shows a mission while it runs, and the missions that its tools run, each with lines of its own.
// It is a sink for trace events.

import { oneLine } from "@ptc/core/internal/errors";
import type { TraceEvent, TraceSink } from "@ptc/core/contracts";
import type { Style } from "../terminal/style.ts";
import { numberText } from "./data-size.ts";
import { MissionLines, type PlaceBelow } from "./mission-lines.ts";

/** What further missions below do is not shown; their calls are. */
const mostBelow = 100;
const shownAgent = 30;

export class Progress implements TraceSink {
  private readonly style: Style;
  private readonly print: (line: string) => void;
  private readonly outermost: MissionLines;
  /** The missions below, by trace; undefined for those that are not shown. */
  private readonly below = new Map<string, MissionLines | undefined>();

  /** `print` writes one line, whose only control characters are those of `style`. */
  constructor(style: Style, print: (line: string) => void) {
    this.style = style;
    this.print = print;
    this.outermost = new MissionLines(style, print);
  }

  emit(event: TraceEvent): void {
    const { traceId } = event;
    if (event.type === "mission-start" && event.data.parentTraceId !== undefined)
      this.below.set(traceId, this.begin(event));
    const lines = this.below.has(traceId) ? this.below.get(traceId) : this.outermost;
    lines?.show(event);
  }

  private begin(event: TraceEvent & { readonly type: "mission-start" }): MissionLines | undefined {
    const count = this.below.size + 1;
    if (count <= mostBelow)
      return new MissionLines(this.style, this.print, this.placeOf(event, count));
    if (count === mostBelow + 1)
      this.print(
        this.style(
          "dim",
          `  … ${numberText(mostBelow)} missions below are shown, the trace has all of them`,
        ),
      );
    return undefined;
  }

  /** A mission without a name of its own has that of the tool that runs it. */
  private placeOf(
    { agent, parentSpanId = "", data }: TraceEvent & { readonly type: "mission-start" },
    count: number,
  ): PlaceBelow {
    const { parentTraceId = "", depth = 1 } = data;
    const parent = this.below.get(parentTraceId) ?? this.outermost;
    const name = agent ?? parent.calls.get(parentSpanId)?.name ?? "mission";
    return { depth, label: `${oneLine(name, shownAgent)} ${String(count)}` };
  }
}
