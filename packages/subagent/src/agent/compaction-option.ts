// The option `compaction` of an agent: when the conversation of a mission is shortened, and how.

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
 * What stands for the turns that are left out: `trim`, a note of what still holds; `summarise`,
 * that note and what a model says of them in short.
 */
export type CompactionStrategy = "trim" | "summarise";

/** When a conversation is shortened: where it reaches either. */
export interface CompactionTrigger {
  /** So many turns in the conversation, at least 2. */
  readonly turns?: number;
  /** So many tokens in its messages, by `countTokens`. */
  readonly tokens?: number;
}

/** The option `compaction` of an agent, where it is more than `true`. */
export interface CompactionOptions {
  /** Default `trim`. */
  readonly strategy?: CompactionStrategy;
  /** Default `{ turns: 8 }`. */
  readonly trigger?: CompactionTrigger;
  /** How many of the latest turns stay as they are, at least 1; default 3. */
  readonly keepRecentTurns?: number;
  /** The first message holds the mission: it always stays, and `false` is refused. */
  readonly keepFirstMessage?: true;
  /**
   * How many tokens a text has, a number from 0: asked once for each message, whose files are
   * estimated. Default: a quarter of its characters.
   */
  readonly countTokens?: (text: string) => number;
  /** With `summarise`: the model that is asked for summaries; default: that of the mission. */
  readonly llm?: ModelChoice;
  /**
   * With `summarise`: how many characters the model is asked for at most, at least 200; default
   * 4,000. A summary of more than twice as many is not taken.
   */
  readonly summaryMaxChars?: number;
}

/** The option as an agent keeps it. */
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

/** @throws OptionError naming the option */
export function compactionOption(
  name: string,
  given: boolean | CompactionOptions | undefined,
): Compaction | undefined {
  if (given === undefined || given === false) return undefined;
  if (given !== true && !isRecord(given))
    throw wrongOption(name, "expected true, false or an object", given);
  const options = given === true ? {} : given;
  knownOptions(options, optionNames, `${name}.`);
  const strategy = oneOf(`${name}.strategy`, options.strategy ?? "trim", ["trim", "summarise"]);
  refuseLostMission(`${name}.keepFirstMessage`, options.keepFirstMessage);
  const { countTokens } = options;
  if (countTokens !== undefined && typeof (countTokens as unknown) !== "function")
    throw wrongOption(`${name}.countTokens`, "expected a function of a text", countTokens);
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
      "without its first message the conversation would not say what the mission is: leave the option out",
    );
  if (given !== undefined && given !== true) throw wrongOption(name, "expected true", given);
}

/** What stays has to be less than what begins a compaction. */
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
      `expected more than the ${String(keepRecentTurns)} turns that stay (keepRecentTurns), got ${String(turns)}`,
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
    throw new OptionError(`${name}.${idle[0]}`, 'is for the strategy "summarise"');
  return {
    llm,
    summaryMaxChars: wholeNumber(
      `${name}.summaryMaxChars`,
      summaryMaxChars ?? usualSummary,
      shortestSummary,
    ),
  };
}
