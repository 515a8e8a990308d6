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
  type EntryPlace,
  type PendingCall,
  type StoredEffect,
  type StoredPending,
} from "../step/checkpoint.ts";
import { effectsPerTask, type Effect, type EffectLog, type ToolEffect } from "./effect-log.ts";
import type { RequestedCall } from "./waiting-calls.ts";
import { shownJson } from "./checkpoint-mask.ts";
import { lengthInPieces } from "./encoded-pieces.ts";
import { longestCheckpoint } from "./pieces.ts";
import { shownArguments } from "./shown-arguments.ts";
import { signedText } from "./read-checkpoint.ts";
import { canonicalJson, type Digests } from "./seal.ts";
import { storedPart, type PartSecrets } from "./stored-parts.ts";

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
  readonly secrets: PartSecrets;
  readonly entries: EntryPlace | undefined;
  /** True if the checkpoint is signed with the key of `digests`. */
  readonly isSigned: boolean;
}

/** The checkpoint can't be written. */
export class UnwritableError extends Error {
  override readonly name: string = "UnwritableError";
}

/** @throws UnwritableError that names the effect that can't be stored */
export async function writeCheckpoint(state: WaitingState): Promise<Checkpoint> {
  const { log, firewall, secrets, entries } = state;
  assertNoHiddenId(state);
  const effects: StoredEffect[] = [];
  let units = 0;
  let unitsInTask = 0;
  for (const effect of log.effects) {
    const stored = await storedEffect(effect, firewall, secrets);
    effects.push(stored);
    const length = await lengthInPieces(stored as unknown as Json);
    units += length + 1;
    unitsInTask += length;
    if (unitsInTask < mostUnitsInTask) continue;
    unitsInTask = 0;
    await nextTask();
  }
  const pending = await storedPending(state);
  const checkpoint: Checkpoint = {
    ...(await checkpointStart(state)),
    durationMs: state.durationMs,
    ...(entries === undefined ? {} : { entries }),
    effects,
    times: log.times.map(([at, { timestamp, durationMs }]) => [at, timestamp, durationMs]),
    pending,
  };
  return await sealed(checkpoint, units, state);
}

/** Returns the fields that a run has from its start. */
export async function checkpointStart({
  runId,
  turn,
  seed,
  salt,
  inputs,
  context,
  journal,
  firewall,
  secrets,
}: Omit<WaitingState, "durationMs" | "log" | "pending" | "entries" | "isSigned">) {
  return {
    format: checkpointFormat,
    version: checkpointVersion,
    kind: "program",
    runId,
    turn,
    seed,
    ...(salt === undefined ? {} : { salt }),
    inputs,
    ...(context === undefined ? {} : { context: await storedPart(context, firewall, secrets) }),
    ...(journal === undefined ? {} : { journal: await storedPart(journal, firewall, secrets) }),
  } as const;
}

/** Calls that wait, with the JSON of their arguments. */
type PendingState = Pick<WaitingState, "pending" | "digests" | "firewall">;

/** Returns the calls that wait, without firewalled values, and with digests of their arguments. */
export async function storedPending({
  pending: calls,
  digests,
  firewall,
}: PendingState): Promise<readonly StoredPending[]> {
  const pending: StoredPending[] = [];
  for (const [index, { pending: call, args }] of calls.entries()) {
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
  return pending;
}

/**
 * Returns the checkpoint, signed if the run has a key. `units` is the length of its effects.
 * @throws UnwritableError for a checkpoint that is too long
 */
export async function sealed<Made extends object>(
  checkpoint: Made,
  units: number,
  { digests, isSigned }: Pick<WaitingState, "digests" | "isSigned">,
): Promise<Made & { readonly signature?: string }> {
  const length = units + (await lengthInPieces({ ...checkpoint, effects: [] }));
  if (length > longestCheckpoint)
    throw new UnwritableError(
      `it has ${String(length)} characters, and at most ${String(longestCheckpoint)} are allowed`,
    );
  return isSigned
    ? { ...checkpoint, signature: await digests.of(await signedText(checkpoint)) }
    : checkpoint;
}

function assertNoHiddenId({ log, pending, firewall }: WaitingState): void {
  const ids: string[] = [];
  const locations = [
    ...log.times.map(([at]) => at),
    ...pending.map(({ pending: call }) => call.id),
  ];
  for (const { type, at } of log.effects) (type === "store" ? ids : locations).push(at);
  assertIdsShown(locations, ids, firewall);
}

/**
 * Resuming needs the ids of tasks as they are, in the locations of effects.
 * @throws UnwritableError for an id that contains a firewalled value
 */
export function assertIdsShown(
  locations: Iterable<string>,
  taskIds: Iterable<string>,
  firewall: Firewall,
): void {
  const ids = new Set(taskIds);
  for (const location of locations)
    withTaskIds(`/${location}`, (id) => {
      ids.add(id);
      return id;
    });
  for (const id of ids)
    if (firewall.mask(id) !== id)
      throw new UnwritableError(
        "the id of a task contains a firewalled value: name the task without it",
      );
}

async function storedEffect(
  effect: Effect,
  firewall: Firewall,
  secrets: PartSecrets,
): Promise<StoredEffect> {
  if ("unkept" in effect)
    throw new UnwritableError(
      `the result of tool/${effect.tool} at ${effect.at} can't be stored: ${shortened(effect.unkept, 300)}`,
    );
  return await entryEffect(effect, firewall, secrets);
}

/** Returns an effect as JSON. An outcome that can't be stored has its reason instead. */
export async function entryEffect(
  effect: Effect,
  firewall: Firewall,
  secrets: PartSecrets,
): Promise<StoredEffect> {
  if (effect.type === "edit")
    return {
      ...effect,
      args: shownJson(effect.args, firewall),
      outcome: await storedPart({ ...effect.outcome }, firewall, secrets),
    };
  if (effect.type !== "tool") return effect;
  const { unkept, outcome, args, decision, ...rest } = effect;
  return {
    ...rest,
    args: shownJson(args, firewall),
    ...(decision === undefined ? {} : { decision: decisionJson(decision, firewall) }),
    outcome:
      unkept === undefined
        ? await storedPart({ ...outcome }, firewall, secrets)
        : { json: { unkept: firewall.mask(unkept) } },
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
