// The file format of recorded responses, and its reader. A recording is untrusted, so every field
// is checked, and errors name the location.

import { HostJsonError, fromHostJson } from "@ptc/core/internal/json";
import { WorkLimitError } from "@ptc/core/values";
import type { FinishReason } from "../contract/finish-reason.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import { presentFields } from "@ptc/core/internal/host";
import {
  expectArray,
  expectFinishReason,
  expectObject,
  expectString,
  expectUsage,
  nameOf,
  ownField,
  ShapeError,
} from "../kit/shape-checks.ts";

/** A native tool call of a recorded response. */
export interface RecordedToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON; integers beyond 2^53 are `{"$integer":"123"}`. */
  readonly input: unknown;
  readonly malformedInput?: string;
}

/** One recorded response of a model. */
export interface RecordedAnswer {
  readonly text: string;
  /**
   * The text of the first user message of the request, which is the mission prompt. The response
   * serves only requests that begin with it.
   */
  readonly mission?: string;
  /** The tool calls of the response; they come after its text. */
  readonly toolCalls?: readonly RecordedToolCall[];
  readonly usage?: ModelUsage;
  readonly finishReason?: FinishReason;
}

/**
 * Responses of a real model, in the order of the requests. It is plain JSON without API keys. It
 * contains no prompts, except optionally the first one of each mission.
 */
export interface Recording {
  readonly format: "ptc-recording";
  readonly version: 1;
  readonly model: string;
  /** ISO 8601. */
  readonly recordedAt: string;
  readonly note?: string;
  readonly answers: readonly RecordedAnswer[];
}

/** The result of `checkRecording`: the recording, or an error message. */
export type RecordingResult =
  | { readonly ok: true; readonly recording: Recording; readonly message?: undefined }
  | { readonly ok: false; readonly message: string };

/**
 * Parses the text of a recording file. Drops unknown fields; an empty list of responses is valid.
 */
export function parseRecording(text: string): RecordingResult {
  if (text.trim() === "") return { ok: false, message: "the recording is empty: expected JSON" };
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // Don't use the parser's message, because it quotes the untrusted file.
    return { ok: false, message: "the recording is not JSON" };
  }
  return checkRecording(json);
}

/** Returns the recording in `json`, copied field by field. */
export function checkRecording(json: unknown): RecordingResult {
  try {
    return { ok: true, recording: readRecording(json) };
  } catch (error) {
    if (error instanceof ShapeError) return { ok: false, message: error.message };
    throw error;
  }
}

function readRecording(json: unknown): Recording {
  const object = expectObject(json, "recording");
  const note = ownField(object, "note");
  expectHeader(ownField(object, "format"), ownField(object, "version"));
  return presentFields({
    format: "ptc-recording" as const,
    version: 1 as const,
    model: expectString(ownField(object, "model"), "model"),
    recordedAt: expectString(ownField(object, "recordedAt"), "recordedAt"),
    note: note === undefined ? undefined : expectString(note, "note"),
    answers: expectArray(ownField(object, "answers"), "answers").map((answer, index) =>
      readAnswer(answer, `answers[${String(index)}]`),
    ),
  });
}

function expectHeader(format: unknown, version: unknown): void {
  if (format !== "ptc-recording")
    throw new ShapeError(
      "format",
      `expected "ptc-recording", got ${typeof format === "string" ? "another format" : nameOf(format)}`,
    );
  if (version !== 1)
    throw new ShapeError(
      "version",
      `expected 1, got ${typeof version === "number" ? `${String(version)}, which this release can't read` : nameOf(version)}`,
    );
}

function readAnswer(value: unknown, path: string): RecordedAnswer {
  const object = expectObject(value, path);
  const usage = ownField(object, "usage");
  const finishReason = ownField(object, "finishReason");
  const toolCalls = ownField(object, "toolCalls");
  const mission = ownField(object, "mission");
  return presentFields({
    text: expectString(ownField(object, "text"), `${path}.text`),
    mission: mission === undefined ? undefined : expectString(mission, `${path}.mission`),
    toolCalls: toolCalls === undefined ? undefined : readToolCalls(toolCalls, `${path}.toolCalls`),
    usage: usage === undefined ? undefined : expectUsage(usage, `${path}.usage`),
    finishReason:
      finishReason === undefined
        ? undefined
        : expectFinishReason(finishReason, `${path}.finishReason`),
  });
}

function readToolCalls(value: unknown, path: string): readonly RecordedToolCall[] {
  return expectArray(value, path).map((call, index) => {
    const object = expectObject(call, `${path}[${String(index)}]`);
    const read = (name: string): string =>
      expectString(ownField(object, name), `${path}[${String(index)}].${name}`);
    const malformedInput =
      ownField(object, "malformedInput") === undefined ? undefined : read("malformedInput");
    return {
      toolCallId: read("toolCallId"),
      toolName: read("toolName"),
      input: inputOf(ownField(object, "input") ?? null, `${path}[${String(index)}].input`),
      ...presentFields({ malformedInput }),
    };
  });
}

function inputOf(json: unknown, path: string): unknown {
  try {
    return fromHostJson(json);
  } catch (error) {
    if (error instanceof HostJsonError || error instanceof WorkLimitError)
      throw new ShapeError(path, error.message);
    throw error;
  }
}
