// Writing for people and for pipes. Text for people goes through `visibleText`: what programs,
// tools and models wrote cannot steer the terminal.

import { visibleText } from "@ptc/core/printing";
import type { OutputStream } from "./host.ts";

/** Writes `text` as it is; resolves when the reader wants more. */
export function write(stream: OutputStream, text: string): Promise<void> {
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
export function writeLine(stream: OutputStream, text: string): Promise<void> {
  return write(stream, `${visibleText(text)}\n`);
}

/** Resolves when everything written so far is out, or can no longer go out. */
export function flushed(stream: OutputStream): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write("", () => {
      resolve();
    });
  });
}
