// Reads a recorded run from a text. The text comes from outside, so every line is checked, and
// errors give the line number. A recording without an end belongs to an interrupted run.

import { issueText } from "@ptc/core/internal/errors";
import type { z } from "zod/v4";
import { wrongOption } from "../options/option-checks.ts";
import { readTimes } from "./recorded-times.ts";
import {
  earlierVersion,
  effectSchema,
  endSchema,
  headerSchema,
  recordingFormat,
  recordingVersion,
  timesSchema,
  type EffectOf,
  type EffectType,
  type RecordedEffect,
  type RecordedEnd,
  type RecordingHeader,
} from "./recording-lines.ts";
import { TextHash } from "./text-hash.ts";

/** An invalid recording. `line` counts from 1; 0 means the whole file. */
export class RecordingError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(
      line === 0 ? `the recording ${message}` : `line ${String(line)} of the recording ${message}`,
    );
    this.name = "RecordingError";
    this.line = line;
  }
}

/** An effect with its line number. */
export interface RecordedAt<Type extends EffectType = EffectType> {
  readonly line: number;
  readonly effect: EffectOf<Type>;
}

/** A parsed recording: the inputs, effects and end of a run. */
export class RunRecording {
  readonly header: RecordingHeader;
  /** The end of the run; undefined if it was interrupted. */
  readonly end: RecordedEnd | undefined;
  readonly effects: readonly RecordedAt[];
  /** The digest of the lines with effects. */
  readonly linesDigest: string;
  private readonly byLocation = new Map<string, RecordedAt[]>();

  constructor(
    header: RecordingHeader,
    effects: readonly RecordedAt[],
    end: RecordedEnd | undefined,
    linesDigest: string,
  ) {
    this.header = header;
    this.effects = effects;
    this.end = end;
    this.linesDigest = linesDigest;
    for (const recorded of effects) {
      const key = locationKey(recorded.effect);
      const others = this.byLocation.get(key);
      if (others === undefined) this.byLocation.set(key, [recorded]);
      else others.push(recorded);
    }
  }

  /** Returns the effects grouped by location. */
  groups(): Iterable<readonly RecordedAt[]> {
    return this.byLocation.values();
  }

  /** Returns the effects at a location, in order. Retries of a call have the same location. */
  at(type: EffectType, location: string): readonly RecordedAt[] {
    return this.byLocation.get(`${type} ${location}`) ?? [];
  }
}

/** Returns `given` unchanged. @throws OptionError if `readRunRecording` didn't create it */
export function checkedRecording(given: RunRecording): RunRecording {
  if ((given as unknown) instanceof RunRecording) return given;
  throw wrongOption("recording", "expected the result of readRunRecording", given);
}

function locationKey(effect: RecordedEffect): string {
  const location = effect.type === "journal" ? `${String(effect.change)} ${effect.id}` : effect.at;
  return `${effect.type} ${location}`;
}

/**
 * Parses the text of a recording. Skips empty lines and an incomplete last line, which was cut off
 * by an interruption.
 * @throws RecordingError
 */
export function readRunRecording(text: string): RunRecording {
  if (typeof (text as unknown) !== "string") throw new RecordingError(0, "is not a string");
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  let header: RecordingHeader | undefined;
  let end: RecordedEnd | undefined;
  const effects: RecordedAt[] = [];
  const digest = new TextHash();
  for (const [index, written] of lines.entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    const json = parsed(written);
    // A complete line ends in a line feed, so only the last line can be cut off.
    if (json === undefined && index === lines.length - 1 && header !== undefined) break;
    if (header === undefined) header = headerOf(json, line);
    else if (json === undefined) throw new RecordingError(line, "is not JSON");
    else if (end !== undefined) throw new RecordingError(line, "is after the end of the run");
    else if (typeOf(json) === "end") end = checked(endSchema, json, line);
    else {
      // The same text as that of the recorder, whatever its spaces and escapes are.
      digest.add(JSON.stringify(json));
      effects.push(...effectsOf(json, line));
    }
  }
  if (header === undefined) throw new RecordingError(0, "is empty");
  return new RunRecording(header, effects, end, digest.digest());
}

/** Returns the effects of a line, which may have the times of many calls. */
function effectsOf(json: unknown, line: number): readonly RecordedAt[] {
  if (typeOf(json) !== "times" || !Object.hasOwn(Object(json) as object, "calls"))
    return [{ line, effect: checked(effectSchema, json, line) }];
  const { calls } = checked(timesSchema, json, line);
  return readTimes(calls).map((times) => ({ line, effect: { type: "times", ...times } }));
}

function headerOf(json: unknown, line: number): RecordingHeader {
  const { format, version } = Object(json) as {
    readonly format?: unknown;
    readonly version?: unknown;
  };
  if (format !== recordingFormat)
    throw new RecordingError(
      line,
      `is not the header of a recorded run, {"format":"${recordingFormat}",…}: record one with createRunRecorder or ptc run --record`,
    );
  if (version !== recordingVersion && version !== earlierVersion)
    throw new RecordingError(
      line,
      `has version ${version === undefined ? "none" : JSON.stringify(version)}, but this release reads versions ${String(earlierVersion)} and ${String(recordingVersion)}`,
    );
  return checked(headerSchema, json, line);
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  line: number,
): z.infer<Schema> {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new RecordingError(
    line,
    `is wrong: ${issue === undefined ? "it is not a recording line" : issueText(issue)}`,
  );
}

function typeOf(json: unknown): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, "type")
    ? (json as { readonly type: unknown }).type
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
