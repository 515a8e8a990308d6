// Chunks of a number of lines or of characters.

import { ChunkList, checkedOverlap, type Chunk, type ChunkOptions } from "./chunk.ts";

/**
 * Chunks of `size` lines; the last may have fewer. Lines end at `\n` or `\r\n` and keep their ends,
 * so without an overlap the chunks joined are the text. A line may be of any length: for texts with
 * few line ends take `chunkTokens`. An empty text has no chunks.
 * @throws OptionError
 */
export function chunkLines(
  text: string,
  size: number,
  options: ChunkOptions = {},
): readonly Chunk[] {
  return chunkUnits(text, size, options, afterLines);
}

/**
 * Chunks of `size` characters; the last may have fewer. A character is a code point, so a pair of
 * surrogates is never split, but what several code points show as one may be: `é` of two code
 * points, a flag. Without an overlap the chunks joined are the text. An empty text has no chunks.
 * @throws OptionError
 */
export function chunkCharacters(
  text: string,
  size: number,
  options: ChunkOptions = {},
): readonly Chunk[] {
  return chunkUnits(text, size, options, afterCharacters);
}

/** The offset behind `count` units from `start` on, or the end of the text if it has fewer. */
type After = (text: string, start: number, count: number) => number;

/** Both ends of the window go over the text once, so the time is linear for any size. */
function chunkUnits(
  text: string,
  size: number,
  options: ChunkOptions,
  after: After,
): readonly Chunk[] {
  const overlap = checkedOverlap(text, size, options);
  const list = new ChunkList(text);
  let start = 0;
  let end = after(text, 0, size);
  if (text !== "") list.add(start, end);
  while (end < text.length) {
    start = overlap === 0 ? end : after(text, start, size - overlap);
    end = after(text, end, size - overlap);
    list.add(start, end);
  }
  return list.chunks;
}

function afterLines(text: string, start: number, count: number): number {
  let at = start;
  for (let line = 0; line < count && at < text.length; line++)
    at = text.indexOf("\n", at) + 1 || text.length;
  return at;
}

function afterCharacters(text: string, start: number, count: number): number {
  let at = start;
  for (let character = 0; character < count && at < text.length; character++)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
