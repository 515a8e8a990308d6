// Searches with patterns. Compiles each pattern once per run and searches under the budget of the
// branch. A rejected pattern is an error of the program. The cost of a search depends only on the
// pattern and the text, so every host charges the same. It counts the length of the text, and the
// text read beyond each match in search of a longer one, because the next match may read it again.

import { shortened } from "@ptc/core/internal/printing";
import { RegexValue, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { after } from "../../evaluation/result.ts";
import { compilePattern, type CompiledPattern, type PatternSearch } from "../../regex/engine.ts";
import type { Checkpoint, PatternMatch } from "../../regex/matcher.ts";
import { PatternError } from "../../regex/tree.ts";
import { spendText } from "./text-cost.ts";

/** The charged cost of compiling a pattern, the same for both engines. */
const compilationSteps = 500;
const compilationBytes = 10_000;

/**
 * @throws EvaluationError if `value` is not a pattern, or the pattern is invalid or not supported
 */
export function patternOf(branch: Branch, value: Value, operation: string): CompiledPattern {
  if (!(value instanceof RegexValue)) {
    throw wrongType(
      operation,
      'a pattern such as #"\\d+"',
      value,
      typeof value === "string"
        ? `the pattern comes first, written #"…" or made by (re-pattern s)`
        : undefined,
    );
  }
  const { patterns } = branch.evaluation;
  const known = patterns.get(value.source);
  if (known?.paidBy.has(branch) === true) return known.pattern;
  branch.spend(compilationSteps + 10 * value.source.length);
  branch.charge(compilationBytes + 400 * value.source.length);
  const pattern =
    known?.pattern ??
    withPatternErrors(value.source, operation, () => compilePattern(value.source));
  branch.spend(pattern.memoryBytes >>> 8);
  branch.charge(pattern.memoryBytes);
  if (known === undefined) patterns.set(value.source, { pattern, paidBy: new WeakSet([branch]) });
  else known.paidBy.add(branch);
  return pattern;
}

/**
 * Returns at most `limit` matches from left to right, without overlaps. Lets the host have turns
 * in a long search.
 */
export function searchAll(
  branch: Branch,
  pattern: CompiledPattern,
  text: string,
  limit = Infinity,
): PatternMatch[] | Promise<PatternMatch[]> {
  chargeSearch(branch, pattern, text);
  const search = pattern.search(text, checkpointOf(branch));
  branch.spend(search.attemptSteps);
  return allFrom(branch, { search, text, limit, weight: pattern.weight, matches: [] }, 0);
}

interface Search {
  readonly search: PatternSearch;
  readonly text: string;
  readonly limit: number;
  readonly weight: number;
  readonly matches: PatternMatch[];
}

function allFrom(
  branch: Branch,
  all: Search,
  start: number,
): PatternMatch[] | Promise<PatternMatch[]> {
  const { search, text, limit, weight, matches } = all;
  for (let from = start; from <= text.length && matches.length < limit;) {
    const match = search.next(from);
    if (match !== undefined) {
      spendText(branch, search.beyond * weight);
      branch.charge(96 + 40 * match.groups.length);
      matches.push(match);
      from = match.end > match.start ? match.end : match.end + characterLength(text, match.end);
    } else if (!search.isPaused) break;
    if (branch.mayAwait && branch.turnIsOver) return branch.inNextTurn(allFrom, branch, all, from);
  }
  return matches;
}

/** Returns the first match, if there is one. */
export function searchFirst(
  branch: Branch,
  pattern: CompiledPattern,
  text: string,
): (PatternMatch | undefined) | Promise<PatternMatch | undefined> {
  return after(searchAll(branch, pattern, text, 1), ([match]) => match);
}

export function matchWhole(
  branch: Branch,
  pattern: CompiledPattern,
  text: string,
  operation: string,
): (PatternMatch | undefined) | Promise<PatternMatch | undefined> {
  chargeSearch(branch, pattern, text);
  const search = withPatternErrors(undefined, operation, () =>
    pattern.searchWhole(text, checkpointOf(branch)),
  );
  return wholeMatch(branch, search);
}

function wholeMatch(
  branch: Branch,
  search: PatternSearch,
): (PatternMatch | undefined) | Promise<PatternMatch | undefined> {
  const match = search.next(0);
  return search.isPaused ? branch.inNextTurn(wholeMatch, branch, search) : match;
}

function chargeSearch(branch: Branch, pattern: CompiledPattern, text: string): void {
  spendText(branch, text.length * pattern.weight);
  branch.charge(pattern.searchBytes(text.length));
}

/** Checks the clock and the abort signal during long searches, and pauses them for the host. */
function checkpointOf(branch: Branch): Checkpoint {
  return () => {
    branch.checkTime();
    return branch.mayAwait && branch.turnIsOver;
  };
}

/**
 * Returns the UTF-16 units of the character at `offset`; 1 at the end of the text, so that a
 * search always advances.
 */
function characterLength(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

function withPatternErrors<T>(source: string | undefined, operation: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const shown = source === undefined ? "" : `pattern #"${shortened(source, 60)}": `;
    throw new EvaluationError(error.kind, `${operation}: ${shown}${error.message}`, {
      op: operation,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}
