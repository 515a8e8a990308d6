// Splits a text into chunks of a number of tokens, cutting at line ends or spaces.

import { ChunkList, checkedOverlap, type Chunk, type ChunkOptions } from "./chunk.ts";

/** The UTF-16 units that `estimateTokens` of `@ptc/llm` counts as one token. */
const unitsPerToken = 4;

/**
 * Returns chunks of at most `size` tokens by `estimateTokens` of `@ptc/llm`, which counts four
 * UTF-16 units as one token. Non-Latin scripts need more real tokens. A chunk ends after a line
 * end, or else after white space, if there is one in the second half of its new text. Otherwise it
 * ends between two characters, never within a surrogate pair or `\r\n`. Without an overlap, the
 * joined chunks equal the text. An empty text has no chunks.
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

/**
 * Returns the best offset for a cut from `earliest` to `latest`, both included. Doesn't read text
 * before them.
 */
function cutBetween(text: string, earliest: number, latest: number): number {
  const lineEnd = text.slice(earliest - 1, latest).lastIndexOf("\n");
  if (lineEnd >= 0) return earliest + lineEnd;
  for (let at = latest; at >= earliest; at--)
    if (whiteSpace.test(text.charAt(at - 1)) && !isSplit(text, at)) return at;
  return isSplit(text, latest) ? latest - 1 : latest;
}

const whiteSpace = /\s/;

/** True if a cut at `at` would split a surrogate pair or `\r\n`. */
function isSplit(text: string, at: number): boolean {
  return (
    (text.charAt(at - 1) === "\r" && text.charAt(at) === "\n") ||
    (text.codePointAt(at - 1) ?? 0) > 0xffff
  );
}
