// Checks the options of a description.

import { isBoolean, knownOptions, wholeNumber, wrongOption } from "../options/option-checks.ts";
import type { SpanKind } from "./span.ts";

/** The turns to show: all, the last, none, or those with these numbers. */
export type ShownTurns = "all" | "last" | "none" | readonly number[];

/** The options of `describeStep`. */
export interface DescribeOptions {
  /** The turns to show. Default all; of more than forty turns, the first and last twenty. */
  readonly turns?: ShownTurns;
  /**
   * True to show the model's whole answers, with its thinking. By default only the programs are
   * shown.
   */
  readonly raw?: boolean;
  /**
   * True to show every message that was sent to the model. By default only the feedback after each
   * turn is shown. The step has messages if the mission ran with `collectMessages`.
   */
  readonly messages?: boolean;
  /** True to show the mission's full usage. Default false: one line. */
  readonly usage?: boolean;
  /** True to show the system message, or the name of the section to show. Default false. */
  readonly prompt?: boolean | string;
  /**
   * The depth to which child missions are shown with their turns, at most 20. Default 0: one line
   * each.
   */
  readonly children?: number;
  /**
   * The maximum number of lines shown of a text, a value or a program. Default 30, at most 20,000.
   */
  readonly lines?: number;
  /** The columns of a line, at least 40. Default 80. */
  readonly width?: number;
  /**
   * Colors a piece of a line. Receives the kind of the piece and its text without control
   * characters, and returns the same text in a style.
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
/** Longer descriptions would not be read. */
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
