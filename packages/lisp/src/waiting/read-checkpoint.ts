// Reads a checkpoint. It may come from strangers, so each field is checked before it is used.

import type { EffectTimes } from "@ptc/core/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { fieldPath } from "@ptc/core/internal/decoding";
import { nextTask } from "@ptc/core/internal/task";
import type { Json } from "@ptc/core/encoding";
import { CheckpointError } from "./checkpoint-error.ts";
import {
  checkpointFormat,
  checkpointVersion,
  type CheckpointInputs,
  type StoredPart,
  type StoredPending,
} from "../step/checkpoint.ts";
import { effectsPerTask, type CallOutcome, type Effect, type ToolEffect } from "./effect-log.ts";
import { canonicalJson, digestsOf, mostLevels, type Cipher, type Digests } from "./seal.ts";

/** More effects than programs make within the default limits. */
const mostEffects = 1_000_000;
const mostPending = 100_000;

/** A checkpoint whose parts are decrypted. */
export interface OpenedCheckpoint {
  readonly runId: string;
  readonly turn: number;
  readonly seed: number;
  readonly durationMs: number;
  readonly inputs: CheckpointInputs;
  readonly context: Json | undefined;
  readonly journal: Json | undefined;
  readonly effects: readonly Effect[];
  readonly times: readonly (readonly [string, EffectTimes])[];
  readonly pending: readonly StoredPending[];
  readonly digests: Digests;
  readonly salt: string | undefined;
}

/** The keys of the run's options. */
export interface CheckpointKeys {
  /** The secret of the option `checkpointKey`. */
  readonly checkpointKey: Uint8Array | undefined;
  readonly cipher: Cipher | undefined;
}

/** @throws CheckpointError */
export async function readCheckpoint(
  given: unknown,
  { checkpointKey, cipher }: CheckpointKeys,
): Promise<OpenedCheckpoint> {
  const fields = readableFields(given);
  const salt = checkpointKey === undefined ? saltOf(fields) : undefined;
  const digests = digestsOf(checkpointKey, salt);
  if (checkpointKey !== undefined) await checkSignature(fields, digests);
  const inputs = object(fields, "inputs");
  const parts = new Parts(cipher);
  const effects: Effect[] = [];
  for (const [index, effect] of list(fields, "effects", mostEffects).entries()) {
    if (index % effectsPerTask === effectsPerTask - 1) await nextTask();
    effects.push(await readEffect(effect, `effects[${String(index)}]`, parts));
  }
  const context = await parts.read(fields["context"], "context", "the context");
  const journal = await parts.read(fields["journal"], "journal", "the journal");
  parts.assertComplete();
  assertDistinct(effects);
  const pending = list(fields, "pending", mostPending).map((call, index) =>
    readPending(call, `pending[${String(index)}]`),
  );
  return {
    runId: text(fields, "runId"),
    turn: count(fields, "turn"),
    seed: seedOf(fields),
    durationMs: count(fields, "durationMs"),
    inputs: {
      program: text(inputs, "program"),
      context: text(inputs, "context"),
      memory: text(inputs, "memory"),
    },
    context,
    journal,
    effects,
    times: list(fields, "times", mostEffects * 2).map((times, index) =>
      readTimes(times, `times[${String(index)}]`),
    ),
    pending,
    digests,
    salt,
  };
}

/** @throws CheckpointError for data that is nested deeper than values of programs */
function assertShallow(json: unknown, depth: number): void {
  if (typeof json !== "object" || json === null) return;
  if (depth > mostLevels)
    throw new CheckpointError("unreadable", "the checkpoint is nested too deep");
  for (const item of Array.isArray(json) ? (json as unknown[]) : Object.values(json))
    assertShallow(item, depth + 1);
}

/** A signed checkpoint has no salt, so its key is missing. */
function saltOf(fields: JsonObject): string {
  if (fields["signature"] !== undefined)
    throw new CheckpointError("tampered", "the checkpoint is signed: pass its `checkpointKey`");
  return text(fields, "salt");
}

/** @throws CheckpointError, also for an object that can't be read, such as a proxy */
function readableFields(given: unknown): JsonObject {
  try {
    const fields = checkpointFields(given);
    assertShallow(fields, 0);
    return fields;
  } catch (error) {
    if (error instanceof CheckpointError) throw error;
    throw new CheckpointError("unreadable", "the checkpoint can't be read: pass plain JSON");
  }
}

function checkpointFields(given: unknown): JsonObject {
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
  if (kind !== "program")
    throw new CheckpointError(
      "unreadable",
      "this is the checkpoint of a mission, not of one program: resume it with @ptc/subagent",
    );
  return given;
}

