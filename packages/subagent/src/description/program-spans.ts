// The words of a program by their kind, for colours. Programs that cannot be read are shown too, so
// the words are told apart without reading forms.

import type { Span, SpanKind } from "./span.ts";

const word = '[^\\s()\\[\\]{}",;]+';
const kinds: readonly (readonly [kind: SpanKind, pattern: string])[] = [
  ["comment", ";[^\\n]*"],
  ["string", '"(?:[^"\\\\]|\\\\[^])*"?'],
  ["keyword", `:${word}`],
  ["number", `-?\\d${word}|-?\\d`],
  ["call", `(?<=\\()${word}`],
  ["plain", `${word}|[^"]`],
];
const pattern = new RegExp(kinds.map(([, part]) => `(${part})`).join("|"), "gu");

/** The rows of a program, each as spans. */
export function programSpans(rows: readonly string[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const match of rows.join("\n").matchAll(pattern)) {
    const [kind = "plain"] = kinds[match.findIndex((part, group) => group > 0 && part) - 1] ?? [];
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
