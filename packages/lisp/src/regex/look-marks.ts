// Finds the positions in a text where the look-around of a pattern matches. Each look-around is an
// automaton that runs over the text once, starts anew at every position and marks where a path
// through it ends. Look-behind runs from the beginning, look-ahead from the end. One bit per
// position holds the result. So a pattern needs one pass over the text for each look-around, and
// one more.

import { assertionHolds } from "./assertions.ts";
import { kinds } from "./instruction-table.ts";
import { LookGraph } from "./look-graph.ts";
import type { Checkpoint } from "./matcher.ts";
import type { LookProgram, RegexProgram } from "./program.ts";

/** The steps of paths between two checkpoints, which take about a millisecond. */
const stepsBetweenCheckpoints = 20_000;

/** The largest round that fits in a mark of visited instructions. */
const lastRound = 0x7fff_ffff;

/** Returns the bytes of the marks for a text if the pattern has `lookCount` look-arounds. */
export function markBytes(lookCount: number, textLength: number): number {
  return lookCount * ((textLength >>> 3) + 1);
}

export class LookMarks {
  private readonly walks: readonly LookWalk[];
  private readonly marks: Uint8Array[] = [];
  private text: string | undefined;

  constructor({ looks }: RegexProgram) {
    this.walks = looks.map((look) => new LookWalk(look));
  }

  /**
   * Marks `text`, unless it is the most recently marked text. Returns false if the work has paused.
   */
  prepare(text: string, checkpoint: Checkpoint): boolean {
    const { walks, marks } = this;
    if (walks.length === 0 || (this.text === text && marks.length === walks.length)) return true;
    if (this.text !== text) this.release();
    this.text = text;
    for (const walk of walks.slice(marks.length)) {
      const holds = walk.over(text, this, checkpoint);
      if (holds === undefined) return false;
      marks.push(holds);
    }
    return true;
  }

  /** Drops the text and its marks. */
  release(): void {
    this.text = undefined;
    this.marks.length = 0;
    for (const walk of this.walks) walk.paused = undefined;
  }

  holds(look: number, position: number): boolean {
    return (((this.marks[look]?.[position >>> 3] ?? 0) >>> (position & 7)) & 1) === 1;
  }
}

class LookWalk {
  private readonly look: LookProgram;
  private readonly graph: LookGraph;
  /** The last round in which each instruction was visited. */
  private readonly seen: Int32Array;
  private round = 0;
  /** The instructions that wait for a character. */
  private current: Int32Array;
  private next: Int32Array;
  private waiting = 0;
  private readonly pending: Int32Array;
  private isMatched = false;
  /** Where a traversal has paused: its position and the marks so far. */
  paused: { readonly position: number; readonly holds: Uint8Array } | undefined;

  constructor(look: LookProgram) {
    const size = look.instructions.length;
    this.look = look;
    this.graph = new LookGraph(look);
    this.seen = new Int32Array(size);
    this.current = new Int32Array(size);
    this.next = new Int32Array(size);
    this.pending = new Int32Array(size);
  }

  /** Returns the marks of `text`, or `undefined` if the traversal has paused. */
  over(text: string, marks: LookMarks, checkpoint: Checkpoint): Uint8Array | undefined {
    const { behind, negative } = this.look;
    const { begin } = this.graph;
    const start = behind ? 0 : text.length;
    const end = text.length - start;
    const holds = this.paused?.holds ?? new Uint8Array(markBytes(1, text.length));
    let position = this.paused?.position ?? start;
    let steps = 0;
    if (this.paused === undefined) this.startRound();
    this.paused = undefined;
    for (;;) {
      this.arrive(begin, text, position, marks);
      if (this.isMatched !== negative)
        holds[position >>> 3] = (holds[position >>> 3] ?? 0) | (1 << (position & 7));
      if (position === end) return holds;
      if ((steps += 1 + this.waiting) >= stepsBetweenCheckpoints) {
        steps = 0;
        if (checkpoint() === true) {
          // Arriving at the position again changes nothing.
          this.paused = { position, holds };
          return undefined;
        }
      }
      const code = behind ? codeAt(text, position) : codeBefore(text, position);
      const length = code > 0xffff ? 2 : 1;
      position += behind ? length : -length;
      this.take(code, text, position, marks);
    }
  }

  private startRound(): void {
    if (this.round++ === lastRound) {
      this.seen.fill(0);
      this.round = 1;
    }
    this.waiting = 0;
    this.isMatched = false;
  }

  /** Takes a character on every path. The traversal continues at `position`. */
  private take(code: number, text: string, position: number, marks: LookMarks): void {
    const { current, next, waiting } = this;
    const { table, landings } = this.graph;
    this.current = next;
    this.next = current;
    this.startRound();
    for (let index = 0; index < waiting; index++) {
      const place = current[index] ?? 0;
      if (table.takes(place, code)) this.arrive(landings[place] ?? 0, text, position, marks);
    }
  }

  /** Continues from `start` as far as possible without a character. */
  private arrive(start: number, text: string, position: number, marks: LookMarks): void {
    const { pending, current } = this;
    const { silent, takers, goal } = this.graph;
    let count = this.visit(start, 0);
    while (count > 0) {
      const place = pending[--count] ?? 0;
      if (!this.holds(place, text, position, marks)) continue;
      if (place === goal) this.isMatched = true;
      const lastTaker = takers.starts[place + 1] ?? 0;
      for (let index = takers.starts[place] ?? 0; index < lastTaker; index++)
        current[this.waiting++] = takers.targets[index] ?? 0;
      const last = silent.starts[place + 1] ?? 0;
      for (let index = silent.starts[place] ?? 0; index < last; index++)
        count = this.visit(silent.targets[index] ?? 0, count);
    }
  }

  /**
   * Pushes `place` on the stack of `count` instructions to continue from, unless it was visited in
   * this round. Returns the new count.
   */
  private visit(place: number, count: number): number {
    if (this.seen[place] === this.round) return count;
    this.seen[place] = this.round;
    this.pending[count] = place;
    return count + 1;
  }

  /** True if the traversal may pass the instruction. Only assertions and look-around can refuse. */
  private holds(place: number, text: string, position: number, marks: LookMarks): boolean {
    const { table } = this.graph;
    const kind = table.kinds[place];
    if (kind === kinds.look) return marks.holds(table.others[place] ?? 0, position);
    if (kind !== kinds.assert) return true;
    const instruction = this.look.instructions[place];
    return instruction?.type === "assert" && assertionHolds(instruction.assertion, text, position);
  }
}

function codeAt(text: string, position: number): number {
  return text.codePointAt(position) ?? -1;
}

/** Returns the character of one or two units that ends at `position`. */
function codeBefore(text: string, position: number): number {
  const pair = position >= 2 ? (text.codePointAt(position - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(position - 1);
}
