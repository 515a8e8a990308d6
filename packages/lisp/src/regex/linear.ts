// The linear engine follows all paths through a pattern at once, one character after the other.
// When two paths arrive at one instruction, the better one stays, so the work is at most
// instructions times characters for any pattern. The remaining path is the one that a backtracking
// engine would have found.

import { assertionHolds } from "./assertions.ts";
import { matchStartsOf, type MatchStarts } from "./match-starts.ts";
import { InstructionTable, kinds } from "./instruction-table.ts";
import { LookMarks } from "./look-marks.ts";
import type { Checkpoint, PatternMatch, PatternMatcher } from "./matcher.ts";
import type { RegexProgram } from "./program.ts";

/** The steps of threads between two checkpoints, which take about a millisecond. */
const stepsBetweenCheckpoints = 20_000;

/** The largest round that fits in a mark of visited instructions. */
const lastRound = 0x7fff_ffff;

/** The threads that wait for one character, best first, and the instructions they have visited. */
class Threads {
  /** The instructions where they wait. */
  readonly places: Int32Array;
  count = 0;
  /** The slots of the waiting thread, by instruction. */
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

  /** Marks `place` as visited, and returns true if this is the first visit in this round. */
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
  /** The characters that a match can begin with; absent if a match can be empty. */
  private readonly starts: MatchStarts | undefined;
  private current: Threads;
  private next: Threads;
  /** The slots of the current thread. */
  private readonly slots: Int32Array;
  /**
   * Instructions to continue from and slots to restore, as pairs: an instruction or ~slot, and the
   * value of the slot.
   */
  private readonly pending: Int32Array;
  /** The position of a search, and the slots of its best match so far. */
  private position = 0;
  private best: Int32Array | undefined;
  beyond = 0;
  isPaused = false;

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
    let steps = 0;
    let { best, position } = this;
    if (!this.isPaused || position < 0) {
      // Until the marks of the text are made, a paused search is before its start.
      this.position = -1;
      this.isPaused = !this.looks.prepare(text, checkpoint);
      if (this.isPaused) return undefined;
      best = undefined;
      position = from;
      this.current.clear();
    }
    this.isPaused = false;
    for (;;) {
      const { current } = this;
      if (current.count === 0) {
        if (best !== undefined || (onlyThere && position > from)) break;
        const matchStart = this.starts?.next(text, position) ?? position;
        // An assertion that failed where the last thread ended may succeed later.
        if (matchStart > position) current.clear();
        position = matchStart;
      }
      if (best === undefined && (!onlyThere || position === from)) this.begin(text, position);
      if ((steps += 1 + current.count) >= stepsBetweenCheckpoints) {
        steps = 0;
        if (checkpoint() === true) {
          this.best = best;
          this.position = position;
          this.isPaused = true;
          return undefined;
        }
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

  /** Starts a match here, with a lower priority than those that began before. */
  private begin(text: string, position: number): void {
    const { current, slots } = this;
    if (current.hasVisited(this.program.start)) return;
    // A loop, because the host's `fill` takes longer than everything else here.
    for (let slot = 1; slot < slots.length; slot++) slots[slot] = -1;
    slots[0] = position;
    this.addThreads(current, this.program.start, text, position);
  }

  /**
   * Advances every thread by a character. Returns the slots of a thread that matches; the threads
   * after it are dropped.
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

  /** Follows all instructions from `start` that take no character, the better choice first. */
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
