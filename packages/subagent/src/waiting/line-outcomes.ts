// The outcomes of recorded effects. A checkpoint may come from strangers, so each is checked before
// it is used.

import type { Json } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { decodedValue, storableValue } from "@ptc/core/internal/stored";
import { suspend, type Suspension } from "@ptc/lisp";
import type { Unreadable } from "../recording/recorded-answers.ts";
import { effectSchema, type EffectOf } from "../recording/recording-lines.ts";
import type { ModelLine, ToolLine } from "./mission-lines.ts";

/** Returns the effect of a line in the form of a recording. @throws EndOfRun */
export function outcomeOf(line: ToolLine, run: Unreadable): EffectOf<"tool">;
export function outcomeOf(line: ModelLine, run: Unreadable): EffectOf<"model">;
export function outcomeOf(
  line: ToolLine | ModelLine,
  run: Unreadable,
): EffectOf<"tool"> | EffectOf<"model"> {
  const { type, at, outcome } = line;
  const read = effectSchema.safeParse({
    ...(isObject(outcome) ? outcome : {}),
    type,
    at,
    ...(line.type === "tool" ? { name: line.tool } : {}),
  });
  if (read.success && (read.data.type === "tool" || read.data.type === "model")) return read.data;
  throw run.unreadable({ line: 0, effect: { type, at } }, "it has no outcome");
}

/** True if a time limit ended the effect before its answer. */
export function isUnanswered(outcome: Json): boolean {
  return isObject(outcome) && outcome["unanswered"] === true;
}

/** Returns the outcome of a call whose tool suspended itself. */
export function suspensionJson({ options: { reason, until, data } }: Suspension): object {
  return {
    suspended: {
      reason,
      ...(until === undefined ? {} : { until }),
      ...(data === undefined ? {} : { data: storableValue(data) }),
    },
  };
}

/** True if the tool suspended itself. */
export function isSuspended(outcome: Json): boolean {
  return isObject(outcome) && isObject(outcome["suspended"]);
}

/** Returns the error with which the tool suspended itself, if it did. */
export function suspensionOf(outcome: Json): Suspension | undefined {
  const suspended: unknown = isObject(outcome) ? outcome["suspended"] : undefined;
  if (!isObject(suspended)) return undefined;
  const { reason, until, data } = suspended;
  return suspend({
    reason: typeof reason === "string" ? reason : "",
    ...(typeof until === "number" ? { until } : {}),
    ...(data === undefined ? {} : { data: decodedValue(data, "data") }),
  });
}
