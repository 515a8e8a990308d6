// Parts of a text, and the list that they are gathered in, which bounds what overlaps may repeat.
//
//   text    ……………………………………………………………………
//   chunks  ├── 0 ──┤
//                 ├── 1 ──┤       the overlap stands at the end of one and at the start of the next
//                       ├── 2 ──┤

import { OptionError } from "@ptc/core/errors";
import { knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";

/** A part of a text: `text` is what stands from `start` to before `end`, in UTF-16 units. */
export interface Chunk {
  readonly text: string;
  /** Counts from 0. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The options of the functions that cut a text into chunks. */
export interface ChunkOptions {
  /**
   * How much of its end a chunk repeats at the start of the next one, in the unit of the size;
   * default 0. Must be below the size.
   */
  readonly overlap?: number;
}

/**
 * The overlap in force, after a check of all that a function of this folder is given.
 * @throws OptionError
 */
export function checkedOverlap(text: string, size: number, options: ChunkOptions): number {
  // A caller written in JavaScript may break what the types promise.
  if (typeof (text as unknown) !== "string") throw wrongOption("text", "expected a text", text);
  wholeNumber("size", size, 1);
  knownOptions(options, ["overlap"]);
  const overlap = wholeNumber("overlap", options.overlap ?? 0, 0);
  if (overlap >= size)
    throw wrongOption("overlap", `expected less than the size, ${String(size)}`, overlap);
  return overlap;
}

/** A large overlap makes chunks of many times the text: a gigabyte of one megabyte. */
const mostRepetition = 16;
/** Allowed in any case, in UTF-16 units: a short text costs little, however often repeated. */
const freeLength = 1_000_000;

/** The chunks made so far of a text. */
export class ChunkList {
  readonly chunks: Chunk[] = [];
  private readonly text: string;
  private length = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws OptionError when the chunks together are many times as long as the text */
  add(start: number, end: number): void {
    this.length += end - start;
    if (this.length > mostRepetition * this.text.length + freeLength)
      throw new OptionError(
        "overlap",
        `repeats too much: the chunks together would be more than ${String(mostRepetition)} times as long as the text; take a smaller overlap or a larger size`,
      );
    this.chunks.push({
      text: this.text.slice(start, end),
      index: this.chunks.length,
      start,
      end,
    });
  }
}