async function checkSignature(fields: JsonObject, digests: Digests): Promise<void> {
  const { signature, ...signed } = fields;
  if (typeof signature !== "string")
    throw new CheckpointError(
      "tampered",
      "the checkpoint isn't signed, although `checkpointKey` was given",
    );
  if (!(await digests.fits(signedText(signed), signature)))
    throw new CheckpointError(
      "tampered",
      "the signature doesn't fit: the checkpoint was changed, or `checkpointKey` is another key",
    );
}

/** @throws CheckpointError for data that isn't JSON */
export function signedText(signed: object): string {
  try {
    return canonicalJson(signed as Json);
  } catch {
    throw new CheckpointError("unreadable", "the checkpoint is nested too deep, or isn't JSON");
  }
}

/** Decrypts the parts of a checkpoint, and collects those that can't be decrypted. */
class Parts {
  private readonly cipher: Cipher | undefined;
  private readonly missing: string[] = [];
  private isEncrypted = false;

  constructor(cipher: Cipher | undefined) {
    this.cipher = cipher;
  }

  async read(given: unknown, path: string, name: string): Promise<Json | undefined> {
    if (given === undefined) return undefined;
    if (!isObject(given) || given["json"] === undefined) throw unreadable(path, "no JSON");
    const { json, hidden, encrypted } = given as unknown as StoredPart;
    if (typeof encrypted === "string") {
      const opened = await this.cipher?.decrypted(encrypted);
      if (opened !== undefined) return parsed(opened, path);
      this.isEncrypted = true;
    } else if (hidden !== true) return json;
    this.missing.push(name);
    return json;
  }

  /** @throws CheckpointError */
  assertComplete(): void {
    const { missing } = this;
    if (missing.length === 0) return;
    const shown = missing.slice(0, 10).join(", ");
    const more = missing.length > 10 ? ` and ${String(missing.length - 10)} more` : "";
    throw new CheckpointError(
      "hidden",
      `firewalled values are missing in ${shown}${more}: ` +
        (this.isEncrypted
          ? "pass the `encryptionKey` of the run that wrote the checkpoint"
          : "start the run with an `encryptionKey`, which stores them encrypted"),
    );
  }
}

function parsed(opened: string, path: string): Json {
  try {
    return JSON.parse(opened) as Json;
  } catch {
    throw unreadable(path, "no JSON");
  }
}

async function readEffect(given: unknown, path: string, parts: Parts): Promise<Effect> {
  if (!isObject(given)) throw unreadable(path, "no object");
  const at = text(given, "at", path);
  const later = given["isLater"] === true ? { isLater: true as const } : {};
  switch (given["type"]) {
    case "tool": {
      const { args = null, decision } = given as { args?: Json; decision?: ToolEffect["decision"] };
      const tool = text(given, "tool", path);
      const outcome = await parts.read(
        given["outcome"],
        `${path}.outcome`,
        `tool/${shortened(tool, 100)} at ${shortened(at, 100)}`,
      );
      if (!isOutcome(outcome)) throw unreadable(`${path}.outcome`, "no outcome");
      if (decision !== undefined && !isDecision(decision))
        throw unreadable(`${path}.decision`, "no decision");
      return {
        type: "tool",
        at,
        tool,
        args,
        ...later,
        outcome,
        ...(decision === undefined ? {} : { decision }),
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

function isOutcome(outcome: Json | undefined): outcome is Json & CallOutcome {
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
  const { arguments: requested, address, expiresAt, until, data } = given;
  if (!isObject(requested)) throw unreadable(`${path}.arguments`, "no object");
  if (!isObject(address)) throw unreadable(`${path}.address`, "no object");
  return {
    id: text(given, "id", path),
    tool: text(given, "tool", path),
    arguments: requested,
    address: address as unknown as StoredPending["address"],
    reason: text(given, "reason", path),
    askedAt: time(given, "askedAt", path),
    ...(expiresAt === undefined ? {} : { expiresAt: time(given, "expiresAt", path) }),
    ...(until === undefined ? {} : { until: time(given, "until", path) }),
    ...(data === undefined ? {} : { data }),
    digest: text(given, "digest", path),
  };
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

function text(fields: JsonObject, name: string, path = ""): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "") return value;
  throw unreadable(fieldPath(path, name), "no text");
}

function count(fields: JsonObject, name: string, path = ""): number {
  const value = fields[name];
  if (isCount(value)) return value;
  throw unreadable(fieldPath(path, name), "no number");
}

/** Clocks may show any time, also one before 1970. */
function time(fields: JsonObject, name: string, path: string): number {
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

function unreadable(path: string, found: string): CheckpointError {
  return new CheckpointError("unreadable", `the checkpoint is damaged: ${path} has ${found}`);
}
