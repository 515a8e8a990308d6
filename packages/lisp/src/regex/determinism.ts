// Whether a pattern leaves a backtracking engine no choice: at every place the next character alone
// decides how to go on, and there is one way to do it. From each start there is then at most one
// run, so a search of n characters tries at most n² times the choices of one place, whatever the
// text.

import { rangesOverlap } from "./code-point-ranges.ts";
import type { CharacterSet } from "./character-set.ts";
import type { RegexNode } from "./tree.ts";

/**
 * Patterns with more places or parts (repetitions written out) than this are taken to leave a
 * choice.
 */
const mostPlaces = 500;
const mostParts = 5_000;
/**
 * A pattern in which more than this many places can come after one place is taken to leave a choice
 * too: all of them would have to be compared.
 */
const mostNext = 40;
/**
 * In a pattern with more places than this, an attempt that fails is taken to have looked far ahead.
 */
const manyPlaces = 64;

/**
 * A part of the pattern: the places it can begin and end at, and in how many ways it can match
 * nothing.
 */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly emptyWays: number;
}

/** Thrown where a choice is found; never leaves this file. */
class LeavesChoice extends Error {}

export interface NoChoice {
  /** The most places that can come next. */
  readonly most: number;
  /** Whether an attempt may go on over text of any length without a match of what it has passed. */
  readonly looksFar: boolean;
}

/** How a pattern goes on if there is never a choice; else undefined. */
export function noChoiceIn(root: RegexNode): NoChoice | undefined {
  try {
    return new Places().check(root);
  } catch (error) {
    if (error instanceof LeavesChoice) return undefined;
    throw error;
  }
}

const nothing: Part = { first: [], last: [], emptyWays: 1 };

class Places {
  private readonly sets: CharacterSet[] = [];
  private readonly follow: Set<number>[] = [];
  private partCount = 0;
  private hasAssertion = false;

  check(root: RegexNode): NoChoice {
    const { first, last } = this.part(root);
    let most = 1;
    for (const next of [first, ...this.follow.map((places) => [...places])]) {
      this.assertDistinct(next);
      most = Math.max(most, next.length + 1);
    }
    return {
      most,
      looksFar:
        this.sets.length > manyPlaces || this.goesRound(new Set(this.hasAssertion ? [] : last)),
    };
  }

  /**
   * Whether places that end no match lead to themselves. After a place that may end one, an
   * assertion can still refuse it.
   */
  private goesRound(ends: ReadonlySet<number>): boolean {
    const left = new Set<number>();
    const passed = new Set<number>();
    const comesBack = (place: number): boolean => {
      if (ends.has(place) || left.has(place)) return false;
      if (passed.has(place)) return true;
      passed.add(place);
      const found = [...(this.follow[place] ?? [])].some(comesBack);
      passed.delete(place);
      left.add(place);
      return found;
    };
    return this.follow.some((_, place) => comesBack(place));
  }

  private part(node: RegexNode): Part {
    if (++this.partCount > mostParts) throw new LeavesChoice();
    switch (node.type) {
      case "set":
        return this.place(node.set);
      case "assertion":
        this.hasAssertion = true;
        return nothing;
      case "look":
        // It would be tried anew at every place, over text that others have tried.
        throw new LeavesChoice();
      case "group":
        return this.part(node.item);
      case "sequence":
        return node.items.reduce((left, item) => this.joined(left, this.part(item)), nothing);
      case "choice":
        return node.options.map((option) => this.part(option)).reduce(eitherPart);
      case "repeat":
        return this.repeated(node.item, node.min, node.max);
    }
  }

  private place(set: CharacterSet): Part {
    if (this.sets.length >= mostPlaces) throw new LeavesChoice();
    const place = this.sets.push(set) - 1;
    this.follow.push(new Set());
    return { first: [place], last: [place], emptyWays: 0 };
  }

  private joined(left: Part, right: Part): Part {
    this.connect(left.last, right.first);
    return {
      first: left.emptyWays > 0 ? [...left.first, ...right.first] : left.first,
      last: right.emptyWays > 0 ? [...left.last, ...right.last] : right.last,
      emptyWays: left.emptyWays * right.emptyWays,
    };
  }

  /** Turns written out; the last one of an endless repetition leads to itself. */
  private repeated(item: RegexNode, min: number, max: number): Part {
    const turns = max === Infinity ? Math.max(min, 1) : max;
    let whole = nothing;
    for (let turn = turns - 1; turn >= 0; turn--) {
      const part = this.part(item);
      // To match nothing by a turn and by leaving it out are two ways.
      if (part.emptyWays > 0) throw new LeavesChoice();
      if (max === Infinity && turn === turns - 1) this.connect(part.last, part.first);
      whole = this.joined(part, whole);
      if (turn >= min) whole = { ...whole, emptyWays: 1 };
    }
    return whole;
  }

  /** A second way between two places is a choice. */
  private connect(from: readonly number[], to: readonly number[]): void {
    if (to.length > mostNext) throw new LeavesChoice();
    for (const place of from) {
      const next = this.follow[place];
      for (const other of to) {
        if (next?.has(other) === true) throw new LeavesChoice();
        next?.add(other);
      }
    }
  }

  private assertDistinct(places: readonly number[]): void {
    if (places.length > mostNext) throw new LeavesChoice();
    const ranges = places.map((place) => this.sets[place]?.within ?? []);
    const isDistinct = ranges.every((left, index) =>
      ranges.slice(index + 1).every((right) => !rangesOverlap(left, right)),
    );
    if (!isDistinct) throw new LeavesChoice();
  }
}

function eitherPart(left: Part, right: Part): Part {
  // Two ways to match nothing are a choice.
  if (left.emptyWays + right.emptyWays > 1) throw new LeavesChoice();
  return {
    first: [...left.first, ...right.first],
    last: [...left.last, ...right.last],
    emptyWays: left.emptyWays + right.emptyWays,
  };
}
