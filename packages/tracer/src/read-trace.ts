// Reads a trace file, which may be cut off by an interrupted run, damaged, or made by someone else.
// Everything readable is read, and the rest is reported with its line. Takes time proportional to
// the file. A line with a problem takes many times as long as its text, so reading stops after
// 1,000 of them.

import type { TraceEvent } from "@ptc/core/contracts";
import { WorkLimitError, workBudget } from "@ptc/core/values";
import { eventDataSchemas, eventEnvelope, type EventEnvelope } from "./event-schemas.ts";
import { traceFormat, traceVersion } from "./trace-format.ts";
import { TraceValueError, readTraceValue } from "./read-trace-value.ts";

/** `line` counts from 1. */
export interface TraceProblem {
  readonly line: number;
  readonly message: string;
}

/** The result of `readTrace`. */
export interface TraceReading {
  readonly events: readonly TraceEvent[];
  /**
   * The number of the last line if it is incomplete, because the run was interrupted while writing
   * it.
   */
  readonly cutLine: number | undefined;
  /**
   * The first hundred problems: lines that aren't events, and a missing or unknown header. If
   * reading stopped, the last one says so.
   */
  readonly problems: readonly TraceProblem[];
  /** The number of all problems in the lines that were read, at most 1,000. */
  readonly problemCount: number;
  /** The first line that wasn't read, because the lines before it have 1,000 problems. */
  readonly unreadFromLine: number | undefined;
}

const maximumListed = 100;
const maximumProblems = 1_000;
/**
 * The maximum number of digits of large integers in one file. Reading them takes a second or two.
 */
const maximumDigits = 20_000_000;

/**
 * Reads the text of a trace file. Lines may end in CRLF. Skips empty lines and the headers of
 * appended runs. Never throws.
 */
export function readTrace(text: string): TraceReading {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const rest = lines.pop() ?? "";
  const reader = new TraceReader();
  const events = reader.add(lines);
  const { event, ...others } = reader.end(rest);
  return { events: event === undefined ? events : [...events, event], ...others };
}

/** The result of a reader besides events. */
export interface TraceReaderEnd extends Omit<TraceReading, "events"> {
  /** The event of a last line without a line feed. */
  readonly event: TraceEvent | undefined;
}

/** Reads the lines of a trace in parts. */
export class TraceReader {
  private readonly readLine = lineReader();
  private readonly problems: TraceProblem[] = [];
  private problemCount = 0;
  private lineCount = 0;
  private isFirst = true;
  private unreadFromLine: number | undefined = undefined;

  /** Reads complete lines, without their line feeds. Returns their events. */
  add(lines: Iterable<string>): TraceEvent[] {
    const events: TraceEvent[] = [];
    for (const line of lines) {
      this.lineCount += 1;
      if (line.trim() === "") continue;
      if (this.problemCount >= maximumProblems) {
        this.unreadFromLine ??= this.lineCount;
        break;
      }
      const result = this.readLine(line);
      const problems = this.problemsOf(result, this.lineCount);
      this.isFirst = false;
      this.problemCount += problems.length;
      this.problems.push(...problems.slice(0, maximumListed - this.problems.length));
      if (result.kind === "event") events.push(result.event);
    }
    return events;
  }

  /**
   * Returns the problems of all lines. `rest` is the text after the last line feed: more lines,
   * which begin with it, may be added afterwards.
   */
  end(rest: string): TraceReaderEnd {
    const line = this.lineCount + 1;
    const isBlank = rest.trim() === "";
    const isUnread = !isBlank && this.problemCount >= maximumProblems;
    const unreadFromLine = this.unreadFromLine ?? (isUnread ? line : undefined);
    const result = isBlank || unreadFromLine !== undefined ? undefined : this.readLine(rest);
    // A complete line ends in a line feed, so only the last line can be cut off.
    const isCut = result?.kind === "not-json";
    const problems = result === undefined || isCut ? [] : this.problemsOf(result, line);
    return {
      event: result?.kind === "event" ? result.event : undefined,
      cutLine: isCut ? line : undefined,
      problems: [
        ...[...this.problems, ...problems].slice(0, maximumListed),
        ...(unreadFromLine === undefined ? [] : [unreadProblem(unreadFromLine)]),
      ],
      problemCount: this.problemCount + problems.length,
      unreadFromLine,
    };
  }

