// A rough cut of a signature's text into words and marks. It decides nothing about what a signature
// is, the grammar does; explaining a mistake needs to see what stands around it.

export type TokenKind =
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

// One named group for each kind; white space and comments match the unnamed first part.
const tokenPattern = new RegExp(
  [
    String.raw`(?:[\s\uFEFF]|;[^\n]*)+`,
    String.raw`(?<arrow>->)`,
    String.raw`(?<otherArrow>=>|→|⇒)`,
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
      // The groups of a pattern are its kinds; those that took no part are undefined, whatever the
      // library's type says.
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
