// What a model is told after a turn: the value and prints of its program, what it defined, what went wrong and how to
// go on. Everything observed stands in data envelopes.

import type { Fail } from "@ptc/core/contracts";
import { renderFail, type LispStep } from "@ptc/lisp";
import type { ExtractedProgram } from "../answer/extract-program.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { dataEnvelope } from "./data-envelope.ts";
import { typeOutline } from "./type-outline.ts";

const printsLimit = 4_000;

/** After a program that ran but did not return. */
export function valueFeedback(step: LispStep & { ok: true }, defined: readonly string[], turnsLeft: number): string {
  return joined([
    printsSection(step.prints),
    step.value === null && step.prints.length > 0 ? "" : valueSection(step),
    defined.length === 0 ? "" : `Defined: ${defined.join(", ")}`,
    "The mission is not complete until a program ends with (return value).",
    turnsText(turnsLeft),
  ]);
}

/** After a program that failed, or whose answer does not match the signature. */
export function failFeedback(fail: Fail, prints: readonly string[], turnsLeft: number): string {
  const title = fail.reason === "validation_error" ? "The returned value does not match the signature:" : "The program failed, and nothing it defined was kept:";
  return joined([printsSection(prints), title, dataEnvelope("error", renderFail(fail)), "Write the corrected program.", turnsText(turnsLeft)]);
}

/** After an answer without exactly one program. */
export function noProgramFeedback(extracted: ExtractedProgram & { ok: false }, turnsLeft: number): string {
  const problem = extracted.reason === "no_code_found"
    ? "Your answer holds no program."
    : `Your answer holds ${String(extracted.count)} programs; none was run.`;
  return joined([problem, "Answer with exactly one program in a ```clojure block.", turnsText(turnsLeft)]);
}

function turnsText(turnsLeft: number): string {
  return turnsLeft === 1 ? "This is the last turn: end the program with (return value)." : `${String(turnsLeft)} turns are left.`;
}

function printsSection(prints: readonly string[]): string {
  if (prints.length === 0) return "";
  const text = prints.join("\n");
  return `Printed:\n${dataEnvelope("prints", text.length > printsLimit ? `${text.slice(0, printsLimit)}\n… (${String(text.length - printsLimit)} more characters: print less)` : text)}`;
}

function valueSection(step: LispStep & { ok: true }): string {
  const { text, truncated } = formatFeedback(step.value);
  const title = truncated ? `Value (${typeOutline(step.value)}; shortened)` : "Value";
  return `${title}:\n${dataEnvelope("value", text)}`;
}

function joined(sections: readonly string[]): string {
  return sections.filter((section) => section !== "").join("\n");
}
