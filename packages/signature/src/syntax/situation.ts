// What stands around the place where the reader stopped.

import { tokenize, type Token, type TokenKind } from "./tokens.ts";

/** A token, or the edge of the text where there is none. */
export interface Neighbour {
  readonly kind: TokenKind | "edge";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Situation {
  readonly beforePrevious: Neighbour;
  readonly previous: Neighbour;
  /** Where the reader stopped. */
  readonly next: Neighbour;
  /** The innermost bracket that is open there; the edge of the text when none is. */
  readonly open: Neighbour;
}

export function situationAt(text: string, offset: number): Situation {
  const tokens = tokenize(text);
  // A failure inside a token, or in the gap before one, is a failure at that token.
  const found = tokens.findIndex((token) => token.end > offset);
  const index = found === -1 ? tokens.length : found;
  const start: Neighbour = { kind: "edge", text: "", start: 0, end: 0 };
  const end: Neighbour = { kind: "edge", text: "", start: text.length, end: text.length };
  return {
    beforePrevious: tokens[index - 2] ?? start,
    previous: tokens[index - 1] ?? start,
    next: tokens[index] ?? end,
    open: openBracket(tokens.slice(0, index)) ?? start,
  };
}

function openBracket(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "open") open.push(token);
    else if (token.kind === "close") open.pop();
  }
  return open.at(-1);
}
