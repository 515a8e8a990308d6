// The format of a recorded run: JSON lines, in the order in which the run received the effects.
// Each line is complete before the program receives the values in it. The first line has the format
// and the inputs of the run, and the last line its end. Each line between them is one effect, with
// its location in the run. Values are in the tagged encoding, without values that must not leave
// the process (see hidden-json.ts).
//
//   {"format":"ptc-run","version":2,"runId":"4f…","seed":"9a…","context":{…},…}
//   {"type":"mission","at":"","model":{…}}                  a mission begins, with this model
//   {"type":"model","at":"1/m0.1","answer":{…}}             or "error", or "unanswered"
//   {"type":"tool","at":"1/0","name":"search","args":{…},"result":[…]}
//   {"type":"time","at":"1/1","now":1790000000000}          the program read the clock
//   {"type":"times","calls":[["1/0",1790000000000,4],…]}     the times in records
//   {"type":"times","at":"1/0","timestamp":…,"durationMs":…}  the same for unusual times
//   {"type":"journal","id":"pay_1","change":0,"error":"…"}  a change that was not stored, or was
//                                                         stored later ("isLater")
//   {"type":"budget","at":"3/m0.1"}                         the option `budget` returned "stop", or
//                                                         "continue" later ("isLater")
//   {"type":"pause","at":"1/2"}                           a retry or `Thread/sleep` went on
//   {"type":"rule","at":"1/3"}                            the approval rule of a tool was asked
//   {"type":"approval","at":"1/3","decision":{"type":"approve"}}
//   {"type":"end","ok":true,"return":{…},"digest":"…"}

import { z } from "zod/v4";

export const recordingFormat = "ptc-run";
export const recordingVersion = 2;
/** Recordings of earlier releases have the times of each call in a line of their own. */
export const earlierVersion = 1;

const text = z.string();
const maybeText = z.exactOptional(text);
const count = z.number();
const maybeCount = z.exactOptional(count);
const flag = z.exactOptional(z.literal(true));
/** The run didn't receive an answer: it was aborted, or a bound within it ended the effect. */
const unanswered = z.exactOptional(z.enum(["run", "bound"]));
/** A value in the tagged encoding. */
const maybeEncoded = z.exactOptional(z.unknown());
/** The digests of the files in a value. Their fields are stored, but not their bytes. */
const files = z.exactOptional(z.array(text).readonly());
const record = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === "object" && given !== null && !Array.isArray(given),
  "expected an object",
);

export const headerSchema = z.object({
  format: z.literal(recordingFormat),
  version: z.literal([earlierVersion, recordingVersion]),
  runId: text,
  seed: text,
  recordedAt: text,
  /**
   * The folder of the mission, relative to the folder in which it was run. For the command line.
   */
  mission: z.exactOptional(z.array(text)),
  note: maybeText,
  /** Absent from older recordings, whose branches used what they share in the order of arrival. */
  inOrder: flag,
  collectMessages: z.boolean(),
  allowed: z.exactOptional(z.array(text)),
  context: maybeEncoded,
  files,
  contextUnkept: maybeText,
  memory: record,
  journal: z.exactOptional(record),
  summaries: z.exactOptional(z.record(text, text)),
  toolCache: maybeEncoded,
  /** The hashes of the libraries of the agent, by name. Absent without any. */
  libraries: z.exactOptional(z.record(text, text)),
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
  /** Absent if the thrown value had no message. */
  message: maybeText,
  data: maybeEncoded,
  /** The same call would fail again, so it isn't retried. */
  isLasting: flag,
});

const decided = {
  at: text,
  /** Such as `{"type":"approve"}`. */
  decision: maybeEncoded,
  unkept: maybeText,
};

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
    /** The tool returned a promise. */
    isLater: flag,
    result: maybeEncoded,
    files,
    /** The result is a value of the language, not of the host. */
    isValue: flag,
    /** The result is a text of something else, such as a URL. */
    isObject: flag,
    /** The tool ran a mission: its step, as written by `stepToJson`. */
    step: maybeEncoded,
    /** The tool suspended itself: the reason, time and data. */
    suspended: maybeEncoded,
    error: z.exactOptional(toolError),
    /** Why the arguments or the result couldn't be stored. */
    unkept: maybeText,
    unanswered,
  }),
  z.object({ type: z.literal("time"), at: text, now: count }),
  z.object({ type: z.literal("times"), at: text, timestamp: count, durationMs: count }),
  z.object({
    type: z.literal("journal"),
    id: text,
    change: count,
    /** Absent if the change was stored. */
    error: maybeText,
    /** The store returned a promise. */
    isLater: flag,
  }),
  z.object({
    type: z.literal("budget"),
    at: text,
    /** The callback returned a promise. */
    isLater: flag,
    continues: flag,
  }),
  z.object({ type: z.literal("pause"), at: text, unanswered }),
  z.object({
    type: z.literal("rule"),
    at: text,
    /** The rule returned a promise. */
    isLater: flag,
    /** Why the rule failed, which fails the call. */
    error: maybeText,
  }),
  /** A decision about a call that needed an approval. */
  z.object({ type: z.literal("approval"), ...decided }),
  /** A decision about a call that had suspended itself, or may have run. */
  z.object({ type: z.literal("decision"), ...decided }),
]);

/** The times of many effects; see recorded-times.ts. */
export const timesSchema = z.object({
  type: z.literal("times"),
  calls: z.array(z.tuple([text, count, count])),
});

export const endSchema = z.object({
  type: z.literal("end"),
  ok: z.boolean(),
  return: maybeEncoded,
  reason: maybeText,
  message: maybeText,
  /** Values were hidden in the recording, so steps and memory of a replay can differ in size. */
  hasHidden: flag,
  digest: text,
});

/** The inputs of a recorded run: its id, seed, context, memory and journal. */
export type RecordingHeader = z.infer<typeof headerSchema>;
/**
 * An effect at one location of a run: a model response, a tool result, or another input from
 * outside.
 */
export type RecordedEffect = z.infer<typeof effectSchema>;
/** The end of a recorded run, without values of firewalled fields. */
export type RecordedEnd = z.infer<typeof endSchema>;
export type EffectType = RecordedEffect["type"];
export type EffectOf<Type extends EffectType> = Extract<RecordedEffect, { type: Type }>;
