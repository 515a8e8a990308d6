// Reads a trace file. The file may be cut off by an interrupted run, damaged, or made by someone
// else: what can be read is read, and what cannot is reported with its line. It takes time in
// proportion to the file.

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

/** What `readTrace` made of the lines of a trace. */
export interface TraceReading {
  readonly events: readonly TraceEvent[];
  /** The last line, when it is not complete: the run was interrupted while it wrote. */
  readonly cutLine: number | undefined;
  /** Lines that are no events, and a missing or unknown header; the first hundred of them. */
  readonly problems: readonly TraceProblem[];
  /** The number of all problems. */
  readonly problemCount: number;
}

const maximumProblems = 100;
/** How many digits of large integers are read in one file. It takes a second or two. */
const maximumDigits = 20_000_000;

/**
 * Reads the text of a trace file. Lines may end in CRLF. Empty lines are skipped, and so are
 * further headers, which stand where a run was appended. Never throws.
 */
export function readTrace(text: string): TraceReading {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const readLine = lineReader();
  const events: TraceEvent[] = [];
  const problems: TraceProblem[] = [];
  let problemCount = 0;
  let cutLine: number | undefined;
  const report = (line: number, message: string): void => {
    problemCount += 1;
    if (problems.length < maximumProblems) problems.push({ line, message });
  };
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const result = readLine(line);
    if (isFirst && (result.kind === "event" || result.kind === "problem"))
      report(index + 1, "the file does not begin with a trace header");
    isFirst = false;
    if (result.kind === "event") events.push(result.event);
    // A complete line ends in a line feed, so only the last line can be one that was cut off.
    else if (result.kind === "not-json" && index === lines.length - 1) cutLine = index + 1;
    else if (result.kind !== "header") report(index + 1, result.message);
  }
  return { events, cutLine, problems, problemCount };
}

type LineResult =
  | { readonly kind: "header" }
  | { readonly kind: "event"; readonly event: TraceEvent }
  | { readonly kind: "not-json" | "problem"; readonly message: string };

/** A reader of lines, which makes the schemas once for a whole file. */
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
 * Both schemas have accepted it. The compiler cannot follow that its type and its data belong
 * together.
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

function problem(message: string): LineResult {
  return { kind: "problem", message };
}

/**
 * The place of an issue and what was expected there. The value is not shown, because it may be
 * anything.
 */
function issueText(
  issue:
    | { readonly path: readonly PropertyKey[]; readonly code?: string; readonly expected?: unknown }
    | undefined,
  prefix: string,
): string {
  if (issue === undefined) return "not an event";
  const expected =
    typeof issue.expected === "string"
      ? `expected ${issue.expected}`
      : "not a value that may stand here";
  return issue.path.length === 0
    ? `not an event: ${expected}`
    : `${prefix}${issue.path.map(String).join(".")}: ${expected}`;
}
