// The error for a text that isn't a signature: the problem, its location, and what to write
// instead.

import type { SourcePosition } from "@ptc/core/contracts";
import { excerptAt, positionAt } from "@ptc/core/internal/source";

/**
 * `message` is enough to repair the text: it has the problem, the location and, if known, the
 * correct form.
 */
export interface SignatureError {
  readonly message: string;
  readonly position: SourcePosition;
  /** At most 80 columns of the line with the mistake, and a caret below the location. */
  readonly excerpt: string;
  /** The suggested fix, if known. Also part of `message`. */
  readonly hint?: string;
}

/** A mistake before its line and column are computed. `offset` counts UTF-16 units. */
export interface Mistake {
  readonly offset: number;
  readonly problem: string;
  readonly hint?: string;
}

export function signatureError(text: string, mistake: Mistake): SignatureError {
  const position = positionAt(text, mistake.offset);
  const place = `line ${String(position.line)}, column ${String(position.column)}`;
  const base = `${mistake.problem} at ${place}`;
  const located = { position, excerpt: excerptAt(text, position) };
  if (mistake.hint === undefined) return { message: base, ...located };
  return { message: `${base}: ${mistake.hint}`, ...located, hint: mistake.hint };
}
