// Reads a checkpoint. It may come from strangers, so each field is checked before it is used.

import type { EffectTimes } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { shortened } from "@ptc/core/internal/printing";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { fieldPath } from "@ptc/core/internal/decoding";
import { nextTask } from "@ptc/core/internal/task";
import type { Json } from "@ptc/core/encoding";
import { CheckpointError } from "./checkpoint-error.ts";
import { unreadable } from "./unreadable.ts";
import {
  checkpointFormat,
  checkpointVersion,
  type CheckpointInputs,
  type CheckpointKind,
  type EntryPlace,
  type StoredPending,
} from "../step/checkpoint.ts";
import { effectsPerTask, type CallOutcome, type Effect, type ToolEffect } from "./effect-log.ts";
import type { PassedValues } from "./passed-values.ts";
import { assertBounded, canonicalText, readInPieces } from "./pieces.ts";
import { digestsOf, type Cipher, type Digests } from "./seal.ts";
import { StoredParts } from "./stored-parts.ts";

/** More effects than programs make within the default limits. */
const mostEffects = 1_000_000;
const mostPending = 100_000;

/** The parts that the checkpoints of programs and of missions share, decrypted. */
export interface CheckpointFrame {
  readonly runId: string;
  readonly durationMs: number;
  readonly inputs: CheckpointInputs;
  readonly context: Json | undefined;
  readonly journal: Json | undefined;
  readonly entries: EntryPlace | undefined;
  /** Only in the checkpoint of a chat. */
  readonly message: Json | undefined;
  readonly times: readonly (readonly [string, EffectTimes])[];
  readonly pending: readonly StoredPending[];
  readonly digests: Digests;
  readonly salt: string | undefined;
}

/** The checkpoint of a program. */
export interface OpenedCheckpoint extends CheckpointFrame {
  readonly turn: number;
  readonly seed: number;
  readonly effects: readonly Effect[];
}

/** The keys of the run's options. */
export interface CheckpointKeys {
  /** The secret of the option `checkpointKey`. */
  readonly checkpointKey: Uint8Array | undefined;
  readonly cipher: Cipher | undefined;
}

/** The values that the caller passes again. */
export interface PassedAgain {
  readonly passed: PassedValues;
  /** True if the context is one of them. A context in the checkpoint isn't read then. */
  readonly hasContext: boolean;
}

/** @throws CheckpointError */
export async function readCheckpoint(
  given: unknown,
  keys: CheckpointKeys,
  passed: PassedAgain,
): Promise<OpenedCheckpoint> {
  const reader = { kind: "program", read: readEffect } as const;
  const { frame, effects, fields } = await readFrame(given, keys, reader, passed);
  assertDistinct(effects);
  return { ...frame, turn: count(fields, "turn"), seed: seedOf(fields), effects };
}

/** Reads one effect. `path` is its place in the checkpoint. */
export type EffectReader<Made> = (
  given: unknown,
  path: string,
  parts: StoredParts,
) => Made | Promise<Made>;

/**
 * Reads a checkpoint of this kind, and its effects.
 * @throws CheckpointError
 */
export async function readFrame<Made>(
  given: unknown,
  keys: CheckpointKeys,
  reader: KindReader<Made>,
  passed: PassedAgain,
): Promise<ReadFrame<Made>> {
  return await readable(() => readFields(given, keys, reader, passed));
}

interface KindReader<Made> {
  readonly kind: CheckpointKind;
  readonly read: EffectReader<Made>;
}

interface ReadFrame<Made> {
  readonly frame: CheckpointFrame;
  readonly effects: readonly Made[];
  readonly fields: JsonObject;
}

async function readFields<Made>(
  given: unknown,
  { checkpointKey, cipher }: CheckpointKeys,
  { kind, read }: KindReader<Made>,
  { passed, hasContext }: PassedAgain,
): Promise<ReadFrame<Made>> {
  const fields = checkpointFields(given, kind);
  await assertBounded(fields);
  const salt = checkpointKey === undefined ? saltOf(fields) : undefined;
  const digests = digestsOf(checkpointKey, salt);
  if (checkpointKey !== undefined) await checkSignature(fields, digests);
  const inputs = object(fields, "inputs");
  const parts = new StoredParts({
    cipher,
    digests: checkpointKey === undefined ? undefined : digests,
    passed,
  });
  const effects: Made[] = [];
  for (const [index, effect] of list(fields, "effects", mostEffects).entries()) {
    if (index % effectsPerTask === effectsPerTask - 1) await nextTask();
    effects.push(await read(effect, `effects[${String(index)}]`, parts));
  }
  const context = hasContext
    ? undefined
    : await parts.read(fields["context"], "context", "the context");
  const journal = await parts.read(fields["journal"], "journal", "the journal");
  const message = await parts.read(fields["message"], "message", "the message");
  parts.assertComplete();
  const frame: CheckpointFrame = {
    runId: text(fields, "runId"),
    durationMs: count(fields, "durationMs"),
    inputs: {
      program: text(inputs, "program"),
      context: text(inputs, "context"),
      memory: text(inputs, "memory"),
      ...librariesOf(inputs),
    },
    context,
    journal,
    entries: entriesOf(fields),
    message,
    times: await readInPieces(list(fields, "times", mostEffects * 2), (times, index) =>
      readTimes(times, `times[${String(index)}]`),
    ),
    pending: await readInPieces(list(fields, "pending", mostPending), (call, index) =>
      readPending(call, `pending[${String(index)}]`),
    ),
    digests,
    salt,
  };
  return { frame, effects, fields };
}

