// One line for a span, for a person. What it shows was written by a model, a tool or whoever made
// the file, so all of it is escaped and shortened; what came of the span is never cut off.

import { oneLine } from "@ptc/core/internal/errors";
import { countText, numberText } from "../mission/data-size.ts";
import { displayWidth, fitted } from "../terminal/display-width.ts";
import type { Style, StyleName } from "../terminal/style.ts";
import type { SpanFacts } from "./span-facts.ts";

const shownText = 100;
const shownName = 60;
const shownError = 160;
/** Spans that are nested deeper are not indented further. */
const mostIndented = 40;

export interface LineOptions {
  readonly style: Style;
  /** The columns of the terminal; Infinity for no bound. */
  readonly columns: number;
}

/** The line has no control characters but those of `style`. */
export function spanLine(
  facts: SpanFacts,
  level: number,
  { style, columns }: LineOptions,
  remark = "",
): string {
  const before = `${indentation(level)}${headOf(facts)}`;
  const after = `${outcomeOf(facts)}${remark}`;
  const room = Math.max(0, Math.min(shownText, columns - displayWidth(before) - after.length - 1));
  const text = fitted(oneLine(firstLine(facts.text ?? ""), shownText), room);
  const isFailed = facts.ok === false || facts.error !== undefined;
  const line = `${before}${text === "" ? "" : ` ${text}`}`;
  return `${styled(line, styleOf(facts), style)}${style(isFailed ? "red" : "dim", after)}`;
}

export function indentation(level: number): string {
  return "  ".repeat(Math.min(level, mostIndented));
}

function headOf({ kind, name, agent, turn, isOfSummary }: SpanFacts): string {
  switch (kind) {
    case "mission": {
      const shown = name ?? agent;
      return shown === undefined ? "mission:" : `mission ${oneLine(shown, shownName)}:`;
    }
    case "turn":
      return turn === undefined ? "turn" : `turn ${numberText(turn)}`;
    case "compaction":
      return "compaction";
    case "model-request":
      return isOfSummary === true ? "model request for a summary" : "model request";
    case "program":
      return "program";
    case "tool-call":
      return `tool/${oneLine(name ?? "", shownName)}`;
  }
}

/** ` -> 1,200 tokens in, 3 out, 17 ms`, ` failed after 17 ms: …` */
function outcomeOf(facts: SpanFacts): string {
  const { kind, ok, durationMs, turns, error, cached, layer, retryInMs, warnings } = facts;
  const time = durationMs === undefined ? undefined : `${numberText(durationMs)} ms`;
  const told = [
    ...(turns === undefined || ok === undefined ? [] : [countText(turns, "turn")]),
    ...compactionTexts(facts),
    ...tokenTexts(facts),
    ...(layer === "native" ? ["native"] : []),
    ...(cached === true ? ["cached"] : []),
    ...(time === undefined ? [] : [time]),
  ].join(", ");
  if (ok === undefined) return " did not end";
  const problem = error === undefined ? "" : `: ${oneLine(error, shownError)}`;
  const warning =
    warnings?.[0] === undefined ? "" : `; warning: ${oneLine(warnings[0], shownError)}`;
  // A compaction without the summary that was wanted is one nevertheless.
  if (ok || kind === "compaction") return `${told === "" ? "" : ` -> ${told}`}${problem}${warning}`;
  const again = retryInMs === undefined ? "" : `; sent again after ${numberText(retryInMs)} ms`;
  return ` failed${told === "" ? "" : ` after ${told}`}${problem}${again}${warning}`;
}

function compactionTexts({ droppedTurns, tokensBefore, tokensAfter }: SpanFacts): string[] {
  if (droppedTurns === undefined || tokensBefore === undefined || tokensAfter === undefined)
    return [];
  const tokens = `about ${numberText(tokensBefore)} tokens to ${numberText(tokensAfter)}`;
  return [`${countText(droppedTurns, "turn")} left out`, tokens];
}

function tokenTexts({ inputTokens, cachedInputTokens, outputTokens }: SpanFacts): string[] {
  if (inputTokens === undefined || outputTokens === undefined) return [];
  const cached =
    cachedInputTokens === undefined ? "" : ` (${numberText(cachedInputTokens)} of them cached)`;
  return [`${countText(inputTokens, "token")} in${cached}`, `${numberText(outputTokens)} out`];
}

function styleOf({ kind }: SpanFacts): StyleName | undefined {
  return kind === "mission" ? "bold" : kind === "program" ? "cyan" : undefined;
}

function styled(text: string, name: StyleName | undefined, style: Style): string {
  return name === undefined ? text : style(name, text);
}

/** The first line that says something. */
function firstLine(text: string): string {
  return /\S.*/.exec(text)?.[0] ?? "";
}
