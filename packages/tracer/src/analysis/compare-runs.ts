// Compares two runs part by part, in the order in which their parts happened, and finds the first
// difference. Times, ids and costs are not compared.

import { hostJson } from "@ptc/core/internal/json";
import { shortened } from "@ptc/core/internal/printing";
import { workBudget } from "@ptc/core/values";
import type { TraceSpan } from "../trace-tree.ts";
import type { TracedRun } from "./run-summary.ts";
import { failOf, nameOfSpan, turnNumber } from "./span-parts.ts";

/** The part of a run that differs. `kind` means that other work followed, or none. */
export type RunPart =
  | "kind"
  | "prompt"
  | "signature"
  | "tools"
  | "model"
  | "messages"
  | "response"
  | "program"
  | "prints"
  | "value"
  | "tool"
  | "arguments"
  | "result"
  | "error"
  | "answer"
  | "failure";

/** One side of a difference. */
export interface ComparedPart {
  /** The text around the first difference, at most 400 characters. */
  readonly text: string;
  readonly span: TraceSpan;
}

/** The first difference of two runs. A side is absent if that run had ended. */
export interface RunDifference {
  readonly part: RunPart;
  /** The agent of the mission that contains it. */
  readonly agent?: string;
  readonly turn?: number;
  /** The tool, if the difference is about a call. */
  readonly tool?: string;
  readonly left?: ComparedPart;
  readonly right?: ComparedPart;
}

/** The result of `compareRuns`. */
export interface RunComparison {
  /** The number of equal parts before the difference, or all. */
  readonly equalParts: number;
  /** Absent if the runs are equal. */
  readonly difference?: RunDifference;
}

/** Larger values are compared by a part of their text. */
const comparedWork = 2_000_000;
const shownText = 400;
/** The characters that are shown before a difference. */
const shownBefore = 80;

/**
 * Compares two runs: prompts, messages, responses, programs, calls with arguments and results,
 * prints, values and answers. Parallel calls are compared in the order of their addresses. Needs
 * whole events, not those that `keep` of `readTraceFiles` reduced.
 */
export function compareRuns(
  left: Pick<TracedRun, "roots">,
  right: Pick<TracedRun, "roots">,
): RunComparison {
  const [lefts, rights] = [partsOf(left.roots), partsOf(right.roots)];
  let equalParts = 0;
  for (;;) {
    const [own, other] = [lefts.next(), rights.next()];
    if (own.done === true || other.done === true) {
      if (own.done === true && other.done === true) return { equalParts };
      const one = own.done === true ? other : own;
      if (one.done === true) return { equalParts };
      const side = { text: describe(one.value), span: one.value.span };
      const sides = own.done === true ? { right: side } : { left: side };
      return { equalParts, difference: { ...positionOf(one.value), part: "kind", ...sides } };
    }
    const difference = differenceOf(own.value, other.value);
    if (difference !== undefined) return { equalParts, difference };
    equalParts += 1;
  }
}

interface Part {
  readonly span: TraceSpan;
  readonly part: RunPart;
  readonly text: string;
  readonly agent: string | undefined;
  readonly turn: number | undefined;
}

function differenceOf(left: Part, right: Part): RunDifference | undefined {
  const isSamePart = left.part === right.part && left.span.name === right.span.name;
  if (isSamePart && left.text === right.text) return undefined;
  if (!isSamePart) {
    // The same work ended differently, such as a call that failed in one run.
    const isSameWork = left.span.name === right.span.name;
    const sideOf = (part: Part): ComparedPart => ({
      text: isSameWork ? excerpt(`${part.part}: ${part.text}`, 0) : describe(part),
      span: part.span,
    });
    return { ...positionOf(left), part: "kind", left: sideOf(left), right: sideOf(right) };
  }
  const start = firstDifference(left.text, right.text);
  return {
    ...positionOf(left),
    part: left.part,
    left: { text: excerpt(left.text, start), span: left.span },
    right: { text: excerpt(right.text, start), span: right.span },
  };
}

function positionOf({ span, agent, turn }: Part): Pick<RunDifference, "agent" | "turn" | "tool"> {
  const tool = span.name === "tool-call" ? nameOfSpan(span) : undefined;
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(turn === undefined ? {} : { turn }),
    ...(tool === undefined ? {} : { tool }),
  };
}