function entriesOf(fields: JsonObject): EntryPlace | undefined {
  const { entries } = fields;
  if (entries === undefined) return undefined;
  if (!isObject(entries)) throw unreadable("entries", "no object");
  const signature =
    entries["signature"] === undefined ? {} : { signature: text(entries, "signature", "entries") };
  return { count: count(entries, "count", "entries"), ...signature };
}

/** The hashes of the libraries that the run used. */
function librariesOf(inputs: JsonObject): Pick<CheckpointInputs, "libraries"> {
  if (inputs["libraries"] === undefined) return {};
  const libraries = object(inputs, "libraries");
  return {
    libraries: Object.fromEntries(
      Object.keys(libraries).map((name) => [name, text(libraries, name)]),
    ),
  };
}

/** A signed checkpoint has no salt, so its key is missing. */
function saltOf(fields: JsonObject): string {
  if (fields["signature"] !== undefined)
    throw new CheckpointError("tampered", "the checkpoint is signed: pass its `checkpointKey`");
  return text(fields, "salt");
}

/** @throws CheckpointError, also for an object that can't be read, such as a proxy */
async function readable<Made>(read: () => Promise<Made>): Promise<Made> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CheckpointError || error instanceof OptionError) throw error;
    throw new CheckpointError("unreadable", "the checkpoint can't be read: pass plain JSON");
  }
}

const otherKind: Readonly<Record<CheckpointKind, string>> = {
  program: "this is the checkpoint of a mission, not of one program: resume it with @ptc/subagent",
  mission: "this is the checkpoint of one program, not of a mission: resume it with @ptc/lisp",
};

function checkpointFields(given: unknown, expected: CheckpointKind): JsonObject {
  if (typeof given === "string")
    throw new CheckpointError(
      "unreadable",
      "expected the checkpoint as an object, got text: parse it first (JSON.parse)",
    );
  if (!isObject(given) || given["format"] !== checkpointFormat)
    throw new CheckpointError(
      "unreadable",
      "this isn't a checkpoint: pass `step.checkpoint` of a step whose status is `waiting`",
    );
  const { version, kind } = given;
  if (typeof version === "number" && version > checkpointVersion)
    throw new CheckpointError(
      "version",
      `a newer release wrote this checkpoint (version ${String(version)}): update @ptc/lisp`,
    );
  if (version !== checkpointVersion) throw unreadable("version", "an unknown version");
  if (kind !== expected) throw new CheckpointError("unreadable", otherKind[expected]);
  return given;
}

async function checkSignature(fields: JsonObject, digests: Digests): Promise<void> {
  const { signature, ...signed } = fields;
  if (typeof signature !== "string")
    throw new CheckpointError(
      "tampered",
      "the checkpoint isn't signed, although `checkpointKey` was given",
    );
  if (!(await digests.fits(await signedText(signed), signature)))
    throw new CheckpointError(
      "tampered",
      "the signature doesn't fit: the checkpoint was changed, or `checkpointKey` is another key",
    );
}

/** @throws CheckpointError for data that isn't JSON */
export async function signedText(signed: object): Promise<string> {
  try {
    return await canonicalText(signed as Json);
  } catch {
    throw new CheckpointError("unreadable", "the checkpoint is nested too deep, or isn't JSON");
  }
}

