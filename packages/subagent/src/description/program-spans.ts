// Splits a program into words by their kind, for coloring. Works on text instead of parsed forms,
// because programs that can't be read are shown too.

import type { StyledSpan, SpanKind } from "./span.ts";

/** The kinds in the order of the pattern's groups. */
const kinds: readonly SpanKind[] = ["comment", "string", "keyword", "number", "call", "plain"];
const pattern =
  /(;[^\n]*)|("(?:[^"\\]|\\[^])*"?)|(:[^\s()[\]{}",;]+)|(-?\d[^\s()[\]{}",;]*)|((?<=\()[^\s()[\]{}",;]+)|([^\s()[\]{}",;]+|[^"])/gu;

/** Returns the rows of a program, each as spans. */
export function programSpans(rows: readonly string[]): readonly (readonly StyledSpan[])[] {
  const lines: StyledSpan[][] = [[]];
  for (const match of rows.join("\n").matchAll(pattern)) {
    const group = match.findIndex((part, index) => index > 0 && part);
    const kind = kinds[group - 1] ?? "plain";
    for (const [index, text] of match[0].split("\n").entries()) {
      if (index > 0) lines.push([]);
      const line = lines.at(-1);
      const last = line?.at(-1);
      if (last?.kind === kind) line?.splice(-1, 1, { kind, text: last.text + text });
      else if (text !== "") line?.push({ kind, text });
    }
  }
  return lines;
}
