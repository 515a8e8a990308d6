// Restores recorded model responses and tool results: the value, or the error that was thrown.

import { DecodingError, decodeValue } from "@ptc/core/decoding";
import { ToolFailure } from "@ptc/core/errors";
import { ModelError, type ModelErrorKind, type ModelResponse, type ModelUsage } from "@ptc/llm";
import { modelErrorKinds } from "@ptc/llm/adapter";
import { LastingFailure } from "../agent/tool-answer.ts";
import { decodedValue } from "@ptc/core/internal/stored";
import { withFiles } from "./recorded-files.ts";
import type { AddressedLine, Playback } from "./playback.ts";
import type { RecordedAt } from "./run-recording.ts";

/** Makes the error for a recorded effect that can't be read. */
export type Unreadable = Pick<Playback, "unreadable">;

/**
 * Returns the recorded response of a model.
 * @throws ModelError as recorded; EndOfRun if the recording can't be read
 */
export function recordedAnswer(recorded: RecordedAt<"model">, playback: Unreadable): ModelResponse {
  const { answer, error, unkept } = recorded.effect;
  if (unkept !== undefined) throw playback.unreadable(recorded, unkept);
  if (error !== undefined) {
    const { kind, message, retryable, retryAfterMs, status, usage } = error;
    throw new ModelError({
      kind: Object.hasOwn(modelErrorKinds, kind) ? (kind as ModelErrorKind) : "unknown",
      message,
      retryable,
      retryAfterMs,
      status,
      usage: usage as ModelUsage | undefined,
    });
  }
  const response = readable(recorded, playback, () => decodedValue(answer, "answer"));
  if (!isResponse(response)) throw playback.unreadable(recorded, "it is not a model response");
  return response;
}

function isResponse(value: unknown): value is ModelResponse {
  if (typeof value !== "object" || value === null) return false;
  const { text, content, finishReason } = value as Partial<ModelResponse>;
  return (
    typeof text === "string" &&
    typeof finishReason === "string" &&
    Array.isArray(content) &&
    content.every((part: unknown) => typeof part === "object" && part !== null)
  );
}

/**
 * Returns a recorded tool result in the form of an outcome, `{ ok: true, value }`. So no value of
 * a service can be mistaken for an outcome. Returns a promise if the result is a step.
 * @throws the error that the tool threw; EndOfRun if the recording can't be read
 */
export function recordedOutcome(recorded: RecordedAt<"tool">, playback: Unreadable): unknown {
  return recorded.effect.step === undefined
    ? outcomeOf(recorded, playback)
    : stepOf(recorded, playback);
}

async function stepOf(recorded: RecordedAt<"tool">, playback: Unreadable): Promise<unknown> {
  // Only these results need the schema of steps.
  const { stepFromJson } = await import("../step-json/step-from-json.ts");
  const read = await stepFromJson(recorded.effect.step);
  if (read.ok) return read.step;
  throw playback.unreadable(recorded, read.message);
}

function outcomeOf(recorded: RecordedAt<"tool">, playback: Unreadable): unknown {
  const { error, result, files, isValue, isObject, unkept } = recorded.effect;
  if (unkept !== undefined) throw playback.unreadable(recorded, unkept);
  if (error !== undefined) {
    const { message, data, isLasting } = error;
    const outcome =
      data === undefined
        ? undefined
        : readable(recorded, playback, () => decodedValue(data, "data"));
    if (isLasting === true) throw new LastingFailure(message ?? "", outcome);
    throw outcome === undefined ? failureWith(message) : new ToolFailure(message ?? "", outcome);
  }
  if (result === undefined) return { ok: true, value: undefined };
  const value = readable(recorded, playback, () =>
    isValue === true
      ? decodeValue(result, { path: "result" })
      : withFiles(decodedValue(result, "result"), files),
  );
  return { ok: true, value: isObject === true ? (Object(value) as unknown) : value };
}

/**
 * Returns a thrown value without a message if none was recorded, so that the program gets the same
 * error text as in the recorded run.
 */
function failureWith(message: string | undefined): unknown {
  return message === undefined ? {} : new Error(message);
}

function readable<Read>(recorded: AddressedLine, playback: Unreadable, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodingError) throw playback.unreadable(recorded, error.message);
    throw error;
  }
}
