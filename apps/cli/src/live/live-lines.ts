// Lines at the bottom of a terminal that are redrawn in place. Other lines appear above them.

import { displayWidth } from "@ptc/tracer/internal/node";
import type { OutputStream } from "../terminal/host.ts";

/** Moves the cursor to the start of the line `rows` above, and erases everything from there. */
function erased(rows: number): string {
  return rows === 0 ? "" : `\u001b[${String(rows)}A\r\u001b[J`;
}

export class LiveLines {
  private readonly output: OutputStream;
  private shown: readonly string[] = [];

  constructor(output: OutputStream) {
    this.output = output;
  }

  /** Replaces the lines. Writes nothing if they are the same. */
  draw(lines: readonly string[]): void {
    if (lines.length === this.shown.length && lines.every((line, at) => line === this.shown[at]))
      return;
    this.output.write(`${erased(this.rows)}${text(lines)}`);
    this.shown = lines;
  }

  /** Writes a line above the others. */
  above(line: string): void {
    this.output.write(`${erased(this.rows)}${line}\n${text(this.shown)}`);
  }

  /** Leaves the lines where they are. Later ones begin below. */
  keep(): void {
    this.shown = [];
  }

  /** The rows that the lines take. After the terminal got narrower, a line can take several. */
  private get rows(): number {
    const columns = Math.max(1, this.output.columns ?? 80);
    return this.shown.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)),
      0,
    );
  }
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
