// Counting what a backtracking engine can try at most over a text: every partial run of the automaton, and every attempt
// to continue one. The number bounds the work of the host's engine before it is started. The count itself takes time in
// proportion to the text, since runs in one state are counted together.

import { rangesHold } from "./code-point-ranges.ts";
import type { Automaton, Step } from "./regex-automaton.ts";
import { lineTerminators, wordCharacters } from "./regex-escapes.ts";
import type { RegexAssertion } from "./regex-tree.ts";

const tableSize = 128;

/** One automaton, ready to count over any number of texts, one after the other. */
export class RunCounter {
  private readonly automaton: Automaton;
  /** Which states take which ASCII character. */
  private readonly table: Uint8Array;
  /** By state, how many runs have just arrived there; all 0 between two characters, but for the active states. */
  private counts: Float64Array;
  private nextCounts: Float64Array;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
    this.counts = new Float64Array(automaton.sets.length);
    this.nextCounts = new Float64Array(automaton.sets.length);
    this.table = new Uint8Array(automaton.sets.length * tableSize);
    for (const [state, set] of automaton.sets.entries()) {
      for (const [from, to] of set.within) this.table.fill(1, state * tableSize + Math.min(from, tableSize), state * tableSize + Math.min(to + 1, tableSize));
    }
  }

  /** Whether an engine can try at most `limit` times, from all the places where a match may start. */
  isWithin(text: string, limit: number): boolean {
    const { isDeterministic, attempts, startAttempts } = this.automaton;
    const mostAttempts = attempts.reduce((most, count) => Math.max(most, count), startAttempts);
    if (isDeterministic && (text.length + 1) ** 2 * mostAttempts <= limit) return true;
    return this.count(text, limit) <= limit;
  }

  /**
   * The number of attempts; Infinity beyond `limit`. A run that has settled is not followed: the engine takes it to its end
   * and tries nothing else.
   */
  count(text: string, limit: number): number {
    const { follow, first, start, attempts, startAttempts } = this.automaton;
    this.counts.fill(0);
    this.nextCounts.fill(0);
    let active: number[] = [];
    let nextActive: number[] = [];
    let total = 0;
    let work = 0;
    for (let index = 0, previous = -1; index <= text.length; ) {
      const code = text.codePointAt(index) ?? -1;
      for (const state of active) {
        const count = this.counts[state] ?? 0;
        const steps = follow[state] ?? [];
        work += steps.length;
        total += count * (attempts[state] ?? 0);
        this.arrive(steps, code, count, nextActive);
        this.counts[state] = 0;
      }
      total++;
      if (start === undefined || canStart(start, previous, code)) {
        work += first.length;
        total += startAttempts;
        this.arrive(first, code, 1, nextActive);
      }
      if (total > limit || work > limit) return Infinity;
      [this.counts, this.nextCounts] = [this.nextCounts, this.counts];
      [active, nextActive] = [nextActive, active];
      nextActive.length = 0;
      previous = code;
      index += code > 0xffff ? 2 : 1;
    }
    return total;
  }

  /** Takes `count` runs over a character into those states that take it. */
  private arrive(steps: readonly Step[], code: number, count: number, nextActive: number[]): void {
    const { settled } = this.automaton;
    for (const { state, ways } of steps) {
      if (settled[state] === true || !this.takes(state, code)) continue;
      const present = this.nextCounts[state] ?? 0;
      if (present === 0) nextActive.push(state);
      this.nextCounts[state] = present + count * ways;
    }
  }

  private takes(state: number, code: number): boolean {
    if (code < 0) return false;
    if (code < tableSize) return this.table[state * tableSize + code] === 1;
    return rangesHold(this.automaton.sets[state]?.within ?? [], code);
  }
}

function canStart(start: RegexAssertion, previous: number, code: number): boolean {
  switch (start) {
    case "text-start": return previous === -1;
    case "line-start": return previous === -1 || rangesHold(lineTerminators, previous);
    case "word-boundary": return rangesHold(wordCharacters, previous) !== rangesHold(wordCharacters, code);
    default: return true;
  }
}
