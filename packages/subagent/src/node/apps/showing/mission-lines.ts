// The lines for the events of one mission: turns, programs, tool calls with their results, prints
// and errors. Models and tools wrote the shown text, so it is escaped and shortened. Values that
// the mission's firewall remembers are hidden in it.

import { shortened } from "@ptc/core/internal/printing";
import { oneLine } from "@ptc/core/internal/errors";
import { visibleText } from "@ptc/core/printing";
import {
  eventFirewall,
  type Fail,
  type TraceEvent,
  type TraceEventData,
  type TraceEventType,
  type TraceFirewall,
} from "@ptc/core/contracts";
import { estimateTokens } from "@ptc/llm/adapter";
import { renderFail } from "@ptc/lisp";
import {
  argumentsText,
  bytesText,
  countText,
  dataSize,
  groupedNumber,
} from "@ptc/core/internal/json";
import { readableProgram } from "../../../description/index.ts";
import type { Style, StyleName } from "./style.ts";

const shownProgramLines = { outermost: 60, child: 12 };
const shownPrintLines = 12;
const shownColumns = 160;
const shownProgramColumns = 1_000;
const shownName = 60;
const shownPrompt = 100;
/** The deepest level that is indented. */
const mostIndented = 8;

type Handler<Type extends TraceEventType> = (
  lines: MissionLines,
  data: TraceEventData[Type],
  event: { readonly spanId: string; readonly time: number },
) => void;

/** The lines of each type of event. Other types have none. */
const handlers: { readonly [Type in TraceEventType]?: Handler<Type> } = {
  "mission-start": (lines, { prompt }) => {
    if (lines.isChild) lines.line(lines.style("bold", oneLine(firstLine(prompt), shownPrompt)));
  },
  "turn-start": (lines, { turn, turnsLeft }) => {
    lines.isFailShown = false;
    // A child mission starts with its first turn and often has no other.
    if (lines.isChild && turn === 1) return;
    if (!lines.isChild) lines.line("");
    lines.line(
      lines.style(
        "bold",
        `Turn ${groupedNumber(turn)} of at most ${groupedNumber(turn + turnsLeft)}`,
      ),
    );
  },
  "compaction-end": (lines, { droppedTurns, estimatedTokens, error }) => {
    lines.line(
      lines.style(
        "dim",
        `  ${countText(droppedTurns, "turn")} dropped; the conversation now has about ${groupedNumber(estimatedTokens)} tokens`,
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
          `  the model read about ${groupedNumber(lines.requestTokens)} tokens and answered with about ${groupedNumber(estimateTokens(text))}`,
        ),
      );
    else {
      lines.error("the model failed", error);
      lines.isFailShown = true;
    }
  },
  "program-start": (lines, { source }) => {
    const { text, isLaidOut } = readableProgram(source);
    if (isLaidOut) lines.line(lines.style("dim", "  reformatted from one line"));
    lines.block(text, {
      lines: lines.isChild ? shownProgramLines.child : shownProgramLines.outermost,
      columns: shownProgramColumns,
      style: "cyan",
    });
  },
  "tool-call-start": (lines, { name, args }, { spanId, time }) => {
    lines.calls.set(spanId, {
      name,
      text: `tool/${oneLine(name, shownName)} ${lines.hidden(argumentsText(args, lines.mask))}`,
      time,
    });
  },
  "tool-call-end": (lines, { name, ok, result, error = "" }, { spanId, time }) => {
    const call = lines.calls.get(spanId);
    lines.calls.delete(spanId);
    // Of a resumed run, the call may have begun in an earlier process.
    const shown = call?.text ?? `tool/${oneLine(name, shownName)}`;
    const took = `${groupedNumber(Math.max(0, time - (call?.time ?? time)))} ms`;
    if (!ok) {
      lines.error(`${shown} failed after ${took}`, error);
      return;
    }
    const { outline, bytes } = dataSize(result);
    lines.line(
      `  ${shown} ${lines.style("yellow", `-> ${oneLine(outline, shownColumns)}${bytes === undefined ? "" : `, ${bytesText(bytes)}`}, ${took}`)}`,
    );
  },
  "approval-requested": (lines, { tool, reason, arguments: args }) => {
    const why = reason === "approval" ? "an approval" : oneLine(lines.hidden(reason), shownPrompt);
    lines.line(
      `  ${lines.style("yellow", `waits for ${why}`)}: tool/${oneLine(tool, shownName)} ${lines.hidden(argumentsText(args, lines.mask))}`,
    );
  },
  "approval-decided": (lines, { tool, decision, message = "", arguments: edited }) => {
    const detail =
      edited === undefined
        ? oneLine(lines.hidden(message), shownColumns)
        : lines.hidden(argumentsText(edited, lines.mask));
    lines.line(
      `  ${lines.style("yellow", decision)}: tool/${oneLine(tool, shownName)}${detail === "" ? "" : ` ${detail}`}`,
    );
  },
  "run-paused": (lines, { pending }) => {
    lines.line(lines.style("bold", `  paused: ${countText(pending.length, "call")} to decide`));
  },
  "run-resumed": (lines, { decided }) => {
    lines.line(lines.style("bold", `  resumed with ${countText(decided.length, "decision")}`));
  },
  "program-end": (lines, { ok, text, fail, prints, warnings = [] }) => {
    for (const warning of warnings) lines.error("warning", warning);
    if (prints.length > 0) lines.labeled("printed", prints.join("\n"));
    if (!ok && fail !== undefined) lines.fail(fail);
    else if (text !== undefined && !(text === "nil" && prints.length > 0))
      lines.labeled("value", text);
  },
  "turn-end": (lines, { fail }) => {
    // The end of the program showed its failure. Other failures of a turn are a rejected answer, or
    // an answer without a program.
    if (fail !== undefined && !lines.isFailShown) lines.fail(fail);
  },
};

