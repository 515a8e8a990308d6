// Shows a span as one line. Its text is untrusted, so it is escaped and shortened; the outcome of
// the span is never cut off.

import { oneLine } from "@ptc/core/internal/errors";
import { countText, groupedNumber } from "@ptc/core/internal/json";
import { displayWidth, fitted } from "./fitted.ts";
import type { SpanFacts } from "./span-facts.ts";

const shownText = 100;
const shownName = 60;
const shownError = 160;
/** The deepest level that is indented. */
const mostIndented = 40;

/** The styles of spans, which apps map to terminal codes. */
export type SpanStyle = "bold" | "dim" | "red" | "cyan";

/** The options of `spanLine`. */
export interface LineOptions {
  /** Returns text in a style. The text has no control characters. */
  readonly style: (name: SpanStyle, text: string) => string;
  /** The columns of the terminal, or Infinity. */
  readonly columns: number;
}

/** Returns a line whose only control characters are those of `style`. */
export function spanLine(
  facts: SpanFacts,
  level: number,
  { style, columns }: LineOptions,
  remark = "",
): string {
  const before = `${indentation(level)}${spanHead(facts)}`;
  const after = `${outcomeOf(facts)}${remark}`;
  const room = Math.max(0, Math.min(shownText, columns - displayWidth(before) - after.length - 1));
  const text = fitted(oneLine(firstLine(facts.text ?? ""), shownText), room);
  const isFailed = facts.ok === false || facts.error !== undefined;
  const line = `${before}${text === "" ? "" : ` ${text}`}`;
  return `${styled(line, styleOf(facts), style)}${style(isFailed ? "red" : "dim", after)}`;
}

/** Returns the spaces in front of a line. */
export function indentation(level: number): string {
  return "  ".repeat(Math.min(level, mostIndented));
}

/** Returns the beginning of a line, such as `tool/customer` or `turn 2`. */
export function spanHead({
  kind,
  name,
  agent,
  turn,
  isOfSummary,
  decision,
  text,
  calls = 0,
}: SpanFacts): string {
  switch (kind) {
    case "mission": {
      const shown = name ?? agent;
      return shown === undefined ? "mission:" : `mission ${oneLine(shown, shownName)}:`;
    }
    case "turn":
      return turn === undefined ? "turn" : `turn ${groupedNumber(turn)}`;
    case "compaction":
      return "compaction";
    case "model-request":
      return isOfSummary === true ? "model request for a summary" : "model request";
    case "program":
      return "program";
    case "tool-call":
      return `tool/${oneLine(name ?? "", shownName)}`;
    case "approval-requested":
      return "waits for a decision:";
    case "approval-decided":
      return `${decision ?? "decided"}${text === undefined ? "" : ":"}`;
    case "run-paused":
      return `paused with ${countText(calls, "call")} that wait${calls === 1 ? "s" : ""}:`;
    case "run-resumed":
      return calls === 0
        ? "resumed without a decision"
        : `resumed with ${countText(calls, "decision")}:`;
  }
}

/** ` -> 1,200 tokens in, 3 out, 17 ms`, ` failed after 17 ms: …` */
function outcomeOf(facts: SpanFacts): string {
  const { kind, ok, durationMs, turns, error, cached, layer, retryInMs, warnings, reason, id } =
    facts;
  const time = durationMs === undefined ? undefined : `${groupedNumber(durationMs)} ms`;
  const details = [
    ...(turns === undefined || ok === undefined ? [] : [countText(turns, "turn")]),
    ...compactionTexts(facts),
    ...tokenTexts(facts),
    ...(layer === "native" ? ["native"] : []),
    ...(cached === true ? ["cached"] : []),
    ...(time === undefined ? [] : [time]),
  ].join(", ");
  if (kind === "approval-requested")
    return ` (${oneLine(reason ?? "", shownName)}, id ${oneLine(id ?? "", shownText)})`;
  if (isMark(kind)) return "";
  if (ok === undefined) return facts.isWaiting === true ? " waits" : " did not end";
  const problem = error === undefined ? "" : `: ${oneLine(error, shownError)}`;
  const warning =
    warnings?.[0] === undefined ? "" : `; warning: ${oneLine(warnings[0], shownError)}`;
  // A compaction counts as done even if its summary failed.
  if (ok || kind === "compaction")
    return `${details === "" ? "" : ` -> ${details}`}${problem}${warning}`;
  const again = retryInMs === undefined ? "" : `; retried after ${groupedNumber(retryInMs)} ms`;
  return ` failed${details === "" ? "" : ` after ${details}`}${problem}${again}${warning}`;
}

/** True for moments, which have no outcome. */
function isMark(kind: SpanFacts["kind"]): boolean {
  return kind === "approval-decided" || kind === "run-paused" || kind === "run-resumed";
}

function compactionTexts({ droppedTurns, tokensBefore, tokensAfter }: SpanFacts): string[] {
  if (droppedTurns === undefined || tokensBefore === undefined || tokensAfter === undefined)
    return [];
  const tokens = `about ${groupedNumber(tokensBefore)} tokens to ${groupedNumber(tokensAfter)}`;
  return [`${countText(droppedTurns, "turn")} dropped`, tokens];
}

function tokenTexts({ inputTokens, cachedInputTokens, outputTokens }: SpanFacts): string[] {
  if (inputTokens === undefined || outputTokens === undefined) return [];
  const cached =
    cachedInputTokens === undefined ? "" : ` (${groupedNumber(cachedInputTokens)} of them cached)`;
  return [`${countText(inputTokens, "token")} in${cached}`, `${groupedNumber(outputTokens)} out`];
}

function styleOf({ kind }: SpanFacts): SpanStyle | undefined {
  return kind === "mission" ? "bold" : kind === "program" ? "cyan" : undefined;
}

function styled(text: string, name: SpanStyle | undefined, style: LineOptions["style"]): string {
  return name === undefined ? text : style(name, text);
}

/** Returns the first line that isn't blank. */
function firstLine(text: string): string {
  return /\S.*/.exec(text)?.[0] ?? "";
}
