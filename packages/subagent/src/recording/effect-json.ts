// Encodes effects for the lines of a recording: arguments, results and failures as JSON, without
// values that must not leave the process. For values that can't be stored, the line has the reason
// instead.

import { shortened } from "@ptc/core/internal/printing";
import type { Json } from "@ptc/core/encoding";
import { ToolFailure } from "@ptc/core/errors";
import { isLanguageValue } from "@ptc/core/internal/values";
import { isModelError } from "@ptc/llm";
import { normalizeModelError, presentFields } from "@ptc/llm/adapter";
import { isMissionStep, valueOfAnswer } from "../agent/tool-answer.ts";
import type { StartedRun } from "../loop/run-observer.ts";
import { mayPass } from "../loop/tool-attempts.ts";
import type { MissionStep } from "../step/step.ts";
import { storableValue } from "@ptc/core/internal/stored";
import { stepWithoutFiles } from "../step-json/step-to-json.ts";
import type { HiddenJson } from "./hidden-json.ts";
import type { EffectOf } from "./recording-lines.ts";
import { stepDigest, type StepDigestOptions } from "./step-digest.ts";

export function endOf(
  step: MissionStep,
  hiding: HiddenJson,
  written: Pick<StepDigestOptions, "areCallsClear" | "lines">,
): object {
  const recorded = {
    digest: stepDigest(step, hiding, written),
    ...(hiding.hasHidden ? { hasHidden: true } : {}),
  };
  if (step.ok) return { type: "end", ok: true, return: returned(step.return, hiding), ...recorded };
  const { reason, message } = step.fail;
  return {
    type: "end",
    ok: false,
    reason: hiding.text(reason),
    message: hiding.text(message),
    ...recorded,
  };
}

/** Returns a field of a line, or the reason why its value can't be stored. */
export function madeOr<Name extends string>(
  name: Name,
  make: () => Json,
): Partial<Record<Name, Json>> & { readonly unkept?: string } {
  try {
    return { [name]: make() } as Partial<Record<Name, Json>>;
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" } as Partial<Record<Name, Json>> & {
      readonly unkept?: string;
    };
  }
}

/** How outcomes are written: with or without values that must not leave the process. */
export type StoredForm = Pick<HiddenJson, "dataWithFiles" | "madeFormat" | "json" | "text">;

/** JSON by field name. */
export type JsonFields = { readonly [id: string]: Json };

export function contextOf({ context }: StartedRun, hiding: HiddenJson) {
  try {
    const { json, files } = hiding.dataWithFiles(context);
    return { context: json, ...presentFields({ files }) };
  } catch (error) {
    return { contextUnkept: messageOf(error) ?? "it cannot be written" };
  }
}

/** Replaces values that can't be stored completely with a mark, as `stepToJson` does. */
export function dataOrMark(value: unknown, hiding: Pick<StoredForm, "json">): Json {
  return hiding.json(storableValue(value));
}

/** Does the same, and writes what values lost. */
function failureData(value: unknown, hiding: StoredForm): Json {
  return hiding.json(storableValue(value, () => undefined));
}

function returned(value: unknown, hiding: HiddenJson): Json {
  return hiding.madeJson(storableValue(value));
}

type ToolLine = EffectOf<"tool">;
/** The outcome of a call, as JSON. */
export type ToolOutcome = Pick<
  ToolLine,
  "result" | "files" | "isValue" | "isObject" | "step" | "error" | "unkept"
>;

export function answerOf(answer: unknown, hiding: StoredForm): ToolOutcome {
  try {
    if (isMissionStep(answer))
      return { step: hiding.madeFormat(jsonOf(stepWithoutFiles(answer as MissionStep))) };
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" };
  }
  let value: unknown;
  try {
    value = valueOfAnswer(answer);
  } catch (error) {
    return failureOf(error, hiding);
  }
  if (value === undefined) return {};
  try {
    return outcomeOfValue(value, hiding.dataWithFiles(value));
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" };
  }
}

/** Does the same for a value whose data is written over several turns, but not for outcomes. */
export async function valueAnswer(
  value: unknown,
  write: (value: unknown) => Promise<ReturnType<StoredForm["dataWithFiles"]>>,
): Promise<ToolOutcome> {
  try {
    return outcomeOfValue(value, await write(value));
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" };
  }
}

function outcomeOfValue(
  value: unknown,
  { json, files }: ReturnType<StoredForm["dataWithFiles"]>,
): ToolOutcome {
  const isValue = typeof value === "object" && value !== null && isLanguageValue(value);
  // Native calls show a text and an object that is read as one differently.
  const isObject = typeof json === "string" && typeof value !== "string";
  return {
    result: json,
    ...(files === undefined ? {} : { files }),
    ...(isValue ? { isValue } : {}),
    ...(isObject ? { isObject } : {}),
  };
}

/**
 * Returns the field of a line with the result of a call, if that is common data in which nothing is
 * hidden. Undefined for some of this data, and for all other results.
 */
export function resultText(answer: unknown, hiding: HiddenJson): string | undefined {
  if (answer === undefined) return "";
  if (mayBeOutcome(answer)) return undefined;
  const text = hiding.clearText(answer);
  return text === undefined ? undefined : `,"result":${text}`;
}

/** False for values: neither steps and other outcomes, nor errors. */
export function mayBeOutcome(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  try {
    return "ok" in answer || "memory" in answer || Symbol.toStringTag in answer;
  } catch {
    // A proxy may throw when it is read.
    return true;
  }
}

/** Longer messages of failures are cut. The limit is far above the one that programs see. */
const longestMessage = 10_000;

export function failureOf(error: unknown, hiding: StoredForm): ToolOutcome {
  const message = messageOf(error);
  const recorded =
    message === undefined ? {} : { message: hiding.text(shortened(message, longestMessage)) };
  try {
    const isLasting = !mayPass(error);
    return {
      error: {
        ...recorded,
        ...(error instanceof ToolFailure ? { data: failureData(error.data, hiding) } : {}),
        ...(isLasting ? { isLasting } : {}),
      },
    };
  } catch {
    // The thrown value may be a proxy that throws when read.
    return { error: recorded };
  }
}

export function modelFailure(
  error: unknown,
  hiding: StoredForm,
): NonNullable<EffectOf<"model">["error"]> {
  const { kind, message, retryable, retryAfterMs, status, usage } = isModelError(error)
    ? error
    : normalizeModelError(error);
  return {
    kind,
    message: hiding.text(message),
    retryable,
    ...presentFields({ retryAfterMs, status }),
    ...(usage === undefined ? {} : { usage: dataOrMark(usage, hiding) }),
  };
}

function jsonOf(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/**
 * Returns the message of a thrown value, or undefined if it has no message or reading it throws.
 */
export function messageOf(thrown: unknown): string | undefined {
  try {
    const message: unknown =
      typeof thrown === "object" && thrown !== null && "message" in thrown
        ? thrown.message
        : thrown;
    if (typeof message === "number") return String(message);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
