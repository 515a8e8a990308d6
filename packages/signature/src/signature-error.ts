// The error for a text that is no signature: what is wrong, where, and what to write instead.

import type { SourcePosition } from "@ptc/core/contracts";
import { excerptAt, positionAt } from "@ptc/core/internal/errors";

/**
 * `message` alone suffices to repair the text: it has the mistake, the place and, when known, the
 * right form.
 */
export interface SignatureError {
  readonly message: string;
  readonly position: SourcePosition;
  /** The line of the mistake, at most 80 columns of it, and a caret below the place. */
  readonly excerpt: string;
  /** What to write instead, when it is known; also part of `message`. */
  readonly hint?: string;
}

/** A mistake whose line and column are not worked out yet. `offset` counts UTF-16 units. */
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
