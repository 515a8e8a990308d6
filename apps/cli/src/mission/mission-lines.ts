// The lines that are shown for the events of one mission: turns, programs, tool calls with what
// they returned, prints, errors. What they show was written by a model or a tool, so all of it is
// escaped and shortened.

import { oneLine } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import type { Fail, TraceEvent, TraceEventData, TraceEventType } from "@ptc/core/contracts";
import { estimateTokens } from "@ptc/llm";
import { renderFail } from "@ptc/lisp";
import { readableProgram } from "@ptc/subagent/description";
import { maskFirewalled } from "@ptc/tracer";
import type { Style, StyleName } from "../terminal/style.ts";
import { argumentsText } from "../values/arguments-text.ts";
import { bytesText, countText, dataSize, numberText } from "./data-size.ts";

const shownProgramLines = { outermost: 60, below: 12 };
const shownPrintLines = 12;
const shownColumns = 160;
const shownProgramColumns = 1_000;
const shownName = 60;
const shownPrompt = 100;
/** Missions that are nested deeper are not indented further. */
const mostIndented = 8;

type Handler<Type extends TraceEventType> = (
  lines: MissionLines,
  data: TraceEventData[Type],
  event: { readonly spanId: string; readonly time: number },
) => void;

/** What is shown for each type of event; nothing for the types that are missing. */
const handlers: { readonly [Type in TraceEventType]?: Handler<Type> } = {
  "mission-start": (lines, { prompt }) => {
    if (lines.isBelow) lines.line(lines.style("bold", oneLine(firstLine(prompt), shownPrompt)));
  },
  "turn-start": (lines, { turn, turnsLeft }) => {
    lines.isFailShown = false;
    // The first turn of a mission below begins with it, and often there is no other.
    if (lines.isBelow && turn === 1) return;
    if (!lines.isBelow) lines.line("");
    lines.line(
      lines.style("bold", `Turn ${numberText(turn)} of at most ${numberText(turn + turnsLeft)}`),
    );
  },
  "compaction-end": (lines, { droppedTurns, estimatedTokens, error }) => {
    lines.line(
      lines.style(
        "dim",
        `  ${countText(droppedTurns, "turn")} left out of the conversation, which has about ${numberText(estimatedTokens)} tokens now`,
      ),
    );
    if (error !== undefined) lines.error("no summary", error);
  },
  "model-request-start": (lines, { messages }) => {
    lines.requestTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  },
  "model-request-end": (lines, { ok, text = "", error = "" }) => {
    if (ok)
      lines.line(
        lines.style(
          "dim",
          `  the model saw about ${numberText(lines.requestTokens)} tokens and answered with about ${numberText(estimateTokens(text))}`,
        ),
      );
    else {
      lines.error("the model failed", error);
      lines.isFailShown = true;
    }
  },
  "program-start": (lines, { source }) => {
    const { text, isLaidOut } = readableProgram(source);
    if (isLaidOut) lines.line(lines.style("dim", "  one line, laid out here"));
    lines.block(text, {
      lines: lines.isBelow ? shownProgramLines.below : shownProgramLines.outermost,
      columns: shownProgramColumns,
      style: "cyan",
    });
  },
  "tool-call-start": (lines, { name, args }, { spanId, time }) => {
    lines.calls.set(spanId, {
      name,
      text: `tool/${oneLine(name, shownName)} ${argumentsText(args, maskFirewalled)}`,
      time,
    });
  },
  "tool-call-end": (lines, { ok, result, error = "" }, { spanId, time }) => {
    const call = lines.calls.get(spanId);
    lines.calls.delete(spanId);
    const took = `${numberText(Math.max(0, time - (call?.time ?? time)))} ms`;
    if (!ok) {
      lines.error(`${call?.text ?? "tool"} failed after ${took}`, error);
      return;
    }
    const { outline, bytes } = dataSize(result);
    lines.line(
      `  ${call?.text ?? "tool"} ${lines.style("yellow", `-> ${oneLine(outline, shownColumns)}${bytes === undefined ? "" : `, ${bytesText(bytes)}`}, ${took}`)}`,
    );
  },
  "program-end": (lines, { ok, text, fail, prints, warnings = [] }) => {
    for (const warning of warnings) lines.error("warning", warning);
    if (prints.length > 0) lines.labelled("printed", prints.join("\n"));
    if (!ok && fail !== undefined) lines.fail(fail);
    else if (text !== undefined && !(text === "nil" && prints.length > 0))
      lines.labelled("value", text);
  },
  "turn-end": (lines, { fail }) => {
    // The failure of a program was shown when the program ended. Other failures of a turn are an
    // answer that was refused, or one without a program.
    if (fail !== undefined && !lines.isFailShown) lines.fail(fail);
  },
};

