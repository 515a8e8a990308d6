// Explains in warnings why an operation can't become a tool.

import { oneLine } from "@ptc/core/internal/errors";

/** Thrown while an operation is read. Only that operation is omitted. */
export class Unusable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Unusable";
  }
}

const longestShown = 80;

/** Quotes a document's name for a message. */
export function shown(name: string): string {
  return JSON.stringify(oneLine(name, longestShown));
}
