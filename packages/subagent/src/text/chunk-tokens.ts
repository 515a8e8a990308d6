// Chunks that fit into a number of tokens, cut where a reader would cut.

import { ChunkList, checkedOverlap, type Chunk, type ChunkOptions } from "./chunk.ts";

/** What `estimateTokens` of `@ptc/llm` counts as one token, in UTF-16 units. */
const unitsPerToken = 4;

/**
 * Chunks of at most `size` tokens by `estimateTokens` of `@ptc/llm`, which counts four UTF-16 units
 * as one token: scripts other than Latin take more. A chunk ends behind a line end, else behind
 * white space, where one stands in the last half of what it may add; else between two characters:
 * neither surrogates nor `\r\n` are split. Without an overlap the chunks joined are the text. An
 * empty text has no chunks.
 * @throws OptionError
 */
export function chunkTokens(
  text: string,
  size: number,
  options: ChunkOptions = {},
): readonly Chunk[] {
  const overlap = checkedOverlap(text, size, options) * unitsPerToken;
  const room = size * unitsPerToken;
  const list = new ChunkList(text);
  let start = 0;
  let end = 0;
  while (end < text.length) {
    end =
      start + room < text.length
        ? cutBetween(text, start + overlap + Math.ceil((room - overlap) / 2), start + room)
        : text.length;
    list.add(start, end);
    start = isSplit(text, end - overlap) ? end - overlap + 1 : end - overlap;
  }
  return list.chunks;
}

/** The best offset for a cut, `earliest` and `latest` included. Looks at no text before them. */
function cutBetween(text: string, earliest: number, latest: number): number {
  const lineEnd = text.slice(earliest - 1, latest).lastIndexOf("\n");
  if (lineEnd >= 0) return earliest + lineEnd;
  for (let at = latest; at >= earliest; at--)
    if (whiteSpace.test(text.charAt(at - 1)) && !isSplit(text, at)) return at;
  return isSplit(text, latest) ? latest - 1 : latest;
}

const whiteSpace = /\s/;

/** Whether a cut at `at` would go through a pair of surrogates or through `\r\n`. */
function isSplit(text: string, at: number): boolean {
  return (
    (text.charAt(at - 1) === "\r" && text.charAt(at) === "\n") ||
    (text.codePointAt(at - 1) ?? 0) > 0xffff
  );
}