function describe({ span, part }: Part): string {
  const name = nameOfSpan(span);
  return `${span.name.replaceAll("-", " ")}${name === undefined ? "" : ` ${name}`}: ${part}`;
}

function firstDifference(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  return index;
}

function excerpt(text: string, start: number): string {
  const from = Math.max(0, start - shownBefore);
  return `${from > 0 ? "…" : ""}${shortened(text.slice(from, from + 2 * shownText), shownText)}`;
}

interface Step {
  readonly span: TraceSpan;
  readonly isEnd: boolean;
  readonly agent: string | undefined;
  readonly turn: number | undefined;
}

/** Yields the start of a span, the parts inside it, and its end. */
function* partsOf(roots: readonly TraceSpan[]): Generator<Part> {
  const rest: Step[] = [];
  const push = (spans: readonly TraceSpan[], above: Omit<Step, "span" | "isEnd">): void => {
    for (const span of inOrder(spans).toReversed()) rest.push({ span, isEnd: false, ...above });
  };
  push(roots, { agent: undefined, turn: undefined });
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    const { span, isEnd } = step;
    const isMission = span.name === "mission";
    const agent = isMission ? nameOfSpan(span) : step.agent;
    const turn = turnNumber(span) ?? (isMission ? undefined : step.turn);
    for (const [part, value] of isEnd ? endOf(span) : startOf(span))
      if (value !== undefined) yield { span, part, text: textOf(value), agent, turn };
    if (isEnd) continue;
    rest.push({ ...step, isEnd: true });
    push(span.children, { agent, turn });
  }
}

type Fields = readonly (readonly [RunPart, unknown])[];

function startOf({ start }: TraceSpan): Fields {
  switch (start?.type) {
    case "mission-start": {
      const { prompt, signature, tools } = start.data;
      return [
        ["prompt", prompt],
        ["signature", signature],
        ["tools", tools],
      ];
    }
    case "model-request-start":
      return [
        ["model", start.data.model],
        ["messages", start.data.messages.map(({ role, content }) => `${role}: ${content}`)],
      ];
    case "program-start":
      return [["program", start.data.source]];
    case "tool-call-start":
      return [
        ["tool", start.data.name],
        ["arguments", start.data.args],
      ];
    default:
      return [];
  }
}

function endOf(span: TraceSpan): Fields {
  const { end } = span;
  const fail = failOf(span);
  const failure = fail === undefined ? undefined : `${fail.reason}: ${fail.message}`;
  switch (end?.type) {
    case "mission-end":
      return [
        ["answer", end.data.return],
        ["failure", failure],
      ];
    case "model-request-end":
      return [
        ["response", end.data.text],
        ["error", end.data.error],
      ];
    case "program-end":
      return [
        ["prints", end.data.prints.length === 0 ? undefined : end.data.prints],
        ["value", end.data.text],
        ["failure", failure],
      ];
    case "tool-call-end":
      return [
        ["result", end.data.result],
        ["error", end.data.error],
      ];
    default:
      return [];
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(hostJson(value, workBudget("comparing runs", comparedWork)));
  } catch {
    // Too large or not JSON; the other side has the same text.
    return "…";
  }
}

/**
 * Returns siblings in an order that doesn't depend on time: calls by their addresses. Others keep
 * their order.
 */
function inOrder(spans: readonly TraceSpan[]): readonly TraceSpan[] {
  if (!spans.every(({ start }) => start?.type === "tool-call-start")) return spans;
  return spans
    .map((span) => ({ span, address: addressOf(span) }))
    .sort((left, right) => compareAddresses(left.address, right.address))
    .map(({ span }) => span);
}

/** Returns the numbers of an address without its run, such as `[2, 0, 13, 0]` for `2/0.13/0`. */
function addressOf({ start }: TraceSpan): readonly number[] {
  const address = start?.type === "tool-call-start" ? shortened(start.data.address, 500) : "";
  return address
    .slice(address.indexOf("/") + 1)
    .split(/\D+/)
    .map(Number);
}

function compareAddresses(left: readonly number[], right: readonly number[]): number {
  for (const [index, number] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return left.length - right.length;
}
