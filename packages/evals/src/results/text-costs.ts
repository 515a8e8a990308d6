// Attributes failed turns to texts: the error message that the model had to repair, the tool whose
// call failed, and the part of the prompt that explains what went wrong.
//
//   a failed turn ─▶ its fail ─▶ error message + prompt part (+ tool, if a call caused it)

import { shortened } from "@ptc/core/internal/printing";
import type { Fail } from "@ptc/core/contracts";
import { failOf, isFailed, nameOfSpan, walkSpans } from "@ptc/tracer/internal";
import type { TraceSpan } from "@ptc/tracer";
import type { TextCost } from "./eval-result.ts";

const longestText = 160;
/** The most texts of one run. */
const mostTexts = 30;

/** The parts of the prompt, by the reason or the kind of a fail that they should prevent. */
const promptParts: ReadonlyMap<string, string> = new Map([
  ["parse_error", "language: syntax"],
  ["unbound_var", "language: available functions"],
  ["arity_error", "language: available functions"],
  ["analysis_error", "language: rules before a run"],
  ["eval_error", "language: values and types"],
  ["validation_error", "signature of the answer"],
  ["no_code_found", "form of a response"],
  ["multiple_code_blocks", "form of a response"],
  ["tool_not_found", "list of tools"],
  ["tool_error", "list of tools"],
  ["tool_calls_exceeded", "list of tools"],
  ["output_exceeded", "limits"],
  ["step_limit_exceeded", "limits"],
  ["memory_exceeded", "limits"],
  ["depth_exceeded", "limits"],
  ["timeout", "limits"],
]);

/** Returns the texts that cost turns in a run, those with the most turns first. */
export function textCostsOf(roots: readonly TraceSpan[]): readonly TextCost[] {
  const costs = new Map<string, TextCost>();
  const add = (kind: TextCost["kind"], text: string): void => {
    const key = `${kind} ${text}`;
    const turns = (costs.get(key)?.turns ?? 0) + 1;
    if (costs.has(key) || costs.size < mostTexts) costs.set(key, { kind, text, turns });
  };
  /** Turns whose failed native call was counted. */
  const counted = new Set<TraceSpan>();
  for (const { span, turn } of walkSpans(roots)) {
    if (span.name === "turn" && isFailed(span)) {
      const fail = failOf(span);
      if (fail === undefined) continue;
      add("error", errorText(fail));
      add("prompt", partOf(fail));
      const tool = toolOf(span, fail);
      if (tool !== undefined) add("tool", tool);
    } else if (turn !== undefined && !counted.has(turn) && isFailedNativeCall(span)) {
      // A native call fails without its turn, but its error costs the turn.
      counted.add(turn);
      const { end } = span;
      const message = end?.type === "tool-call-end" ? (end.data.error ?? "") : "";
      add("error", errorText({ reason: "tool_error", message }));
      add("tool", nameOfSpan(span) ?? "");
    }
  }
  return [...costs.values()].sort((left, right) => right.turns - left.turns);
}

/** Returns a message without the parts that differ between runs: numbers and quoted texts. */
function errorText({ reason, message, details }: Fail): string {
  const [line = ""] = shortened(message, 2_000).trimStart().split("\n", 1);
  const general = line
    .replace(/"[^"]*"/g, '"…"')
    .replace(/`[^`]*`/g, "`…`")
    .replace(/\d+(?:[.,]\d+)*/g, "…");
  return shortened(`${details?.kind ?? reason}: ${general}`, longestText);
}

function partOf({ reason, details }: Fail): string {
  const { kind = "" } = details ?? {};
  return promptParts.get(kind) ?? promptParts.get(reason) ?? "task";
}

/** Returns the tool whose call failed the program: the last failed call of the turn. */
function toolOf(turn: TraceSpan, fail: Fail): string | undefined {
  const named = /\btool\/([\w.-]{1,100})/.exec(shortened(fail.message, 2_000))?.[1];
  if (named !== undefined) return named;
  if (fail.reason !== "tool_error" && fail.reason !== "tool_not_found") return undefined;
  for (const { span } of walkSpans([turn]))
    if (span.name === "tool-call" && isFailed(span)) return nameOfSpan(span);
  return fail.op === undefined ? undefined : shortened(fail.op, 100);
}

function isFailedNativeCall(span: TraceSpan): boolean {
  const { end } = span;
  return end?.type === "tool-call-end" && end.data.layer === "native" && !end.data.ok;
}
