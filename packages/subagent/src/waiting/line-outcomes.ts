// The outcomes of recorded effects. A checkpoint may come from strangers, so each is checked before
// it is used.

import type { Json } from "@ptc/core/encoding";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import type { Unreadable } from "../recording/recorded-answers.ts";
import type { EffectOf } from "../recording/recording-lines.ts";
import type { ModelLine, ToolLine } from "./mission-lines.ts";

/** Returns the effect of a line in the form of a recording. @throws EndOfRun */
export function outcomeOf(line: ToolLine, run: Unreadable): EffectOf<"tool">;
export function outcomeOf(line: ModelLine, run: Unreadable): EffectOf<"model">;
export function outcomeOf(
  line: ToolLine | ModelLine,
  run: Unreadable,
): EffectOf<"tool"> | EffectOf<"model"> {
  const { type, at, outcome } = line;
  if (!isObject(outcome) || !hasFields(outcome, outcomeFields) || !isError(type, outcome["error"]))
    throw run.unreadable({ line: 0, effect: { type, at } }, "it has no outcome");
  return line.type === "tool"
    ? { ...outcome, type: "tool", at, name: line.tool }
    : { ...outcome, type: "model", at };
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => value === true;
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);

/** The fields of outcomes that aren't in the tagged encoding, which has its own reader. */
const outcomeFields: Readonly<Record<string, Check>> = {
  unkept: isText,
  files: isTexts,
  isValue: isFlag,
  isObject: isFlag,
};

const toolErrorFields: Readonly<Record<string, Check>> = { message: isText, isLasting: isFlag };

const modelErrorFields: Readonly<Record<string, Check>> = {
  kind: isText,
  message: isText,
  retryable: (value) => typeof value === "boolean",
  retryAfterMs: isNumber,
  status: isNumber,
};

/** Errors of models always have these. */
const neededFields = ["kind", "message", "retryable"] as const;

function isError(type: "tool" | "model", error: unknown): boolean {
  if (error === undefined) return true;
  if (!isObject(error)) return false;
  return type === "tool"
    ? hasFields(error, toolErrorFields)
    : hasFields(error, modelErrorFields) &&
        neededFields.every((name) => Object.hasOwn(error, name));
}

/** True if each of these fields is absent or passes its check. */
function hasFields(given: JsonObject, checks: Readonly<Record<string, Check>>): boolean {
  return Object.entries(checks).every(
    ([name, check]) => given[name] === undefined || check(given[name]),
  );
}

/** True if a time limit ended the effect before its answer. */
export function isUnanswered(outcome: Json): boolean {
  return isObject(outcome) && outcome["unanswered"] === true;
}

/** True if the tool suspended itself. */
export function isSuspended(outcome: Json): boolean {
  return isObject(outcome) && isObject(outcome["suspended"]);
}
