// The live view of a run at a terminal: a line for each mission, redrawn in place.

import type { TraceEvent } from "@ptc/core/contracts";
import type { Host } from "../terminal/host.ts";
import type { Style } from "../terminal/style.ts";
import { boardLines } from "./board-lines.ts";
import { LiveLines } from "./live-lines.ts";
import { MissionBoard } from "./mission-board.ts";
import type { RunProgress } from "./run-progress.ts";

/** Calls `action` at this interval, until the returned function is called. */
export type Repeat = (action: () => void, milliseconds: number) => () => void;

const usualRepeat: Repeat = (action, milliseconds) => {
  const timer = setInterval(action, milliseconds);
  // A view never keeps a process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
  };
};

/** Often enough to follow a run, and seldom enough to be cheap. */
const redrawMs = 100;
const usualRows = 24;
const leastRows = 4;

export class LiveView implements RunProgress {
  private readonly host: Host;
  private readonly style: Style;
  private readonly repeat: Repeat;
  private readonly lines: LiveLines;
  private board = new MissionBoard();
  private stop: (() => void) | undefined = undefined;

  constructor(host: Host, style: Style, repeat: Repeat = usualRepeat) {
    this.host = host;
    this.style = style;
    this.repeat = repeat;
    this.lines = new LiveLines(host.output);
  }

  emit(event: TraceEvent): void {
    this.board.take(event);
    this.stop ??= this.start();
  }

  print(line: string): void {
    this.lines.above(line);
  }

  /** Draws a last time, and leaves the lines where they are. */
  rest(): void {
    if (this.stop === undefined) return;
    this.stop();
    this.stop = undefined;
    this.draw();
    this.lines.keep();
    this.board = new MissionBoard();
  }

  private start(): () => void {
    const draw = (): void => {
      this.draw();
    };
    const stop = this.repeat(draw, redrawMs);
    const { output } = this.host;
    output.on("resize", draw);
    return () => {
      stop();
      output.off("resize", draw);
    };
  }

  private draw(): void {
    const { output, now } = this.host;
    this.lines.draw(
      boardLines(this.board, {
        // A line in the last column would wrap on some terminals.
        columns: Math.max(20, (output.columns ?? 80) - 1),
        rows: Math.max(leastRows, (output.rows ?? usualRows) - 1),
        now: now().getTime(),
        style: this.style,
      }),
    );
  }
}
