// The agent option `compaction`: when and how the conversation of a mission is shortened.

import { OptionError } from "@ptc/core/errors";
import { presentFields } from "@ptc/llm/adapter";
import type { ModelChoice } from "../model/resolve-model.ts";
import {
  isRecord,
  knownOptions,
  oneOf,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";

/**
 * The replacement of the omitted turns. `trim`: a note of the facts that still apply. `summarize`:
 * that note and a summary by a model.
 */
export type CompactionStrategy = "trim" | "summarize";

/** When to shorten a conversation: as soon as it reaches one of these limits. */
export interface CompactionTrigger {
  /** The number of turns in the conversation, at least 2. */
  readonly turns?: number;
  /** The number of tokens in its messages, as counted by `countTokens`. */
  readonly tokens?: number;
}

/** The option `compaction` as an object. */
export interface CompactionOptions {
  /** The replacement of the omitted turns; default `trim`. */
  readonly strategy?: CompactionStrategy;
  /** When to shorten the conversation; default `{ turns: 8 }`. */
  readonly trigger?: CompactionTrigger;
  /** The number of latest turns to keep unchanged, at least 1; default 3. */
  readonly keepRecentTurns?: number;
  /** The first message contains the mission, so it is always kept. `false` is an error. */
  readonly keepFirstMessage?: true;
  /**
   * Returns the number of tokens in a text, 0 or more. Called once for each message; the tokens of
   * files are estimated. Default: a quarter of the characters.
   */
  readonly countTokens?: (text: string) => number;
  /** With `summarize`: the model that writes summaries. Default: the model of the mission. */
  readonly llm?: ModelChoice;
  /**
   * With `summarize`: the maximum number of characters to request, at least 200. A summary more
   * than twice as long is rejected. Default: 4,000.
   */
  readonly summaryMaxChars?: number;
}

/** The checked option, as the agent stores it. */
export interface Compaction {
  readonly strategy: CompactionStrategy;
  readonly trigger: CompactionTrigger;
  readonly keepRecentTurns: number;
  readonly countTokens: ((text: string) => number) | undefined;
  readonly llm: ModelChoice | undefined;
  readonly summaryMaxChars: number;
}

const optionNames = [
  "strategy",
  "trigger",
  "keepRecentTurns",
  "keepFirstMessage",
  "countTokens",
  "llm",
  "summaryMaxChars",
] as const satisfies readonly (keyof CompactionOptions)[];

const usualTurns = 8;
const defaultRecentTurns = 3;
const usualSummary = 4_000;
const shortestSummary = 200;

/** Checks the option. @throws OptionError with the option's name */
export function compactionOption(
  name: string,
  given: boolean | CompactionOptions | undefined,
): Compaction | undefined {
  if (given === undefined || given === false) return undefined;
  if (given !== true && !isRecord(given))
    throw wrongOption(name, "expected true, false or an object", given);
  const options = given === true ? {} : given;
  knownOptions(options, optionNames, `${name}.`);
  const strategy = oneOf(`${name}.strategy`, options.strategy ?? "trim", ["trim", "summarize"]);
  refuseLostMission(`${name}.keepFirstMessage`, options.keepFirstMessage);
  const { countTokens } = options;
  if (countTokens !== undefined && typeof (countTokens as unknown) !== "function")
    throw wrongOption(`${name}.countTokens`, "expected a function of a string", countTokens);
  return {
    strategy,
    ...turnsOf(name, options),
    countTokens,
    ...summaryOptions(name, strategy, options),
  };
}

function refuseLostMission(name: string, given: unknown): void {
  if (given === false)
    throw new OptionError(
      name,
      "the first message contains the mission and can't be omitted: remove this option",
    );
  if (given !== undefined && given !== true) throw wrongOption(name, "expected true", given);
}

/** Reads when to shorten and how many turns to keep, which must be fewer than the trigger. */
function turnsOf(
  name: string,
  { trigger: given = { turns: usualTurns }, keepRecentTurns: recentTurns }: CompactionOptions,
): Pick<Compaction, "trigger" | "keepRecentTurns"> {
  knownOptions(given, ["turns", "tokens"], `${name}.trigger.`);
  const { turns, tokens } = given;
  if (turns === undefined && tokens === undefined)
    throw new OptionError(`${name}.trigger`, "expected turns, tokens or both");
  if (turns !== undefined) wholeNumber(`${name}.trigger.turns`, turns, 2);
  if (tokens !== undefined) wholeNumber(`${name}.trigger.tokens`, tokens, 1);
  const keepRecentTurns =
    recentTurns === undefined
      ? Math.min(defaultRecentTurns, (turns ?? Infinity) - 1)
      : wholeNumber(`${name}.keepRecentTurns`, recentTurns, 1);
  if (turns !== undefined && turns <= keepRecentTurns)
    throw new OptionError(
      `${name}.trigger.turns`,
      `must be more than keepRecentTurns (${String(keepRecentTurns)}), got ${String(turns)}`,
    );
  return { trigger: presentFields({ turns, tokens }), keepRecentTurns };
}

function summaryOptions(
  name: string,
  strategy: CompactionStrategy,
  { llm, summaryMaxChars }: CompactionOptions,
): Pick<Compaction, "llm" | "summaryMaxChars"> {
  const idle = Object.entries({ llm, summaryMaxChars }).find(([, value]) => value !== undefined);
  if (strategy === "trim" && idle !== undefined)
    throw new OptionError(`${name}.${idle[0]}`, 'is for the strategy "summarize"');
  return {
    llm,
    summaryMaxChars: wholeNumber(
      `${name}.summaryMaxChars`,
      summaryMaxChars ?? usualSummary,
      shortestSummary,
    ),
  };
}
