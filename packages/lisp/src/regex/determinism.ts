// Checks whether a pattern leaves a backtracking engine no choice: at every position the next
// character alone decides how to continue, in exactly one way. Then there is at most one path from
// each start. So a search of n characters tries at most n² times the choices at one position, for
// any text.

import { rangesOverlap } from "./code-point-ranges.ts";
import type { CharacterSet } from "./character-set.ts";
import type { RegexNode } from "./tree.ts";

/**
 * Patterns with more positions or parts than this (with repetitions expanded) are treated as
 * leaving a choice.
 */
const mostPlaces = 500;
const mostParts = 5_000;
/**
 * A pattern in which more positions than this can follow one position is also treated as leaving a
 * choice, because all of them would have to be compared.
 */
const mostNext = 40;
/**
 * In a pattern with more positions than this, a failed attempt is assumed to have looked far
 * ahead.
 */
const manyPlaces = 64;

/**
 * A part of the pattern: the positions where it can begin and end, and the number of ways it can
 * match nothing.
 */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly emptyWays: number;
}

/** Thrown when a choice is found. Never leaves this file. */
class LeavesChoice extends Error {}

export interface NoChoice {
  /** The maximum number of positions that can come next. */
  readonly most: number;
  /**
   * True if an attempt may continue over text of any length without matching the text it has
   * passed.
   */
  readonly looksFar: boolean;
}

/** Returns how a pattern continues if it never leaves a choice, otherwise undefined. */
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
   * True if positions that don't end a match lead to themselves. After a position that may end
   * one, an assertion can still refuse it.
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
        // It would be tried again at every position, over text that earlier attempts have tried.
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

  /** Expands the iterations. The last one of an endless repetition leads to itself. */
  private repeated(item: RegexNode, min: number, max: number): Part {
    const turns = max === Infinity ? Math.max(min, 1) : max;
    let whole = nothing;
    for (let turn = turns - 1; turn >= 0; turn--) {
      const part = this.part(item);
      // Matching nothing in an iteration and skipping the iteration are two ways.
      if (part.emptyWays > 0) throw new LeavesChoice();
      if (max === Infinity && turn === turns - 1) this.connect(part.last, part.first);
      whole = this.joined(part, whole);
      if (turn >= min) whole = { ...whole, emptyWays: 1 };
    }
    return whole;
  }

  /** Connects positions. A second way between two positions is a choice. */
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
