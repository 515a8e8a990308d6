// Writes the checkpoint of a run that waits.

import { withTaskIds } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { nextTask } from "@ptc/core/internal/task";
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
  type StoredPending,
} from "../step/checkpoint.ts";
import { effectsPerTask, type Effect, type EffectLog, type ToolEffect } from "./effect-log.ts";
import type { RequestedCall } from "./held-calls.ts";
import { shownJson } from "./checkpoint-mask.ts";
import { shownArguments } from "./shown-arguments.ts";
import { signedText } from "./read-checkpoint.ts";
import { canonicalJson, type Cipher, type Digests } from "./seal.ts";

/** The longest checkpoint, in UTF-16 units of its JSON. */
const longestCheckpoint = 64 * 1024 * 1024;

/** The length of effects after which other work of the host gets a turn. */
const mostUnitsInTask = 50_000;

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
  readonly pending: readonly { readonly pending: RequestedCall; readonly args: Json }[];
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
  let units = 0;
  let unitsInTask = 0;
  for (const effect of log.effects) {
    const stored = await storedEffect(effect, parts);
    effects.push(stored);
    const { length } = JSON.stringify(stored);
    units += length + 1;
    unitsInTask += length;
    if (unitsInTask < mostUnitsInTask) continue;
    unitsInTask = 0;
    await nextTask();
  }
  const pending: StoredPending[] = [];
  for (const [index, { pending: call, args }] of state.pending.entries()) {
    if (index % effectsPerTask === effectsPerTask - 1) await nextTask();
    const { data, ...fields } = call;
    pending.push({
      ...fields,
      arguments: shownArguments(shownJson(args, firewall)) as PendingCall["arguments"],
      reason: firewall.mask(call.reason),
      ...(data === undefined ? {} : { data: shownJson(data as Json, firewall) }),
      digest: await digests.of(canonicalJson(args)),
    });
  }
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
  const length = units + JSON.stringify({ ...checkpoint, effects: [] }).length;
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
    withTaskIds(`/${location}`, (id) => {
      ids.add(id);
      return id;
    });
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
  const { unkept, outcome, tool, at, args, decision, ...rest } = effect;
  if (unkept !== undefined)
    throw new UnwritableError(
      `the result of tool/${tool} at ${at} can't be stored: ${shortened(unkept, 300)}`,
    );
  const { firewall } = parts;
  return {
    ...rest,
    tool,
    at,
    args: shownJson(args, firewall),
    ...(decision === undefined ? {} : { decision: decisionJson(decision, firewall) }),
    outcome: await storedPart({ ...outcome }, parts),
  };
}

function decisionJson(
  { decision, arguments: edited }: NonNullable<ToolEffect["decision"]>,
  firewall: Firewall,
): Json {
  return {
    decision,
    ...(edited === undefined ? {} : { arguments: shownJson(edited, firewall) }),
  };
}

async function storedPart(json: Json, { firewall, cipher }: Parts): Promise<StoredPart> {
  const masked = shownJson(json, firewall);
  if (masked === json) return { json };
  return cipher === undefined
    ? { json: masked, hidden: true }
    : { json: masked, encrypted: await cipher.encrypted(JSON.stringify(json)) };
}
