// Splits the text of a signature into tokens, to explain a mistake by its surroundings. Only the
// grammar decides what a valid signature is.

export type TokenKind =
  | "constant"
  | "name"
  | "type"
  | "colon"
  | "arrow"
  | "otherArrow"
  | "open"
  | "close"
  | "comma"
  | "question"
  | "bar"
  | "text"
  | "openText"
  | "other";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Each kind has a named group. White space and comments match the first part, which has no name.
const tokenPattern = new RegExp(
  [
    String.raw`(?:[\s\uFEFF]|;[^\n]*)+`,
    String.raw`(?<arrow>->)`,
    String.raw`(?<otherArrow>=>|→|⇒)`,
    String.raw`(?<constant>(?:true|false|-?\d+(?:\.\d+)?)(?![\w-]))`,
    String.raw`(?<name>[A-Za-z_](?:[A-Za-z0-9_]|-(?!>))*)`,
    String.raw`(?<type>:[A-Za-z_](?:[A-Za-z0-9_]|-(?!>))*)`,
    String.raw`(?<colon>:)`,
    String.raw`(?<text>"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')`,
    String.raw`(?<openText>["'][^]*)`,
    String.raw`(?<open>#\{|[(\[{])`,
    String.raw`(?<close>[)\]}])`,
    String.raw`(?<comma>,)`,
    String.raw`(?<question>\?|\|\s*nil(?![A-Za-z0-9_-]))`,
    String.raw`(?<bar>\|)`,
    String.raw`(?<other>[^])`,
  ].join("|"),
  "gu",
);

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    for (const [kind, matched] of Object.entries(match.groups ?? {})) {
      // A group that didn't take part in the match is undefined, although its declared type says
      // otherwise.
      if ((matched as string | undefined) === undefined) continue;
      tokens.push({
        kind: kind as TokenKind,
        text: matched,
        start: match.index,
        end: match.index + matched.length,
      });
    }
  }
  return tokens;
}