/** The position of a child mission. */
export interface ChildPosition {
  /** The number of missions above it. */
  readonly depth: number;
  /** Distinguishes it from other running missions. It has no control characters. */
  readonly label: string;
}

/** The options of the lines of a mission. */
export interface MissionLinesOptions {
  readonly style: Style;
  /** Prints one line. Its only control characters are those of `style`. */
  readonly print: (line: string) => void;
  /** Hides the values of firewalled fields in the arguments of calls. */
  readonly mask: (json: unknown) => unknown;
}

/** A running tool call. */
interface OpenCall {
  readonly name: string;
  readonly text: string;
  readonly time: number;
}

export class MissionLines {
  readonly style: Style;
  /** Running tool calls, by span. */
  readonly calls = new Map<string, OpenCall>();
  readonly isChild: boolean;
  requestTokens = 0;
  /** True once the failure of this turn has been shown. */
  isFailShown = false;
  readonly mask: (json: unknown) => unknown;
  private readonly print: (line: string) => void;
  private firewall: TraceFirewall | undefined = undefined;
  /** The start of every line of a child mission. */
  private readonly prefix: string;

  constructor({ style, print, mask }: MissionLinesOptions, child?: ChildPosition) {
    this.style = style;
    this.print = print;
    this.mask = mask;
    this.isChild = child !== undefined;
    this.prefix =
      child === undefined
        ? ""
        : `${"    ".repeat(Math.min(child.depth, mostIndented))}${style("dim", `${child.label} |`)} `;
  }

  show(event: TraceEvent): void {
    // The compiler can't relate the type of an event to its data here.
    const handler = handlers[event.type] as Handler<typeof event.type> | undefined;
    this.firewall = event[eventFirewall];
    handler?.(this, event.data, event);
  }

  /** Returns a text without the values that the mission's firewall remembers. */
  hidden(text: string): string {
    return this.firewall?.maskValues(text) ?? text;
  }

  line(text: string): void {
    this.print(`${this.prefix}${text}`);
  }

  /** Prints the lines of an untrusted text, indented. */
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

  labeled(label: string, text: string): void {
    this.line(this.style("dim", `  ${label}`));
    this.block(this.hidden(text), { lines: shownPrintLines, columns: shownColumns });
  }

  /** `message` is untrusted. `title` has no control characters. */
  error(title: string, message: string): void {
    this.line(`  ${this.style("red", title)}: ${oneLine(this.hidden(message), shownColumns)}`);
  }

  fail(fail: Fail): void {
    this.line(
      this.style("red", `  ${oneLine(this.hidden(fail.details?.kind ?? fail.reason), shownName)}`),
    );
    this.block(this.hidden(renderFail(fail)), { lines: shownPrintLines, columns: shownColumns });
    this.isFailShown = true;
  }
}

/** Returns the first line that isn't blank. */
function firstLine(prompt: string): string {
  return /\S.*/.exec(prompt)?.[0] ?? "";
}
