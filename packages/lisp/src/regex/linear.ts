// The linear engine: all ways through a pattern at once, one character after the other. Of two ways
// that arrive at one instruction the better one stays, so the work is at most instructions times
// characters, whatever the pattern. The way that is left is the one a backtracking engine would
// have found.

import { assertionHolds } from "./assertions.ts";
import type { CharacterSet } from "./character-set.ts";
import type { Checkpoint, PatternMatch, PatternMatcher } from "./matcher.ts";
import type { Instruction, RegexProgram } from "./program.ts";
import { SetTest, asciiSize } from "./set-test.ts";

/** Steps of threads between two checkpoints: about a millisecond. */
const stepsBetweenCheckpoints = 20_000;

const kinds: Readonly<Record<Instruction["type"], number>> = {
  take: 0,
  match: 1,
  choose: 2,
  mark: 3,
  assert: 4,
};

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
    this.round++;
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
  private readonly tests: readonly (SetTest | undefined)[];
  /** The instructions as numbers: what each is, where it goes on, and its slot or second choice. */
  private readonly kinds: Uint8Array;
  private readonly nexts: Int32Array;
  private readonly others: Int32Array;
  /** What a match can begin with, by ASCII code; absent when it can be empty. */
  private readonly beginnings: Uint8Array | undefined;
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
    const tests = new Map<CharacterSet, SetTest>();
    this.program = program;
    this.kinds = Uint8Array.from(instructions, ({ type }) => kinds[type]);
    this.nexts = Int32Array.from(instructions, nextOf);
    this.others = Int32Array.from(instructions, otherOf);
    this.pending = new Int32Array(2 * size + 2);
    this.tests = instructions.map((instruction) =>
      instruction.type === "take" ? testOf(tests, instruction.set) : undefined,
    );
    this.beginnings = beginningsOf(program, this.tests);
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
    this.current.clear();
    for (;;) {
      const { current } = this;
      if (current.count === 0) {
        if (best !== undefined || (onlyThere && position > from)) break;
        const beginning = this.nextBeginning(text, position);
        // An assertion that did not hold where the last way ended may hold further on.
        if (beginning > position) current.clear();
        position = beginning;
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
    if (best === undefined) return undefined;
    const match = matchOf(text, best);
    this.beyond = position - match.end;
    return match;
  }

  /**
   * The first position at or after `position` where a match may begin; others are passed over
   * without threads.
   */
  private nextBeginning(text: string, position: number): number {
    const { beginnings } = this;
    if (beginnings === undefined) return position;
    let next = position;
    while (next < text.length && beginnings[text.charCodeAt(next)] === 0) next++;
    return next;
  }

  /** A match may begin here; less good than those that began before. */
  private begin(text: string, position: number): void {
    this.slots.fill(-1);
    this.slots[0] = position;
    this.addThreads(this.current, this.program.start, text, position);
  }

  /**
   * Takes a character with every thread. Answers the slots of a thread that is a match; those after
   * it are given up.
   */
  private advance(text: string, code: number, after: number): Int32Array | undefined {
    const { current, next, slots, nexts } = this;
    const { slotCount } = this.program;
    let found: Int32Array | undefined;
    next.clear();
    for (let index = 0; index < current.count; index++) {
      const place = current.places[index] ?? 0;
      const start = place * slotCount;
      if (this.kinds[place] === kinds.match) {
        found = current.slots.slice(start, start + slotCount);
        break;
      }
      if (!this.takes(place, code)) continue;
      for (let slot = 0; slot < slotCount; slot++) slots[slot] = current.slots[start + slot] ?? -1;
      this.addThreads(next, nexts[place] ?? 0, text, after);
    }
    this.current = next;
    this.next = current;
    return found;
  }

  private takes(place: number, code: number): boolean {
    const test = this.tests[place];
    if (code < 0 || test === undefined) return false;
    return code < asciiSize ? test.ascii[code] === 1 : test.holds(code);
  }

  /** Follows everything that takes no character from `start` on, the better choice first. */
  private addThreads(threads: Threads, start: number, text: string, position: number): void {
    const { pending, slots, nexts, others } = this;
    let count = 0;
    for (let place = start; ;) {
      while (threads.visit(place)) {
        const kind = this.kinds[place];
        const other = others[place] ?? 0;
        if (kind === kinds.choose) {
          pending[count++] = other;
          pending[count++] = 0;
        } else if (kind === kinds.mark) {
          pending[count++] = ~other;
          pending[count++] = slots[other] ?? -1;
          slots[other] = position;
        } else if (kind !== kinds.assert) {
          if (kind === kinds.match) slots[1] = position;
          this.addThread(threads, place);
          break;
        } else if (!this.assertionHolds(place, text, position)) break;
        place = nexts[place] ?? 0;
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
    const offset = place * slots.length;
    threads.places[threads.count++] = place;
    for (let slot = 0; slot < slots.length; slot++)
      threads.slots[offset + slot] = slots[slot] ?? -1;
  }

  private assertionHolds(place: number, text: string, position: number): boolean {
    const instruction = this.program.instructions[place];
    return instruction?.type === "assert" && assertionHolds(instruction.assertion, text, position);
  }
}

function nextOf(instruction: Instruction): number {
  return instruction.type === "choose"
    ? instruction.first
    : instruction.type === "match"
      ? 0
      : instruction.next;
}

function otherOf(instruction: Instruction): number {
  return instruction.type === "choose"
    ? instruction.second
    : instruction.type === "mark"
      ? instruction.slot
      : 0;
}

function testOf(tests: Map<CharacterSet, SetTest>, set: CharacterSet): SetTest {
  let test = tests.get(set);
  if (test === undefined) tests.set(set, (test = new SetTest(set)));
  return test;
}

/** All characters beyond ASCII count as beginnings: the table answers `undefined` for them. */
function beginningsOf(
  program: RegexProgram,
  tests: readonly (SetTest | undefined)[],
): Uint8Array | undefined {
  const table = new Uint8Array(asciiSize);
  const seen = new Set<number>();
  const pending = [program.start];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const instruction = program.instructions[place];
    if (instruction === undefined || seen.has(place)) continue;
    seen.add(place);
    if (instruction.type === "match") return undefined;
    if (instruction.type === "choose") pending.push(instruction.second, instruction.first);
    else if (instruction.type === "take")
      tests[place]?.ascii.forEach((value, code) => (table[code] = (table[code] ?? 0) | value));
    else pending.push(instruction.next);
  }
  return table;
}

function matchOf(text: string, slots: Int32Array): PatternMatch {
  const groups: (string | null)[] = [];
  for (let slot = 0; slot < slots.length; slot += 2) {
    const [start = -1, end = -1] = [slots[slot], slots[slot + 1]];
    groups.push(start < 0 || end < 0 ? null : text.slice(start, end));
  }
  return { start: slots[0] ?? 0, end: slots[1] ?? 0, groups };
}
