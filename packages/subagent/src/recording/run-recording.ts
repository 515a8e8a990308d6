// A recorded run as it is read from a file. The file comes from outside: every line is checked, and
// an error names the line. A recording that a crash cut short is one of a run that goes no further.

import { issueText } from "@ptc/core/contracts";
import type { z } from "zod";
import { wrongOption } from "../options/option-checks.ts";
import {
  effectSchema,
  endSchema,
  headerSchema,
  recordingFormat,
  recordingVersion,
  type EffectOf,
  type EffectType,
  type RecordedEffect,
  type RecordedEnd,
  type RecordingHeader,
} from "./recording-lines.ts";

/** What is wrong with a recording; `line` counts from 1, and is 0 for the file as a whole. */
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

/** An effect, and the line that tells of it. */
export interface RecordedAt<Type extends EffectType = EffectType> {
  readonly line: number;
  readonly effect: EffectOf<Type>;
}

/** A recording that was read: how the run began, what came to it from outside, how it ended. */
export class RunRecording {
  readonly header: RecordingHeader;
  /** How the run ended; undefined where it was interrupted. */
  readonly end: RecordedEnd | undefined;
  readonly effects: readonly RecordedAt[];
  private readonly byLocation = new Map<string, RecordedAt[]>();

  constructor(
    header: RecordingHeader,
    effects: readonly RecordedAt[],
    end: RecordedEnd | undefined,
  ) {
    this.header = header;
    this.effects = effects;
    this.end = end;
    for (const recorded of effects) {
      const key = locationKey(recorded.effect);
      const others = this.byLocation.get(key);
      if (others === undefined) this.byLocation.set(key, [recorded]);
      else others.push(recorded);
    }
  }

  /** What was recorded at each place. */
  groups(): Iterable<readonly RecordedAt[]> {
    return this.byLocation.values();
  }

  /** What was recorded at a place, in order: a call that is made again has one address. */
  at(type: EffectType, location: string): readonly RecordedAt[] {
    return this.byLocation.get(`${type} ${location}`) ?? [];
  }
}

/** @throws OptionError for what `readRunRecording` did not make */
export function checkedRecording(given: RunRecording): RunRecording {
  if ((given as unknown) instanceof RunRecording) return given;
  throw wrongOption("recording", "expected what readRunRecording answers", given);
}

function locationKey(effect: RecordedEffect): string {
  const location = effect.type === "journal" ? `${String(effect.change)} ${effect.id}` : effect.at;
  return `${effect.type} ${location}`;
}

/**
 * Reads the text of a recording. Empty lines are skipped, and a last line that is not complete is
 * left out: the run was interrupted while it was written.
 * @throws RecordingError
 */
export function readRunRecording(text: string): RunRecording {
  if (typeof (text as unknown) !== "string") throw new RecordingError(0, "is no text");
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  let header: RecordingHeader | undefined;
  let end: RecordedEnd | undefined;
  const effects: RecordedAt[] = [];
  for (const [index, written] of lines.entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    const json = parsed(written);
    // A complete line ends in a line feed, so only the last can be one that was cut off.
    if (json === undefined && index === lines.length - 1 && header !== undefined) break;
    if (header === undefined) header = headerOf(json, line);
    else if (json === undefined) throw new RecordingError(line, "is not JSON");
    else if (end !== undefined) throw new RecordingError(line, "stands behind the end of the run");
    else if (typeOf(json) === "end") end = checked(endSchema, json, line);
    else effects.push({ line, effect: checked(effectSchema, json, line) });
  }
  if (header === undefined) throw new RecordingError(0, "is empty");
  return new RunRecording(header, effects, end);
}

function headerOf(json: unknown, line: number): RecordingHeader {
  const { format, version } = Object(json) as {
    readonly format?: unknown;
    readonly version?: unknown;
  };
  if (format !== recordingFormat)
    throw new RecordingError(
      line,
      `does not say that the file is a recorded run, {"format":"${recordingFormat}",…}: record one with createRunRecorder or ptc run --record`,
    );
  if (version !== recordingVersion)
    throw new RecordingError(
      line,
      `says version ${version === undefined ? "nothing" : JSON.stringify(version)}, and this release reads version ${String(recordingVersion)}`,
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
    `is wrong: ${issue === undefined ? "it is no line of a recording" : issueText(issue)}`,
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
