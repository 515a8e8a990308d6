// The format of a recorded run: JSON lines, each complete before the program is given what it
// tells. The first says what the file is and what the run was given, the last how it ended; each
// line between them is one effect, under its address within the run. Values are in the tagged
// encoding, without what may not leave the process (see hidden-json.ts).
//
//   {"format":"ptc-run","version":1,"runId":"4f…","seed":"9a…","context":{…},…}
//   {"type":"mission","at":"","model":{…}}                  a mission begins, with this model
//   {"type":"model","at":"1/m0.1","answer":{…}}             or "error", or "unanswered"
//   {"type":"tool","at":"1/0","name":"search","args":{…},"result":[…]}
//   {"type":"time","at":"1/1","now":1790000000000}          the program asked for the time
//   {"type":"times","at":"1/0","timestamp":…,"durationMs":…}  what a record tells
//   {"type":"journal","id":"pay_1","change":0,"error":"…"}  a change that was not kept
//   {"type":"budget","at":"3/m0.1"}                         the option `budget` said "stop" there
//   {"type":"end","ok":true,"return":{…},"digest":"…"}

import { z } from "zod";

export const recordingFormat = "ptc-run";
export const recordingVersion = 1;

const text = z.string();
const maybeText = z.exactOptional(text);
const count = z.number();
const maybeCount = z.exactOptional(count);
const flag = z.exactOptional(z.literal(true));
/** Nobody heard of an answer: the run was aborted, or a bound within it ended the effect. */
const unanswered = z.exactOptional(z.enum(["run", "bound"]));
/** A value in the tagged encoding. */
const maybeEncoded = z.exactOptional(z.unknown());
/** The digests of the files in a value, of which the fields are kept and not the bytes. */
const files = z.exactOptional(z.array(text).readonly());
const record = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === "object" && given !== null && !Array.isArray(given),
  "expected an object",
);

export const headerSchema = z.object({
  format: z.literal(recordingFormat),
  version: z.literal(recordingVersion),
  runId: text,
  seed: text,
  recordedAt: text,
  /** The folder of the mission, relative to where it was run, for the command line. */
  mission: z.exactOptional(z.array(text)),
  note: maybeText,
  collectMessages: z.boolean(),
  allowed: z.exactOptional(z.array(text)),
  context: maybeEncoded,
  files,
  contextUnkept: maybeText,
  memory: record,
  journal: z.exactOptional(record),
  toolCache: maybeEncoded,
});

const capabilities = z.object({
  streaming: z.boolean(),
  toolCalls: z.boolean(),
  structuredOutput: z.enum(["none", "json", "schema"]),
  thinking: z.boolean(),
  files: z.exactOptional(z.array(text).readonly()),
  resultFiles: z.exactOptional(z.array(text).readonly()),
  fileUrls: z.exactOptional(z.array(text).readonly()),
  contextWindow: maybeCount,
  maxOutputTokens: maybeCount,
});

const modelError = z.object({
  kind: text,
  message: text,
  retryable: z.boolean(),
  retryAfterMs: maybeCount,
  status: maybeCount,
  usage: maybeEncoded,
});

const toolError = z.object({
  /** Absent where what was thrown had none. */
  message: maybeText,
  data: maybeEncoded,
  /** The call would fail again, so that it is not made again. */
  isLasting: flag,
});

export const effectSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("mission"),
    at: text,
    model: z.exactOptional(z.object({ provider: text, modelId: text, capabilities })),
    /** Why there was no model. */
    fail: z.exactOptional(z.object({ reason: text, message: text })),
  }),
  z.object({
    type: z.literal("model"),
    at: text,
    answer: maybeEncoded,
    unkept: maybeText,
    error: z.exactOptional(modelError),
    unanswered,
  }),
  z.object({
    type: z.literal("tool"),
    at: text,
    name: text,
    args: maybeEncoded,
    /** The tool answered with a promise. */
    isLater: flag,
    result: maybeEncoded,
    files,
    /** The result is a value of the language, not of the host. */
    isValue: flag,
    /** The tool ran a mission of its own: the step, as `stepToJson` writes it. */
    step: maybeEncoded,
    error: z.exactOptional(toolError),
    /** Why the arguments or the answer could not be kept. */
    unkept: maybeText,
    unanswered,
  }),
  z.object({ type: z.literal("time"), at: text, now: count }),
  z.object({ type: z.literal("times"), at: text, timestamp: count, durationMs: count }),
  z.object({ type: z.literal("journal"), id: text, change: count, error: text }),
  z.object({ type: z.literal("budget"), at: text }),
]);

export const endSchema = z.object({
  type: z.literal("end"),
  ok: z.boolean(),
  return: maybeEncoded,
  reason: maybeText,
  message: maybeText,
  /** Something was left out of the recording, so that programs count differently without it. */
  hasHidden: flag,
  digest: text,
});

/** What a recorded run was given: its agent, prompt, context and limits. */
export type RecordingHeader = z.infer<typeof headerSchema>;
/** What came to a run from outside at one place: an answer of a model, a result of a tool. */
export type RecordedEffect = z.infer<typeof effectSchema>;
/** How a recorded run ended, without the values of firewalled fields. */
export type RecordedEnd = z.infer<typeof endSchema>;
export type EffectType = RecordedEffect["type"];
export type EffectOf<Type extends EffectType> = Extract<RecordedEffect, { type: Type }>;
