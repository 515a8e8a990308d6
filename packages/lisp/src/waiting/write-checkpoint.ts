// Writes the checkpoint of a run that waits.

import { shortened } from "@ptc/core/internal/printing";
import { storableValue } from "@ptc/core/internal/stored";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import {
  checkpointFormat,
  checkpointVersion,
  type Checkpoint,
  type CheckpointInputs,
  type PendingCall,
  type StoredEffect,
  type StoredPart,
} from "../step/checkpoint.ts";
import type { Effect, EffectLog } from "./effect-log.ts";
import { maskedJson } from "./masked-json.ts";
import { signedText } from "./read-checkpoint.ts";
import { canonicalJson, type Cipher, type Digests } from "./seal.ts";

/** The longest checkpoint, in UTF-16 units of its JSON. */
const longestCheckpoint = 64 * 1024 * 1024;

/** The state of a run that waits. */
export interface WaitingState {
  readonly runId: string;
  readonly turn: number;
  readonly seed: number;
  readonly durationMs: number;
  readonly salt: string | undefined;
  readonly digests: Digests;
  readonly inputs: CheckpointInputs;
  /** The context to keep; undefined if it isn't kept. */
  readonly context: Json | undefined;
  readonly journal: Json | undefined;
  readonly log: EffectLog;
  readonly pending: readonly { readonly pending: PendingCall; readonly args: Json }[];
  readonly firewall: Firewall;
  readonly cipher: Cipher | undefined;
  /** True if the checkpoint is signed with the key of `digests`. */
  readonly isSigned: boolean;
}

/** The checkpoint can't be written. */
export class UnwritableError extends Error {
  override readonly name: string = "UnwritableError";
}

/** @throws UnwritableError that names the effect that can't be stored */
export async function writeCheckpoint(state: WaitingState): Promise<Checkpoint> {
  const { log, digests, firewall, salt } = state;
  const parts = { firewall, cipher: state.cipher };
  assertNoHiddenId(state);
  const effects: StoredEffect[] = [];
  for (const effect of log.effects) effects.push(await storedEffect(effect, parts));
  const pending = await Promise.all(
    state.pending.map(async ({ pending: call, args }) => ({
      ...call,
      reason: firewall.mask(call.reason),
      ...(call.data === undefined ? {} : { data: maskedJson(storableValue(call.data), firewall) }),
      digest: await digests.of(canonicalJson(args)),
    })),
  );
  const checkpoint: Checkpoint = {
    format: checkpointFormat,
    version: checkpointVersion,
    kind: "program",
    runId: state.runId,
    turn: state.turn,
    seed: state.seed,
    durationMs: state.durationMs,
    ...(salt === undefined ? {} : { salt }),
    inputs: state.inputs,
    ...(state.context === undefined ? {} : { context: await storedPart(state.context, parts) }),
    ...(state.journal === undefined ? {} : { journal: await storedPart(state.journal, parts) }),
    effects,
    times: Array.from(log.times, ([at, { timestamp, durationMs }]) => [at, timestamp, durationMs]),
    pending,
  };
  const { length } = JSON.stringify(checkpoint);
  if (length > longestCheckpoint)
    throw new UnwritableError(
      `it has ${String(length)} characters, and at most ${String(longestCheckpoint)} are allowed`,
    );
  return state.isSigned
    ? { ...checkpoint, signature: await digests.of(signedText(checkpoint)) }
    : checkpoint;
}

/**
 * Resuming needs the ids of tasks as they are, in the locations of effects.
 * @throws UnwritableError for an id that contains a firewalled value
 */
function assertNoHiddenId({ log, pending, firewall }: WaitingState): void {
  const ids = new Set<string>();
  const note = (location: string): void => {
    for (const [, id = ""] of location.matchAll(/(?:^|\/)t\d*\.([^/]*)/g))
      ids.add(
        id.replace(/%([\da-f]{4})/g, (_, digits: string) =>
          String.fromCharCode(parseInt(digits, 16)),
        ),
      );
  };
  for (const { type, at } of log.effects)
    if (type === "store") ids.add(at);
    else note(at);
  for (const location of log.times.keys()) note(location);
  for (const { pending: call } of pending) note(call.id);
  for (const id of ids)
    if (firewall.mask(id) !== id)
      throw new UnwritableError(
        "the id of a task contains a firewalled value: name the task without it",
      );
}

interface Parts {
  readonly firewall: Firewall;
  readonly cipher: Cipher | undefined;
}

async function storedEffect(effect: Effect, parts: Parts): Promise<StoredEffect> {
  if (effect.type !== "tool") return effect;
  const { unkept, outcome, tool, at, ...rest } = effect;
  if (unkept !== undefined)
    throw new UnwritableError(
      `the result of tool/${tool} at ${at} can't be stored: ${shortened(unkept, 300)}`,
    );
  return { ...rest, tool, at, outcome: await storedPart({ ...outcome }, parts) };
}

async function storedPart(json: Json, { firewall, cipher }: Parts): Promise<StoredPart> {
  const masked = maskedJson(json, firewall);
  if (masked === json) return { json };
  return cipher === undefined
    ? { json: masked, hidden: true }
    : { json: masked, encrypted: await cipher.encrypted(JSON.stringify(json)) };
}
