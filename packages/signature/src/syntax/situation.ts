// Finds the tokens around the location where the reader stopped, and answers questions about them.

import { tokenize, type Token, type TokenKind } from "./tokens.ts";

/** A token, or the edge of the text. */
export interface Neighbour {
  readonly kind: TokenKind | "edge";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Situation {
  readonly beforePrevious: Neighbour;
  readonly previous: Neighbour;
  /** The token where the reader stopped. */
  readonly next: Neighbour;
  /** The innermost open bracket, or the edge of the text if none is open. */
  readonly open: Neighbour;
}

export function situationAt(text: string, offset: number): Situation {
  const tokens = tokenize(text);
  // If reading fails inside a token, or in the gap before one, that token is the mistake.
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

/** Returns a text without a closing quote, at the location or directly before it. */
export function openText({ previous, next }: Situation): Neighbour | undefined {
  return [previous, next].find(({ kind }) => kind === "openText");
}

export function closerOf(open: Neighbour): string {
  return open.text === "(" ? ")" : open.text === "[" ? "]" : "}";
}

export function isFieldBracket({ text }: Neighbour): boolean {
  return text === "{" || text === "(";
}

/** True if the name of a field is expected after this token. */
export function isFieldStart(neighbour: Neighbour): boolean {
  return isFieldBracket(neighbour) || neighbour.kind === "comma";
}

export function isTypeStart({ kind, text }: Neighbour): boolean {
  return kind === "type" || kind === "constant" || text === "{" || text === "[" || text === "#{";
}

export function isTypeEnd({ kind, text }: Neighbour): boolean {
  return ["type", "constant", "question", "text"].includes(kind) || text === "]" || text === "}";
}

/** True if a name and the next token are adjacent, like `gr` and `ö` in `grö`. */
export function touches(previous: Neighbour, next: Neighbour): boolean {
  return previous.kind === "name" && previous.end === next.start;
}
