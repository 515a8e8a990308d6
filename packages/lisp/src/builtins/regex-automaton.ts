// The position automaton of a pattern: one state for each place that takes a character, and for each step from one to
// the next, in how many ways a backtracking engine can take it without a character in between. Assertions are passed
// over, all but the one a match has to start with: they only make the runs of the automaton fewer.

import { rangesOverlap } from "./code-point-ranges.ts";
import type { CharacterSet } from "./regex-character-set.ts";
import { PatternError, type RegexAssertion, type RegexNode } from "./regex-tree.ts";

/** Patterns with more places, parts (repetitions written out) or transitions are refused. */
const mostStates = 2000;
const mostParts = 20_000;
const mostTransitions = 40_000;
/** Nor may there be more ways from one place to another. */
const mostWays = 1000;
/** More states than this in one place are taken to overlap. */
const mostCompared = 40;

/** A state to go to, and in how many ways. */
export interface Step {
  readonly state: number;
  readonly ways: number;
}

export interface Automaton {
  readonly sets: readonly CharacterSet[];
  /** For each state, which come next. */
  readonly follow: readonly (readonly Step[])[];
  readonly first: readonly Step[];
  /** For each state, how often an engine that arrived there tries to go on; likewise where a match starts. */
  readonly attempts: readonly number[];
  readonly startAttempts: number;
  /** States from which every way on is a match already: a run that arrives here succeeds, and nothing is tried after it. */
  readonly settled: readonly boolean[];
  /** What must hold where a match starts, if anything. */
  readonly start: RegexAssertion | undefined;
  /** Whether no character ever leads to two states: then there is at most one run from each start. */
  readonly isDeterministic: boolean;
}

/** What a part of the pattern does: where it begins and ends, and in how many ways it can match nothing. */
interface Part {
  readonly first: readonly Step[];
  readonly last: readonly Step[];
  readonly emptyWays: number;
}

const emptyPart: Part = { first: [], last: [], emptyWays: 1 };

/** @throws PatternError `unsupported` for a pattern too large or too ambiguous */
export function automatonOf(root: RegexNode): Automaton {
  const builder = new AutomatonBuilder();
  const whole = builder.part(root);
  const { sets } = builder;
  const follow = builder.follow.map((steps) => Array.from(steps, ([state, ways]): Step => ({ state, ways })));
  const start = startAssertion(root);
  const isCertain = builder.assertionCount === (start === undefined ? 0 : 1);
  const waysToEnd = new Map(whole.last.map(({ state, ways }) => [state, ways]));
  return {
    sets,
    follow,
    first: whole.first,
    attempts: follow.map((steps, state) => totalWays(steps) + (waysToEnd.get(state) ?? 0)),
    startAttempts: totalWays(whole.first) + whole.emptyWays,
    settled: isCertain ? settledStates(follow, new Set(waysToEnd.keys())) : sets.map(() => false),
    start,
    isDeterministic: [whole.first, ...follow].every((steps) => areDistinct(steps, sets)),
  };
}

function totalWays(steps: readonly Step[]): number {
  return steps.reduce((total, step) => total + step.ways, 0);
}

function areDistinct(steps: readonly Step[], sets: readonly CharacterSet[]): boolean {
  if (steps.length > mostCompared || steps.some(({ ways }) => ways > 1)) return false;
  const ranges = steps.map(({ state }) => sets[state]?.within ?? []);
  return ranges.every((left, index) => ranges.slice(index + 1).every((right) => !rangesOverlap(left, right)));
}

class AutomatonBuilder {
  readonly sets: CharacterSet[] = [];
  readonly follow: Map<number, number>[] = [];
  assertionCount = 0;
  private transitions = 0;
  private partCount = 0;

  part(node: RegexNode): Part {
    if (++this.partCount > mostParts) throw tooLarge();
    switch (node.type) {
      case "set": return this.state(node.set);
      case "assertion":
        this.assertionCount++;
        return emptyPart;
      case "group": return this.part(node.item);
      case "sequence": return node.items.reduce((part, item) => this.joined(part, this.part(item)), emptyPart);
      case "choice": return eitherPart(node.options.map((option) => this.part(option)));
      case "repeat": return this.repeated(node.item, node.min, node.max);
    }
  }

