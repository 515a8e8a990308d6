// What a recording says of a model's answers and of tools' results, as those who asked were given
// it: the value, or the error that was thrown.

import { DecodingError, decodeValue } from "@ptc/core/decoding";
import { ToolFailure } from "@ptc/core/errors";
import { ModelError, type ModelErrorKind, type ModelResponse, type ModelUsage } from "@ptc/llm";
import { modelErrorKinds } from "@ptc/llm/adapter";
import { LastingFailure } from "../agent/tool-answer.ts";
import { decodedValue } from "../step-json/value-json.ts";
import { stepFromJson } from "../step-json/step-from-json.ts";
import { withFiles } from "./recorded-files.ts";
import type { AddressedLine, Playback } from "./playback.ts";
import type { RecordedAt } from "./run-recording.ts";

/**
 * The answer of a model.
 * @throws ModelError as recorded; EndOfRun where the recording cannot be read
 */
export function recordedAnswer(recorded: RecordedAt<"model">, playback: Playback): ModelResponse {
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
  if (!isResponse(response)) throw playback.unreadable(recorded, "it is no answer of a model");
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
 * What a tool answered, in the form of an outcome: `{ ok: true, value }`, so that no value of a
 * service is taken for one. A promise where the tool answered with one.
 * @throws what the tool threw; EndOfRun where the recording cannot be read
 */
export function recordedOutcome(recorded: RecordedAt<"tool">, playback: Playback): unknown {
  const { isLater, step } = recorded.effect;
  if (step !== undefined) return stepOf(recorded, playback);
  if (isLater !== true) return outcomeOf(recorded, playback);
  return new Promise((resolve) => {
    resolve(outcomeOf(recorded, playback));
  });
}

async function stepOf(recorded: RecordedAt<"tool">, playback: Playback): Promise<unknown> {
  const read = await stepFromJson(recorded.effect.step);
  if (read.ok) return read.step;
  throw playback.unreadable(recorded, read.message);
}

function outcomeOf(recorded: RecordedAt<"tool">, playback: Playback): unknown {
  const { error, result, files, isValue, unkept } = recorded.effect;
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
  return { ok: true, value };
}

/** An error without a message says so in words of the language, as it did the first time. */
function failureWith(message: string | undefined): unknown {
  return message === undefined ? {} : new Error(message);
}

function readable<Read>(recorded: AddressedLine, playback: Playback, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodingError) throw playback.unreadable(recorded, error.message);
    throw error;
  }
}
