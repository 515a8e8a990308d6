// The instructions of a look-around as a graph. Look-behind is traversed from its start to its
// match, look-ahead from its match back to its start. So the result is known at each position when
// the pass over the text arrives there.

import { InstructionTable, kinds } from "./instruction-table.ts";
import type { LookProgram } from "./program.ts";

/** A list of other instructions for each instruction, with all lists in one array. */
export class Links {
  /** The start of each instruction's list, which is also the end of the previous list. */
  readonly starts: Int32Array;
  readonly targets: Int32Array;

  constructor(size: number, pairs: readonly (readonly [from: number, to: number])[]) {
    const starts = new Int32Array(size + 1);
    for (const [from] of pairs) starts[from + 1] = (starts[from + 1] ?? 0) + 1;
    for (let place = 0; place < size; place++)
      starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
    this.starts = starts;
    this.targets = new Int32Array(pairs.length);
    const free = starts.slice();
    for (const [from, to] of pairs) {
      const index = free[from] ?? 0;
      this.targets[index] = to;
      free[from] = index + 1;
    }
  }
}

export class LookGraph {
  readonly table: InstructionTable;
  /** The instructions where the traversal begins, and where it has matched. */
  readonly begin: number;
  readonly goal: number;
  /** The instructions that follow an instruction without taking a character. */
  readonly silent: Links;
  /** The instructions that may take the next character after reaching an instruction. */
  readonly takers: Links;
  /** The instruction reached after an instruction has taken its character. */
  readonly landings: Int32Array;

  constructor({ instructions, start, behind }: LookProgram) {
    const size = instructions.length;
    const match = instructions.findIndex(({ type }) => type === "match");
    const places = [...instructions.keys()];
    this.table = new InstructionTable(instructions);
    [this.begin, this.goal] = behind ? [start, match] : [match, start];
    const silent: [number, number][] = [];
    const takers: [number, number][] = [];
    for (const place of places) {
      const kind = this.table.kinds[place];
      const next = this.table.nexts[place] ?? 0;
      const others = kind === kinds.choose ? [this.table.others[place] ?? 0] : [];
      if (kind === kinds.take) takers.push(behind ? [place, place] : [next, place]);
      else if (kind !== kinds.match)
        for (const to of [next, ...others]) silent.push(behind ? [place, to] : [to, place]);
    }
    this.silent = new Links(size, silent);
    this.takers = new Links(size, takers);
    this.landings = behind ? this.table.nexts : Int32Array.from(places);
  }
}