async function readEffect(given: unknown, path: string, parts: StoredParts): Promise<Effect> {
  if (!isObject(given)) throw unreadable(path, "no object");
  const at = text(given, "at", path);
  const later = given["isLater"] === true ? { isLater: true as const } : {};
  switch (given["type"]) {
    case "tool":
    case "edit": {
      const { args = null, decision } = given as { args?: Json; decision?: ToolEffect["decision"] };
      const tool = text(given, "tool", path);
      const outcome = await parts.read(
        given["outcome"],
        `${path}.outcome`,
        `tool/${shortened(tool, 100)} at ${shortened(at, 100)}`,
      );
      if (!isOutcome(outcome)) throw unreadable(`${path}.outcome`, "no outcome");
      if (given["type"] === "edit") return { type: "edit", at, tool, args, outcome };
      if (decision !== undefined && !isDecision(decision))
        throw unreadable(`${path}.decision`, "no decision");
      const { unkept } = outcome;
      return {
        type: "tool",
        at,
        tool,
        args,
        ...later,
        outcome,
        ...(decision === undefined ? {} : { decision }),
        ...(typeof unkept === "string" ? { unkept } : {}),
      };
    }
    case "time":
      return { type: "time", at, now: time(given, "now", path) };
    case "pause":
      return { type: "pause", at };
    case "store":
      return { type: "store", at, ...later };
    default:
      throw unreadable(`${path}.type`, "an unknown effect");
  }
}

function isOutcome(
  outcome: Json | undefined,
): outcome is Json & CallOutcome & { readonly unkept?: Json } {
  if (!isObject(outcome)) return false;
  const { error } = outcome;
  return error === undefined || (isObject(error) && typeof error["message"] === "string");
}

const decisionNames: ReadonlySet<unknown> = new Set([
  "approved",
  "edited",
  "denied",
  "expired",
  "answered",
]);

function isDecision(decision: unknown): boolean {
  return isObject(decision) && decisionNames.has(decision["decision"]);
}

function assertDistinct(effects: readonly Effect[]): void {
  const seen = new Set<string>();
  for (const { type, at } of effects) {
    const key = `${type} ${at}`;
    if (seen.has(key))
      throw unreadable("effects", `two effects (${type}) at ${shortened(at, 100)}`);
    seen.add(key);
  }
}

function readPending(given: unknown, path: string): StoredPending {
  if (!isObject(given)) throw unreadable(path, "no object");
  const { arguments: requested, address, agentPath, expiresAt, until, data, why } = given;
  if (!isObject(requested)) throw unreadable(`${path}.arguments`, "no object");
  if (!isObject(address)) throw unreadable(`${path}.address`, "no object");
  return {
    id: text(given, "id", path),
    tool: text(given, "tool", path),
    arguments: requested,
    address: address as unknown as StoredPending["address"],
    ...(agentPath === undefined ? {} : { agentPath: texts(agentPath, `${path}.agentPath`) }),
    reason: text(given, "reason", path),
    ...(why === undefined ? {} : { why: text(given, "why", path) }),
    askedAt: time(given, "askedAt", path),
    ...(expiresAt === undefined ? {} : { expiresAt: time(given, "expiresAt", path) }),
    ...(given["uncertain"] === true ? { uncertain: true as const } : {}),
    ...(until === undefined ? {} : { until: time(given, "until", path) }),
    ...(data === undefined ? {} : { data }),
    digest: text(given, "digest", path),
  };
}

/** Checkpoints of earlier releases have no agents. */
function texts(given: unknown, path: string): readonly string[] {
  if (Array.isArray(given) && given.every((each) => typeof each === "string")) return given;
  throw unreadable(path, "no list of texts");
}

function readTimes(given: unknown, path: string): readonly [string, EffectTimes] {
  const [at, timestamp, durationMs] = Array.isArray(given) ? (given as readonly unknown[]) : [];
  if (typeof at !== "string" || !Number.isFinite(timestamp) || !isCount(durationMs))
    throw unreadable(path, "no times");
  return [at, { timestamp: timestamp as number, durationMs }];
}

function seedOf(fields: JsonObject): number {
  const { seed } = fields;
  if (!isCount(seed) || seed >= 1) throw unreadable("seed", "no number from 0 to 1");
  return seed;
}

/** Returns a field that is text. @throws CheckpointError */
export function text(fields: JsonObject, name: string, path = ""): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "") return value;
  throw unreadable(fieldPath(path, name), "no text");
}

/** Returns a field that is a number from 0. @throws CheckpointError */
export function count(fields: JsonObject, name: string, path = ""): number {
  const value = fields[name];
  if (isCount(value)) return value;
  throw unreadable(fieldPath(path, name), "no number");
}

/** Clocks may show any time, also one before 1970. */
export function time(fields: JsonObject, name: string, path: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw unreadable(fieldPath(path, name), "no number");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function object(fields: JsonObject, name: string): JsonObject {
  const value = fields[name];
  if (isObject(value)) return value;
  throw unreadable(name, "no object");
}

function list(fields: JsonObject, name: string, most: number): readonly unknown[] {
  const value = fields[name];
  if (Array.isArray(value) && value.length <= most) return value;
  throw unreadable(name, Array.isArray(value) ? "too many elements" : "no array");
}