/** The place of a mission below another one. */
export interface PlaceBelow {
  /** How many missions stand above it. */
  readonly depth: number;
  /** Tells it apart from missions that run at the same time; fit to be shown. */
  readonly label: string;
}

/** A tool call that is going on. */
interface OpenCall {
  readonly name: string;
  readonly text: string;
  readonly time: number;
}

export class MissionLines {
  readonly style: Style;
  /** The tool calls that are going on, by span. */
  readonly calls = new Map<string, OpenCall>();
  readonly isBelow: boolean;
  requestTokens = 0;
  /** Whether the failure of this turn has been shown. */
  isFailShown = false;
  private readonly print: (line: string) => void;
  /** What stands in front of every line of a mission below another one. */
  private readonly prefix: string;

  /** `print` writes one line, whose only control characters are those of `style`. */
  constructor(style: Style, print: (line: string) => void, below?: PlaceBelow) {
    this.style = style;
    this.print = print;
    this.isBelow = below !== undefined;
    this.prefix =
      below === undefined
        ? ""
        : `${"    ".repeat(Math.min(below.depth, mostIndented))}${style("dim", `${below.label} |`)} `;
  }

  show(event: TraceEvent): void {
    // The type of an event and its data belong together, which the compiler cannot follow here.
    const handler = handlers[event.type] as Handler<typeof event.type> | undefined;
    handler?.(this, event.data, event);
  }

  line(text: string): void {
    this.print(`${this.prefix}${text}`);
  }

  /** Prints the lines of a text from outside, indented. */
  block(
    text: string,
    bounds: { readonly lines: number; readonly columns: number; readonly style?: StyleName },
  ): void {
    const lines = visibleText(text).split("\n");
    for (const line of lines.slice(0, bounds.lines)) {
      const shown = shortened(line, bounds.columns);
      this.line(`    ${bounds.style === undefined ? shown : this.style(bounds.style, shown)}`);
    }
    if (lines.length > bounds.lines)
      this.line(this.style("dim", `    … ${countText(lines.length - bounds.lines, "more line")}`));
  }

  labelled(label: string, text: string): void {
    this.line(this.style("dim", `  ${label}`));
    this.block(text, { lines: shownPrintLines, columns: shownColumns });
  }

  /** `message` comes from outside, `title` is fit to be shown. */
  error(title: string, message: string): void {
    this.line(`  ${this.style("red", title)}: ${oneLine(message, shownColumns)}`);
  }

  fail(fail: Fail): void {
    this.line(this.style("red", `  ${oneLine(fail.details?.kind ?? fail.reason, shownName)}`));
    this.block(renderFail(fail), { lines: shownPrintLines, columns: shownColumns });
    this.isFailShown = true;
  }
}

function shortened(text: string, maximum: number): string {
  return text.length > maximum ? `${text.slice(0, maximum)}…` : text;
}

/** The first line that says something. */
function firstLine(prompt: string): string {
  return /\S.*/.exec(prompt)?.[0] ?? "";
}
