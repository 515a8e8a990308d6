// Shows a mission while it runs: turns, programs, tool calls with what they returned, prints,
// errors. It is a sink for trace events. What it shows was written by a model or a tool, so all of
// it is escaped and shortened.

import { oneLine } from "@ptc/core/errors";
import { visibleText } from "@ptc/core/printing";
import { workBudget } from "@ptc/core/values";
import type {
  Fail,
  TraceEvent,
  TraceEventData,
  TraceEventType,
  TraceSink,
} from "@ptc/core/contracts";
import { estimateTokens } from "@ptc/llm";
import { renderFail } from "@ptc/lisp";
import type { Style, StyleName } from "../terminal/style.ts";
import { hostJson } from "../values/host-json.ts";
import { bytesText, countText, dataSize, numberText } from "./data-size.ts";

const shownProgramLines = 60;
const shownPrintLines = 12;
const shownColumns = 160;
const shownProgramColumns = 1_000;
const shownArguments = 100;
const shownName = 60;
/** The work that showing the arguments of one call may make. */
const argumentsWork = 20_000;

type Handler<Type extends TraceEventType> = (
  progress: Progress,
  data: TraceEventData[Type],
  event: { readonly spanId: string; readonly time: number },
) => void;

/** What is shown for each type of event; nothing for the types that are missing. */
const handlers: { readonly [Type in TraceEventType]?: Handler<Type> } = {
  "turn-start": (progress, { turn, turnsLeft }) => {
    progress.isFailShown = false;
    progress.line("");
    progress.line(
      progress.style("bold", `Turn ${numberText(turn)} of at most ${numberText(turn + turnsLeft)}`),
    );
  },
  "model-request-start": (progress, { messages }) => {
    progress.requestTokens = messages.reduce(
      (sum, { content }) => sum + estimateTokens(content),
      0,
    );
  },
  "model-request-end": (progress, { ok, text = "", error = "" }) => {
    if (ok)
      progress.line(
        progress.style(
          "dim",
          `  the model saw about ${numberText(progress.requestTokens)} tokens and answered with about ${numberText(estimateTokens(text))}`,
        ),
      );
    else {
      progress.error("the model failed", error);
      progress.isFailShown = true;
    }
  },
  "program-start": (progress, { source }) => {
    progress.block(source, {
      lines: shownProgramLines,
      columns: shownProgramColumns,
      style: "cyan",
    });
  },
  "tool-call-start": (progress, { name, args }, { spanId, time }) => {
    progress.calls.set(spanId, {
      text: `tool/${oneLine(name, shownName)} ${jsonText(args)}`,
      time,
    });
  },
  "tool-call-end": (progress, { ok, result, error = "" }, { spanId, time }) => {
    const call = progress.calls.get(spanId);
    progress.calls.delete(spanId);
    const took = `${numberText(Math.max(0, time - (call?.time ?? time)))} ms`;
    if (!ok) {
      progress.error(`${call?.text ?? "tool"} failed after ${took}`, error);
      return;
    }
    const { outline, bytes } = dataSize(result);
    progress.line(
      `  ${call?.text ?? "tool"} ${progress.style("yellow", `-> ${oneLine(outline, shownColumns)}${bytes === undefined ? "" : `, ${bytesText(bytes)}`}, ${took}`)}`,
    );
  },
  "program-end": (progress, { ok, text, fail, prints }) => {
    if (prints.length > 0) progress.labelled("printed", prints.join("\n"));
    if (!ok && fail !== undefined) progress.fail(fail);
    else if (text !== undefined && !(text === "nil" && prints.length > 0))
      progress.labelled("value", text);
  },
  "turn-end": (progress, { fail }) => {
    // The failure of a program was shown when the program ended. Other failures of a turn are an
    // answer that was refused, or one without a program.
    if (fail !== undefined && !progress.isFailShown) progress.fail(fail);
  },
};

export class Progress implements TraceSink {
  readonly style: Style;
  /** The tool calls that are going on, by span. */
  readonly calls = new Map<string, { readonly text: string; readonly time: number }>();
  requestTokens = 0;
  /** Whether the failure of this turn has been shown. */
  isFailShown = false;
  private readonly print: (line: string) => void;

  /** `print` writes one line, whose only control characters are those of `style`. */
  constructor(style: Style, print: (line: string) => void) {
    this.style = style;
    this.print = print;
  }

  emit(event: TraceEvent): void {
    // The type of an event and its data belong together, which the compiler cannot follow here.
    const handler = handlers[event.type] as Handler<typeof event.type> | undefined;
    handler?.(this, event.data, event);
  }

  line(text: string): void {
    this.print(text);
  }

  /** Prints the lines of a text from outside, indented. */
  block(
    text: string,
    bounds: { readonly lines: number; readonly columns: number; readonly style?: StyleName },
  ): void {
    const lines = visibleText(text).split("\n");
    for (const line of lines.slice(0, bounds.lines)) {
      const shown = shortened(line, bounds.columns);
      this.print(`    ${bounds.style === undefined ? shown : this.style(bounds.style, shown)}`);
    }
    if (lines.length > bounds.lines)
      this.print(this.style("dim", `    … ${countText(lines.length - bounds.lines, "more line")}`));
  }

  labelled(label: string, text: string): void {
    this.print(this.style("dim", `  ${label}`));
    this.block(text, { lines: shownPrintLines, columns: shownColumns });
  }

  /** `message` comes from outside, `title` is fit to be shown. */
  error(title: string, message: string): void {
    this.print(`  ${this.style("red", title)}: ${oneLine(message, shownColumns)}`);
  }

  fail(fail: Fail): void {
    this.print(this.style("red", `  ${oneLine(fail.details?.kind ?? fail.reason, shownName)}`));
    this.block(renderFail(fail), { lines: shownPrintLines, columns: shownColumns });
    this.isFailShown = true;
  }
}

function shortened(text: string, maximum: number): string {
  return text.length > maximum ? `${text.slice(0, maximum)}…` : text;
}

/** The beginning of the arguments of a call; `…` for what cannot be written, or is too large. */
function jsonText(value: unknown): string {
  try {
    const json = hostJson(value, workBudget("showing arguments", argumentsWork));
    return oneLine(JSON.stringify(json), shownArguments);
  } catch {
    return "…";
  }
}
