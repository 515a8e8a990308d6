// How a program of a model is shown. Errors name lines and columns of what the model wrote, so only
// a program of one long line is laid out: its line says nothing, and its errors bring an excerpt.

import { format } from "@ptc/parser/format";

const longLine = 100;
/** More is not shown anyway, and laying it out takes time while the mission runs. */
const mostCharacters = 20_000;

export interface ReadableProgram {
  readonly text: string;
  readonly isLaidOut: boolean;
}

export function readableProgram(source: string): ReadableProgram {
  const line = source.trim();
  const asWritten = { text: source, isLaidOut: false };
  if (line.length <= longLine || line.length > mostCharacters || /[\n\r]/.test(line))
    return asWritten;
  const result = format(line);
  return result.ok ? { text: result.text.trimEnd(), isLaidOut: true } : asWritten;
}
