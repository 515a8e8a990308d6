// Writes to terminals and pipes. Text for people passes through `visibleText`, so that text of
// programs, tools and models can't control the terminal.

import { visibleText } from "@ptc/core/printing";
import type { TextOutput } from "./host.ts";

/** Writes `text` unchanged. Resolves when the reader is ready for more. */
export function write(stream: TextOutput, text: string): Promise<void> {
  if (stream.write(text) || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      for (const event of ["drain", "close", "error"]) stream.off(event, settle);
      resolve();
    };
    for (const event of ["drain", "close", "error"]) stream.once(event, settle);
  });
}

/** Writes `text` and a newline, with control characters other than newline and tab escaped. */
export function writeLine(stream: TextOutput, text: string): Promise<void> {
  return write(stream, `${visibleText(text)}\n`);
}

/** Resolves when all written text has been sent, or can no longer be sent. */
export function flushed(stream: TextOutput): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write("", () => {
      resolve();
    });
  });
}