  private state(set: CharacterSet): Part {
    if (this.sets.length >= mostStates) throw tooLarge();
    const state = this.sets.push(set) - 1;
    this.follow.push(new Map());
    return { first: [{ state, ways: 1 }], last: [{ state, ways: 1 }], emptyWays: 0 };
  }

  private joined(left: Part, right: Part): Part {
    this.connect(left.last, right.first);
    return {
      first: merged(left.first, right.first, left.emptyWays),
      last: merged(right.last, left.last, right.emptyWays),
      emptyWays: bounded(left.emptyWays * right.emptyWays),
    };
  }

  private repeated(item: RegexNode, min: number, max: number): Part {
    if (max !== Infinity) return this.joined(this.copies(item, min), this.optionalCopies(item, max - min));
    const part = this.optional(item);
    this.connect(part.last, part.first);
    return this.joined(this.copies(item, min), part);
  }

  private copies(item: RegexNode, count: number): Part {
    let whole = emptyPart;
    for (let copy = 0; copy < count; copy++) whole = this.joined(whole, this.part(item));
    return whole;
  }

  /** `x{0,3}` is `(x(x(x)?)?)?`, made from the inside. */
  private optionalCopies(item: RegexNode, count: number): Part {
    let whole = emptyPart;
    for (let copy = 0; copy < count; copy++) whole = { ...this.joined(this.optional(item, 0), whole), emptyWays: 1 };
    return whole;
  }

  /** A part that may be left out. An engine tries to match it with nothing and gives that up: in one way, or we refuse. */
  private optional(item: RegexNode, emptyWays = 1): Part {
    const part = this.part(item);
    if (part.emptyWays > 1) throw tooAmbiguous();
    return { ...part, emptyWays };
  }

  private connect(from: readonly Step[], to: readonly Step[]): void {
    if ((this.transitions += from.length * to.length) > mostTransitions) throw tooLarge();
    for (const { state, ways } of from) {
      const steps = this.follow[state];
      for (const next of to) steps?.set(next.state, bounded((steps.get(next.state) ?? 0) + ways * next.ways));
    }
  }
}

/** `steps`, and `others` each in `times` as many ways. */
function merged(steps: readonly Step[], others: readonly Step[], times: number): readonly Step[] {
  return times === 0 ? steps : [...steps, ...others.map(({ state, ways }) => ({ state, ways: bounded(ways * times) }))];
}

function bounded(ways: number): number {
  if (ways > mostWays) throw tooAmbiguous();
  return ways;
}

function eitherPart(parts: readonly Part[]): Part {
  return {
    first: parts.flatMap((part) => part.first),
    last: parts.flatMap((part) => part.last),
    emptyWays: bounded(parts.reduce((ways, part) => ways + part.emptyWays, 0)),
  };
}

function tooLarge(): PatternError {
  return new PatternError("unsupported", "the pattern is too large", "use fewer repetitions with counts, such as {2,500}");
}

function tooAmbiguous(): PatternError {
  return new PatternError("unsupported", "the pattern can match nothing in too many ways", "avoid repeating what may be empty, such as (a*|b*)*; write [ab]*");
}

/** States that are accepting, and from which only such states can be reached: found by taking the others away. */
function settledStates(follow: readonly (readonly Step[])[], accepting: ReadonlySet<number>): boolean[] {
  const settled = follow.map((_, state) => accepting.has(state));
  for (let changed = true; changed; ) {
    changed = false;
    for (let state = follow.length - 1; state >= 0; state--) {
      if (settled[state] !== true || !(follow[state] ?? []).some((step) => settled[step.state] !== true)) continue;
      settled[state] = false;
      changed = true;
    }
  }
  return settled;
}

/** The assertion that every match begins with. */
function startAssertion(node: RegexNode): RegexAssertion | undefined {
  switch (node.type) {
    case "assertion": return node.assertion === "text-start" || node.assertion === "line-start" || node.assertion === "word-boundary" ? node.assertion : undefined;
    case "group": return startAssertion(node.item);
    case "sequence": return node.items[0] === undefined ? undefined : startAssertion(node.items[0]);
    default: return undefined;
  }
}
