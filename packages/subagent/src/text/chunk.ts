// The chunks of a text, and the list that collects them, which limits the repetition by overlaps.
//
//   text    ……………………………………………………………………
//   chunks  ├── 0 ──┤
//                 ├── 1 ──┤       the overlap is the end of one and the start of the next
//                       ├── 2 ──┤

import { OptionError } from "@ptc/core/errors";
import { knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";

/** A part of a text. `text` is the part from `start` to before `end`, in UTF-16 units. */
export interface Chunk {
  readonly text: string;
  /** The index of the chunk, from 0. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The options of the functions that split a text into chunks. */
export interface ChunkOptions {
  /**
   * The part of its end that a chunk repeats at the start of the next one, in the unit of the
   * size. Must be less than the size. Default 0.
   */
  readonly overlap?: number;
}

/**
 * Checks the arguments of a chunk function, and returns the overlap to use.
 * @throws OptionError
 */
export function checkedOverlap(text: string, size: number, options: ChunkOptions): number {
  // A caller written in JavaScript may pass anything.
  if (typeof (text as unknown) !== "string") throw wrongOption("text", "expected a string", text);
  wholeNumber("size", size, 1);
  knownOptions(options, ["overlap"]);
  const overlap = wholeNumber("overlap", options.overlap ?? 0, 0);
  if (overlap >= size)
    throw wrongOption("overlap", `expected less than the size, ${String(size)}`, overlap);
  return overlap;
}

/**
 * The maximum total length of the chunks, relative to the text. Large overlaps could turn a
 * megabyte into a gigabyte.
 */
const mostRepetition = 16;
/**
 * The length that is always allowed, in UTF-16 units, because a short text costs little even if it
 * is repeated many times.
 */
const freeLength = 1_000_000;

/** The chunks of a text so far. */
export class ChunkList {
  readonly chunks: Chunk[] = [];
  private readonly text: string;
  private length = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws OptionError if the chunks together are too long relative to the text */
  add(start: number, end: number): void {
    this.length += end - start;
    if (this.length > mostRepetition * this.text.length + freeLength)
      throw new OptionError(
        "overlap",
        `is too large: the chunks together would be more than ${String(mostRepetition)} times as long as the text; use a smaller overlap or a larger size`,
      );
    this.chunks.push({
      text: this.text.slice(start, end),
      index: this.chunks.length,
      start,
      end,
    });
  }
}
