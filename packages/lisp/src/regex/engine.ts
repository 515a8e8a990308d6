// The one door to regular expressions. A pattern is read as Java reads it and matched by one of two
// engines: the linear one, which matches any pattern in bounded work that can be stopped, or the
// host's, some ten times as fast, for patterns that mean the same there and leave it no choice, on
// texts that are not long.

import { hostAgrees } from "./agreement.ts";
import { noChoiceIn } from "./determinism.ts";
import { LinearMatcher } from "./linear.ts";
import type { Checkpoint, PatternMatch, PatternMatcher } from "./matcher.ts";
import { markBytes } from "./look-marks.ts";
import { NativeMatcher } from "./native.ts";
import { parsePattern } from "./parser.ts";
import { compileProgram, type RegexProgram } from "./program.ts";
import { PatternError, type RegexNode } from "./tree.ts";

export interface CompiledPattern {
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** What its tables take, whichever engine they are for. */
  readonly memoryBytes: number;
  /**
   * What a walk over a text costs, compared with one that only reads it: as much as the linear
   * engine may take, whichever engine matches.
   */
  readonly weight: number;
  /** What a search through a text of so many units keeps besides its matches. */
  searchBytes(textLength: number): number;
  /** Prepares a search through `text`. */
  search(text: string, checkpoint: Checkpoint): PatternSearch;
  /** The match of the whole of `text`. */
  matchWhole(text: string, checkpoint: Checkpoint): PatternMatch | undefined;
}

interface PatternSearch {
  /**
   * What all attempts of the search may take together, in steps, besides one walk over the text. It
   * follows from the pattern and the length of the text alone.
   */
  readonly attemptSteps: number;
  /** The first match at or after the unit at `from`. */
  next(from: number): PatternMatch | undefined;
  /** How many units beyond the last match it looked for a longer one. */
  readonly beyond: number;
}

/**
 * The most that the host's engine may try on one text: some ten milliseconds. Groups make every
 * attempt dearer.
 */
const mostAttempts = 4_000_000;
const groupsPerShare = 16;
/** That many attempts count as a step. */
const attemptsPerStep = 1024;
const longestPattern = 4000;

/** @throws PatternError for a pattern that is wrong, too large or not offered */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > longestPattern)
    throw new PatternError(
      "unsupported",
      `a pattern of more than ${String(longestPattern)} characters is not offered`,
    );
  const { root, groupCount, groupNames } = parsePattern(source);
  const anywhere = new EngineChoice(root, groupCount);
  let whole: EngineChoice | undefined;
  return {
    groupCount,
    groupNames,
    memoryBytes: 2 * anywhere.program.memoryBytes,
    weight: weightOf(anywhere.program),
    searchBytes: (textLength) => markBytes(anywhere.program.looks.length, textLength),
    search(text, checkpoint) {
      return new MatcherSearch(
        anywhere.matcherFor(text),
        anywhere.attemptSteps(text),
        text,
        checkpoint,
      );
    },
    matchWhole(text, checkpoint) {
      whole ??= new EngineChoice(
        {
          type: "sequence",
          items: [
            { type: "assertion", assertion: "text-start" },
            root,
            { type: "assertion", assertion: "text-end" },
          ],
        },
        groupCount,
      );
      return whole.matcherFor(text).exec(text, 0, checkpoint, true);
    },
  };
}

/** A class: most searches make one match, and an object literal with an accessor costs several. */
class MatcherSearch implements PatternSearch {
  readonly attemptSteps: number;
  private readonly matcher: PatternMatcher;
  private readonly text: string;
  private readonly checkpoint: Checkpoint;

  constructor(matcher: PatternMatcher, attemptSteps: number, text: string, checkpoint: Checkpoint) {
    this.matcher = matcher;
    this.attemptSteps = attemptSteps;
    this.text = text;
    this.checkpoint = checkpoint;
  }

  next(from: number): PatternMatch | undefined {
    return this.matcher.exec(this.text, from, this.checkpoint);
  }

  get beyond(): number {
    return this.matcher.beyond ?? 0;
  }
}

/**
 * There may be a way at every instruction, which takes its slots along. Each look-around is a walk
 * of its own.
 */
function weightOf({ looks, size, slotCount }: RegexProgram): number {
  return 3 + looks.length + Math.ceil((size * (24 + slotCount)) / 48);
}

/** One pattern and the engines that can match it, each made when first needed. */
class EngineChoice {
  readonly program: RegexProgram;
  private readonly root: RegexNode;
  /** The longest text that the host's engine searches; -1 for none. */
  private readonly longestForNative: number;
  /**
   * What one attempt of the host's engine may take for each unit behind its start; 0 for patterns
   * whose attempts end soon.
   */
  private readonly farAttempt: number;
  private native: NativeMatcher | undefined;
  private linear: LinearMatcher | undefined;

  constructor(root: RegexNode, groupCount: number) {
    // Always compiled, so that whether a pattern is offered does not depend on the text.
    this.program = compileProgram(root, groupCount);
    this.root = root;
    const noChoice = hostAgrees(root) ? noChoiceIn(root) : undefined;
    const attempt = (noChoice?.most ?? 0) + groupCount / groupsPerShare;
    this.longestForNative = noChoice === undefined ? -1 : Math.sqrt(mostAttempts / attempt);
    this.farAttempt = noChoice?.looksFar === true ? attempt : 0;
  }

  /**
   * The host's engine does not tell how far an attempt went, so each is taken to go to the end of
   * the text.
   */
  attemptSteps(text: string): number {
    return text.length <= this.longestForNative
      ? Math.floor((text.length * text.length * this.farAttempt) / attemptsPerStep)
      : 0;
  }

  matcherFor(text: string): PatternMatcher {
    if (text.length <= this.longestForNative) return (this.native ??= new NativeMatcher(this.root));
    return (this.linear ??= new LinearMatcher(this.program));
  }
}
