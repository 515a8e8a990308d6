// The linear engine: all ways through a pattern at once, one character after the other. Of two ways
// that arrive at one instruction the better one stays, so the work is at most instructions times
// characters, whatever the pattern. The way that is left is the one a backtracking engine would
// have found.

import { assertionHolds } from "./assertions.ts";
import { matchStartsOf, type MatchStarts } from "./match-starts.ts";
import { InstructionTable, kinds } from "./instruction-table.ts";
import { LookMarks } from "./look-marks.ts";
import type { Checkpoint, PatternMatch, PatternMatcher } from "./matcher.ts";
import type { RegexProgram } from "./program.ts";

/** Steps of threads between two checkpoints: about a millisecond. */
const stepsBetweenCheckpoints = 20_000;

/** The most that a mark of visited instructions can say. */
const lastRound = 0x7fff_ffff;

/** The ways that wait for one character, best first, and where each has been. */
class Threads {
  /** The instructions they wait at. */
  readonly places: Int32Array;
  count = 0;
  /** By instruction, the slots of the thread that waits there. */
  readonly slots: Int32Array;
  private readonly seen: Int32Array;
  private round = 0;

  constructor(size: number, slotCount: number) {
    this.places = new Int32Array(size);
    this.slots = new Int32Array(size * slotCount);
    this.seen = new Int32Array(size);
  }

  clear(): void {
    this.count = 0;
    if (this.round++ === lastRound) {
      this.seen.fill(0);
      this.round = 1;
    }
  }

  hasVisited(place: number): boolean {
    return this.seen[place] === this.round;
  }

  /** Whether `place` is visited for the first time in this round. */
  visit(place: number): boolean {
    if (this.seen[place] === this.round) return false;
    this.seen[place] = this.round;
    return true;
  }
}

export class LinearMatcher implements PatternMatcher {
  private readonly program: RegexProgram;
  private readonly table: InstructionTable;
  private readonly looks: LookMarks;
  /** What a match can begin with; absent when it can be empty. */
  private readonly starts: MatchStarts | undefined;
  private current: Threads;
  private next: Threads;
  /** The slots of the thread in hand. */
  private readonly slots: Int32Array;
  /**
   * Places to go on from, and slots to put back: pairs of a place, or of ~slot, and the slot's
   * value.
   */
  private readonly pending: Int32Array;
  beyond = 0;

  constructor(program: RegexProgram) {
    const { instructions } = program;
    const size = instructions.length;
    this.program = program;
    this.table = new InstructionTable(instructions);
    this.looks = new LookMarks(program);
    this.pending = new Int32Array(2 * size + 2);
    this.starts = matchStartsOf(program);
    this.current = new Threads(size, program.slotCount);
    this.next = new Threads(size, program.slotCount);
    this.slots = new Int32Array(program.slotCount);
  }

  exec(
    text: string,
    from: number,
    checkpoint: Checkpoint,
    onlyThere = false,
  ): PatternMatch | undefined {
    let best: Int32Array | undefined;
    let steps = 0;
    let position = from;
    this.looks.prepare(text, checkpoint);
    this.current.clear();
    for (;;) {
      const { current } = this;
      if (current.count === 0) {
        if (best !== undefined || (onlyThere && position > from)) break;
        const matchStart = this.starts?.next(text, position) ?? position;
        // An assertion that did not hold where the last way ended may hold further on.
        if (matchStart > position) current.clear();
        position = matchStart;
      }
      if (best === undefined && (!onlyThere || position === from)) this.begin(text, position);
      if ((steps += 1 + current.count) >= stepsBetweenCheckpoints) {
        steps = 0;
        checkpoint();
      }
      const code = text.codePointAt(position) ?? -1;
      const after = position + (code > 0xffff ? 2 : 1);
      best = this.advance(text, code, after) ?? best;
      if (code < 0) break;
      position = after;
    }
    if (best === undefined) {
      this.looks.release();
      return undefined;
    }
    const match = matchOf(text, best);
    this.beyond = position - match.end;
    return match;
  }

  /** A match may begin here; less good than those that began before. */
  private begin(text: string, position: number): void {
    const { current, slots } = this;
    if (current.hasVisited(this.program.start)) return;
    // A loop: the host's fill takes longer than all else here.
    for (let slot = 1; slot < slots.length; slot++) slots[slot] = -1;
    slots[0] = position;
    this.addThreads(current, this.program.start, text, position);
  }

  /**
   * Takes a character with every thread. Answers the slots of a thread that is a match; those after
   * it are given up.
   */
  private advance(text: string, code: number, after: number): Int32Array | undefined {
    const { current, next, slots, table } = this;
    const { slotCount } = this.program;
    const from = current.slots;
    let found: Int32Array | undefined;
    next.clear();
    for (let index = 0; index < current.count; index++) {
      const place = current.places[index] ?? 0;
      const start = place * slotCount;
      if (table.kinds[place] === kinds.match) {
        found = current.slots.slice(start, start + slotCount);
        break;
      }
      const goesOn = table.nexts[place] ?? 0;
      if (next.hasVisited(goesOn) || !table.takes(place, code)) continue;
      for (let slot = 0; slot < slotCount; slot++) slots[slot] = from[start + slot] ?? -1;
      this.addThreads(next, goesOn, text, after);
    }
    this.current = next;
    this.next = current;
    return found;
  }

  /** Follows everything that takes no character from `start` on, the better choice first. */
  private addThreads(threads: Threads, start: number, text: string, position: number): void {
    const { pending, slots, table } = this;
    let count = 0;
    for (let place = start; ;) {
      while (threads.visit(place)) {
        const kind = table.kinds[place];
        const other = table.others[place] ?? 0;
        if (kind === kinds.choose) {
          pending[count++] = other;
          pending[count++] = 0;
        } else if (kind === kinds.mark) {
          pending[count++] = ~other;
          pending[count++] = slots[other] ?? -1;
          slots[other] = position;
        } else if (kind === kinds.look) {
          if (!this.looks.holds(other, position)) break;
        } else if (kind !== kinds.assert) {
          if (kind === kinds.match) slots[1] = position;
          this.addThread(threads, place);
          break;
        } else if (!this.assertionHolds(place, text, position)) break;
        place = table.nexts[place] ?? 0;
      }
      for (place = -1; place < 0 && count > 0;) {
        const value = pending[--count] ?? 0;
        place = pending[--count] ?? 0;
        if (place < 0) slots[~place] = value;
      }
      if (place < 0) return;
    }
  }

  private addThread(threads: Threads, place: number): void {
    const { slots } = this;
    const { length } = slots;
    const to = threads.slots;
    const offset = place * length;
    threads.places[threads.count++] = place;
    for (let slot = 0; slot < length; slot++) to[offset + slot] = slots[slot] ?? -1;
  }

  private assertionHolds(place: number, text: string, position: number): boolean {
    const instruction = this.program.instructions[place];
    return instruction?.type === "assert" && assertionHolds(instruction.assertion, text, position);
  }
}

function matchOf(text: string, slots: Int32Array): PatternMatch {
  const groups: (string | null)[] = [];
  for (let slot = 0; slot < slots.length; slot += 2) {
    const [start = -1, end = -1] = [slots[slot], slots[slot + 1]];
    groups.push(start < 0 || end < 0 ? null : text.slice(start, end));
  }
  return { start: slots[0] ?? 0, end: slots[1] ?? 0, groups };
}