  private problemsOf(result: LineResult, line: number): readonly TraceProblem[] {
    const isHeaderMissing = this.isFirst && (result.kind === "event" || result.kind === "problem");
    return [
      ...(isHeaderMissing
        ? [{ line, message: "the file does not begin with a trace header" }]
        : []),
      ...("message" in result ? [{ line, message: result.message }] : []),
    ];
  }
}

function unreadProblem(line: number): TraceProblem {
  const message = `this line and those after it were not read, because the file has ${String(maximumProblems)} problems: check that it is a trace`;
  return { line, message };
}

type LineResult =
  | { readonly kind: "header" }
  | { readonly kind: "event"; readonly event: TraceEvent }
  | { readonly kind: "not-json" | "problem"; readonly message: string };

/** Returns a reader of lines, which creates the schemas once for a whole file. */
function lineReader(): (line: string) => LineResult {
  const envelope = eventEnvelope();
  const dataSchemas: Readonly<
    Record<string, ReturnType<typeof eventDataSchemas>[TraceEvent["type"]]>
  > = eventDataSchemas();
  const meter = workBudget("reading the integers of a trace", maximumDigits);
  return (line) => {
    const json = parseJson(line);
    if (json === undefined) return { kind: "not-json", message: "not JSON" };
    if (isHeader(json))
      return json.version === traceVersion
        ? { kind: "header" }
        : problem(`this release reads version ${String(traceVersion)} of the format`);
    let decoded: unknown;
    try {
      decoded = readTraceValue(json, meter);
    } catch (error) {
      const isKnown = error instanceof TraceValueError || error instanceof WorkLimitError;
      return problem(isKnown ? error.message : "nested too deep");
    }
    if (isDelta(decoded))
      return problem(
        "a piece of an answer (model-delta), which traces don't contain: write the events of `onEvent` or `trace` instead of those of `runEvents`",
      );
    const event = envelope.safeParse(decoded);
    if (!event.success) return problem(issueText(event.error.issues[0], ""));
    const schema = Object.hasOwn(dataSchemas, event.data.type)
      ? dataSchemas[event.data.type]
      : undefined;
    if (schema === undefined) return problem("an event of an unknown type");
    const data = schema.safeParse(event.data.data);
    return data.success
      ? { kind: "event", event: asEvent(decoded as EventEnvelope) }
      : problem(issueText(data.error.issues[0], "data."));
  };
}

/**
 * Both schemas have accepted the event, but the compiler can't prove that its type matches its
 * data.
 */
function asEvent(envelope: EventEnvelope): TraceEvent {
  return envelope as unknown as TraceEvent;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isHeader(json: unknown): json is { readonly version?: unknown } {
  return (
    typeof json === "object" &&
    json !== null &&
    Object.hasOwn(json, "format") &&
    (json as { readonly format: unknown }).format === traceFormat
  );
}

/** True for an event that only `runEvents` has, in its present or earlier form. */
function isDelta(event: unknown): boolean {
  return (
    typeof event === "object" &&
    event !== null &&
    Object.hasOwn(event, "type") &&
    (event as { readonly type: unknown }).type === "model-delta"
  );
}

function problem(message: string): LineResult {
  return { kind: "problem", message };
}

/**
 * Returns the location of an issue and the expectation there. Doesn't show the value, because it
 * may be anything.
 */
function issueText(
  issue:
    | { readonly path: readonly PropertyKey[]; readonly code?: string; readonly expected?: unknown }
    | undefined,
  prefix: string,
): string {
  if (issue === undefined) return "not an event";
  const expected =
    typeof issue.expected === "string" ? `expected ${issue.expected}` : "not a valid value here";
  return issue.path.length === 0
    ? `not an event: ${expected}`
    : `${prefix}${issue.path.map(String).join(".")}: ${expected}`;
}
