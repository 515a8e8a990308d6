// Why an operation cannot become a tool, in words for whoever reads the warnings.

import { oneLine } from "@ptc/core/internal/errors";

/** Thrown while an operation is read; the operation is left out, and the others are not. */
export class Unusable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Unusable";
  }
}

const longestShown = 80;

/** A name out of a document, in a message. */
export function shown(name: string): string {
  return JSON.stringify(oneLine(name, longestShown));
}
