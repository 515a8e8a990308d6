// The options of a description, checked.

import { isBoolean, knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";
import type { SpanKind } from "./span.ts";

/** Which turns are shown: all, the last, none, or those with these numbers. */
export type ShownTurns = "all" | "last" | "none" | readonly number[];

/** The options of `describeStep`. */
export interface DescribeOptions {
  /** Which turns are shown; default all, of more than forty the first and the last twenty. */
  readonly turns?: ShownTurns;
  /** Whether the whole answers of the model are shown, with its thinking; default: the programs. */
  readonly raw?: boolean;
  /**
   * Whether each message is shown that the model was sent; default: what it was told after each
   * turn. The step has them where the mission ran with `collectMessages`.
   */
  readonly messages?: boolean;
  /** Whether all is shown that the mission used; default false: a line of it. */
  readonly usage?: boolean;
  /** Whether the system message is shown, or the name of its section that is; default false. */
  readonly prompt?: boolean | string;
  /** How deep missions below are shown with their turns, at most 20; default 0: a line for each. */
  readonly children?: number;
  /** How many lines of a text, a value or a program are shown; default 30, at most 20,000. */
  readonly lines?: number;
  /** The columns of a line, at least 40; default 80. */
  readonly width?: number;
  /**
   * Gives a piece of a line its colour. It is told what the piece is and its text, which has no
   * control characters, and answers with the same text in a style.
   */
  readonly highlight?: (kind: SpanKind, text: string) => string;
}

export type ResolvedDescribeOptions = Required<DescribeOptions>;

const names = [
  "turns",
  "raw",
  "messages",
  "usage",
  "prompt",
  "children",
  "lines",
  "width",
  "highlight",
] as const satisfies readonly (keyof DescribeOptions)[];

const leastWidth = 40;
const mostTurns = 1_000;
const mostLevels = 20;
/** A longer description would not be read. */
export const mostLines = 20_000;

/** @throws OptionError */
export function describeOptions(given: DescribeOptions): ResolvedDescribeOptions {
  knownOptions(given, names);
  const {
    turns = "all",
    raw = false,
    messages = false,
    usage = false,
    prompt = false,
    children = 0,
    lines = 30,
    width = 80,
    highlight = (_kind: SpanKind, text: string) => text,
  } = given;
  if (typeof (prompt as unknown) !== "string" && typeof (prompt as unknown) !== "boolean")
    throw wrongOption("prompt", "expected true, false or the name of a section", prompt);
  if (typeof (highlight as unknown) !== "function")
    throw wrongOption("highlight", "expected a function", highlight);
  return {
    turns: checkedTurns(turns),
    raw: isBoolean("raw", raw),
    messages: isBoolean("messages", messages),
    usage: isBoolean("usage", usage),
    prompt,
    children: atMost("children", wholeNumber("children", children, 0), mostLevels),
    lines: atMost("lines", wholeNumber("lines", lines, 1), mostLines),
    width: wholeNumber("width", width, leastWidth),
    highlight,
  };
}

function atMost(option: string, value: number, most: number): number {
  if (value > most) throw wrongOption(option, `expected at most ${String(most)}`, value);
  return value;
}

function checkedTurns(turns: ShownTurns): ShownTurns {
  if (typeof turns === "string") {
    if (["all", "last", "none"].includes(turns)) return turns;
  } else if (isNumbers(turns)) return turns;
  throw wrongOption(
    "turns",
    `expected "all", "last", "none" or a list of at most ${String(mostTurns)} numbers of turns`,
    turns,
  );
}

function isNumbers(turns: unknown): turns is readonly number[] {
  return (
    Array.isArray(turns) &&
    turns.length <= mostTurns &&
    turns.every((number) => Number.isSafeInteger(number) && number > 0)
  );
}
