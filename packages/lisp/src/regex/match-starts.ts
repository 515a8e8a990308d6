// The characters that a match can begin with. A search skips everything else without following
// paths through the pattern.

import { normalizedRanges, rangesHold, type Range, type Ranges } from "./code-point-ranges.ts";
import type { RegexProgram } from "./program.ts";
import { asciiSize } from "./set-test.ts";

export class MatchStarts {
  private readonly ranges: Ranges;
  private readonly ascii = new Uint8Array(asciiSize);
  private readonly last: number;

  /** `ranges` contains every character that a match can begin with, and perhaps more. */
  constructor(ranges: Ranges) {
    this.ranges = ranges;
    this.last = ranges.at(-1)?.[1] ?? -1;
    for (const [first, last] of ranges)
      this.ascii.fill(1, Math.min(first, asciiSize), Math.min(last + 1, asciiSize));
  }

  /**
   * Returns the first position at or after `position` where a match may begin, or the end of the
   * text.
   */
  next(text: string, position: number): number {
    const { ascii, last } = this;
    let next = position;
    for (; next < text.length; next++) {
      const unit = text.charCodeAt(next);
      if (unit < asciiSize ? ascii[unit] === 1 : last >= asciiSize && this.hold(text, next)) break;
      // A match can't begin at the second unit of a character.
      if (isPairAt(text, next, unit)) next++;
    }
    return Math.min(next, text.length);
  }

  private hold(text: string, position: number): boolean {
    return rangesHold(this.ranges, text.codePointAt(position) ?? 0);
  }
}

function isPairAt(text: string, position: number, unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(position) ?? 0) > 0xffff;
}

/** Returns `undefined` if a match can be empty. */
export function matchStartsOf(program: RegexProgram): MatchStarts | undefined {
  const ranges: Range[] = [];
  const seen = new Set<number>();
  const pending = [program.start];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const instruction = program.instructions[place];
    if (instruction === undefined || seen.has(place)) continue;
    seen.add(place);
    if (instruction.type === "match") return undefined;
    if (instruction.type === "choose") pending.push(instruction.second, instruction.first);
    else if (instruction.type === "take") ranges.push(...instruction.set.within);
    else pending.push(instruction.next);
  }
  return new MatchStarts(normalizedRanges(ranges));
}
