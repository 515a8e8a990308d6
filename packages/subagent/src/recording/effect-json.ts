// What the lines of a recording say of effects: arguments, answers and failures as JSON, without
// what may not leave the process, and why one that cannot be kept is not there.

import type { Json } from "@ptc/core/encoding";
import { ToolFailure } from "@ptc/core/errors";
import { isLanguageValue } from "@ptc/core/values";
import { isModelError } from "@ptc/llm";
import { normalizeModelError, presentFields } from "@ptc/llm/adapter";
import { isMissionStep, valueOfAnswer } from "../agent/tool-answer.ts";
import type { StartedRun } from "../loop/run-observer.ts";
import { mayPass } from "../loop/tool-attempts.ts";
import type { MissionStep } from "../step/step.ts";
import { storableValue } from "../step-json/value-json.ts";
import { stepWithoutFiles } from "../step-json/step-to-json.ts";
import type { HiddenJson } from "./hidden-json.ts";
import type { EffectOf } from "./recording-lines.ts";
import { stepDigest } from "./step-digest.ts";

export function endOf(step: MissionStep, hiding: HiddenJson): object {
  const recorded = {
    digest: stepDigest(step, hiding),
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

/** A field of a line, or why it cannot be kept. */
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

/** JSON by names of its fields. */
export type JsonFields = { readonly [id: string]: Json };

export function contextOf({ context }: StartedRun, hiding: HiddenJson) {
  try {
    const { json, files } = hiding.dataWithFiles(context);
    return { context: json, ...presentFields({ files }) };
  } catch (error) {
    return { contextUnkept: messageOf(error) ?? "it cannot be written" };
  }
}

/** What `stepToJson` writes of a value that cannot be kept whole is a mark, and so it is here. */
export function dataOrMark(value: unknown, hiding: HiddenJson): Json {
  return hiding.json(storableValue(value));
}

function returned(value: unknown, hiding: HiddenJson): Json {
  return hiding.madeJson(storableValue(value));
}

type ToolLine = EffectOf<"tool">;
type ToolOutcome = Pick<ToolLine, "result" | "files" | "isValue" | "step" | "error" | "unkept">;

export function answerOf(answer: unknown, hiding: HiddenJson): ToolOutcome {
  try {
    if (isMissionStep(answer))
      return { step: hiding.madeJson(jsonOf(stepWithoutFiles(answer as MissionStep))) };
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
    const isValue = typeof value === "object" && value !== null && isLanguageValue(value);
    const { json, files } = hiding.dataWithFiles(value);
    return { result: json, ...presentFields({ files }), ...(isValue ? { isValue } : {}) };
  } catch (error) {
    return { unkept: messageOf(error) ?? "it cannot be written" };
  }
}

/** A message of a failure is cut far beyond where the language cuts it. */
const longestMessage = 10_000;

export function failureOf(error: unknown, hiding: HiddenJson): ToolOutcome {
  const message = messageOf(error);
  const recorded =
    message === undefined ? {} : { message: hiding.text(message.slice(0, longestMessage)) };
  try {
    const isLasting = !mayPass(error);
    return {
      error: {
        ...recorded,
        ...(error instanceof ToolFailure ? { data: dataOrMark(error.data, hiding) } : {}),
        ...(isLasting ? { isLasting } : {}),
      },
    };
  } catch {
    // A proxy that was thrown may throw when it is looked at.
    return { error: recorded };
  }
}

export function modelFailure(
  error: unknown,
  hiding: HiddenJson,
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

/** Reading the message of what was thrown may itself throw. */
export function messageOf(thrown: unknown): string | undefined {
  try {
    const message: unknown =
      typeof thrown === "object" && thrown !== null && "message" in thrown
        ? thrown.message
        : thrown;
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
