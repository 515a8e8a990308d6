// The only entry point for regular expressions. A pattern is parsed as in Java and matched by one
// of two engines. The linear engine matches any pattern in bounded, interruptible work. The host's
// engine is some ten times as fast. It is used for patterns that mean the same there and leave it
// no choice, on texts that are not long.

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
  /** The bytes of its tables, for either engine. */
  readonly memoryBytes: number;
  /**
   * The relative cost of a pass over a text, where 1 is a pass that only reads it. It is the
   * maximum of the linear engine, no matter which engine matches.
   */
  readonly weight: number;
  /**
   * Returns the bytes that a search through a text of that many units needs besides its matches.
   */
  searchBytes(textLength: number): number;
  /** Prepares a search through `text`. */
  search(text: string, checkpoint: Checkpoint): PatternSearch;
  /** Prepares a search whose only match is the whole of `text`, from 0. */
  searchWhole(text: string, checkpoint: Checkpoint): PatternSearch;
  /** Returns the match of the whole of `text`. */
  matchWhole(text: string, checkpoint: Checkpoint): PatternMatch | undefined;
}

export interface PatternSearch {
  /**
   * The maximum steps of all attempts of the search together, besides one pass over the text. It
   * depends only on the pattern and the length of the text.
   */
  readonly attemptSteps: number;
  /** Returns the first match at or after the unit at `from`, or `undefined` if it has paused. */
  next(from: number): PatternMatch | undefined;
  /** True if the checkpoint has paused the search. The next call with the same unit continues. */
  readonly isPaused: boolean;
  /** The number of units beyond the last match that it examined for a longer one. */
  readonly beyond: number;
}

/**
 * The maximum number of attempts of the host's engine on one text, which take some ten
 * milliseconds. Groups make every attempt more expensive.
 */
const mostAttempts = 4_000_000;
const groupsPerShare = 16;
/** The number of attempts that count as one step. */
const attemptsPerStep = 1024;
const longestPattern = 4000;

/**
 * Compiles a pattern.
 * @throws PatternError for a pattern that is wrong, too large or unsupported
 */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > longestPattern)
    throw new PatternError(
      "unsupported",
      `a pattern of more than ${String(longestPattern)} characters is not supported`,
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
    searchWhole(text, checkpoint) {
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
      return new MatcherSearch(whole.matcherFor(text), 0, text, checkpoint, true);
    },
    matchWhole(text, checkpoint) {
      return this.searchWhole(text, checkpoint).next(0);
    },
  };
}

/**
 * This is a class because most searches create one match, and an object literal with an accessor
 * costs as much as several.
 */
class MatcherSearch implements PatternSearch {
  readonly attemptSteps: number;
  private readonly matcher: PatternMatcher;
  private readonly text: string;
  private readonly checkpoint: Checkpoint;
  private readonly onlyThere: boolean;

  constructor(
    matcher: PatternMatcher,
    attemptSteps: number,
    text: string,
    checkpoint: Checkpoint,
    onlyThere = false,
  ) {
    this.matcher = matcher;
    this.attemptSteps = attemptSteps;
    this.text = text;
    this.checkpoint = checkpoint;
    this.onlyThere = onlyThere;
  }

  next(from: number): PatternMatch | undefined {
    return this.matcher.exec(this.text, from, this.checkpoint, this.onlyThere);
  }

  get isPaused(): boolean {
    return this.matcher.isPaused === true;
  }

  get beyond(): number {
    return this.matcher.beyond ?? 0;
  }
}

/**
 * Returns the weight of a program. There may be a thread at every instruction, which carries its
 * slots along. Each look-around is a pass of its own.
 */
function weightOf({ looks, size, slotCount }: RegexProgram): number {
  return 3 + looks.length + Math.ceil((size * (24 + slotCount)) / 48);
}

/** One pattern and the engines that can match it, each created on first use. */
class EngineChoice {
  readonly program: RegexProgram;
  private readonly root: RegexNode;
  /** The longest text that the host's engine searches; -1 for none. */
  private readonly longestForNative: number;
  /**
   * The cost of one attempt of the host's engine for each unit after its start; 0 for patterns
   * whose attempts end soon.
   */
  private readonly farAttempt: number;
  private native: NativeMatcher | undefined;
  private linear: LinearMatcher | undefined;

  constructor(root: RegexNode, groupCount: number) {
    // Always compile it, so that support for a pattern doesn't depend on the text.
    this.program = compileProgram(root, groupCount);
    this.root = root;
    const noChoice = hostAgrees(root) ? noChoiceIn(root) : undefined;
    const attempt = (noChoice?.most ?? 0) + groupCount / groupsPerShare;
    this.longestForNative = noChoice === undefined ? -1 : Math.sqrt(mostAttempts / attempt);
    this.farAttempt = noChoice?.looksFar === true ? attempt : 0;
  }

  /**
   * Returns the steps for all attempts. The host's engine doesn't report how far an attempt got,
   * so each is assumed to reach the end of the text.
   */
  attemptSteps(text: string): number {
    return text.length <= this.longestForNative
      ? Math.floor((text.length * text.length * this.farAttempt) / attemptsPerStep)
      : 0;
  }

  matcherFor(text: string): PatternMatcher {
    if (text.length <= this.longestForNative) return (this.native ??= new NativeMatcher(this.root));
    // A paused search keeps its matcher, while other branches search with a new one.
    if (this.linear?.isPaused !== false) this.linear = new LinearMatcher(this.program);
    return this.linear;
  }
}
