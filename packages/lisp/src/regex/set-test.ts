// Tests whether a character is in the set of a position, for the linear engine. Uses a table for
// ASCII, ranges beyond it, and the host for Unicode properties.

import { rangesHold } from "./code-point-ranges.ts";
import { setSource, type CharacterSet } from "./character-set.ts";

export const asciiSize = 128;

export class SetTest {
  /** 1 for each ASCII code in the set. */
  readonly ascii = new Uint8Array(asciiSize);
  private readonly set: CharacterSet;
  private readonly property: RegExp | undefined;

  constructor(set: CharacterSet) {
    this.set = set;
    this.property = set.source === undefined ? undefined : new RegExp(`^${setSource(set)}$`, "v");
    for (const [first, last] of set.within)
      this.ascii.fill(1, Math.min(first, asciiSize), Math.min(last + 1, asciiSize));
  }

  /** True if the set contains a code point beyond ASCII. */
  holds(code: number): boolean {
    if (!rangesHold(this.set.within, code)) return false;
    return (
      this.property === undefined ||
      rangesHold(this.set.holds, code) ||
      this.property.test(String.fromCodePoint(code))
    );
  }
}
