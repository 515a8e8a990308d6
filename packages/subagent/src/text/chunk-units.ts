// Splits a text into chunks of a number of lines or characters.

import { ChunkList, checkedOverlap, type Chunk, type ChunkOptions } from "./chunk.ts";

/**
 * Returns chunks of `size` lines; the last may have fewer. Lines end at `\n` or `\r\n` and keep
 * their ends, so without an overlap the joined chunks equal the text. A line may have any length:
 * for texts with few line ends, use `chunkTokens`. An empty text has no chunks.
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
 * Returns chunks of `size` characters; the last may have fewer. A character is a code point, so a
 * surrogate pair is never split. A symbol of several code points may be split, for example a flag,
 * or `é` with a combining accent. Without an overlap, the joined chunks equal the text. An empty
 * text has no chunks.
 * @throws OptionError
 */
export function chunkCharacters(
  text: string,
  size: number,
  options: ChunkOptions = {},
): readonly Chunk[] {
  return chunkUnits(text, size, options, afterCharacters);
}

/** Returns the offset after `count` units from `start`, or the end of the text if it has fewer. */
type After = (text: string, start: number, count: number) => number;

/** Both ends of the window scan the text once, so the time is linear for any size. */
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
