// Writes the checkpoint of a mission that waits, and reads it back.

import type { Json } from "@ptc/core/encoding";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { nextTask } from "@ptc/core/internal/task";
import type { Firewall } from "@ptc/core/firewall";
import { CheckpointError } from "@ptc/lisp";
import {
  assertIdsShown,
  checkpointFormat,
  checkpointVersion,
  hasTask,
  isPlainPart,
  lengthInPieces,
  readFrame,
  sealed,
  shownJson,
  storedPart,
  type MaskText,
  storedPending,
  text,
  time,
  unreadable,
  UnwritableError,
  type CheckpointFrame,
  type CheckpointInputs,
  type Digests,
  type Keys,
  type PartSecrets,
  type PassedValues,
  type RequestedCall,
  type StoredParts,
} from "@ptc/lisp/internal/waiting";
import type { MissionCheckpoint, StoredEffect } from "../step/mission-checkpoint.ts";
import { isSuspended } from "./line-outcomes.ts";
import type { Line, LineType, MissionLines } from "./mission-lines.ts";

/** The state of a mission that waits. */
export interface MissionState {
  readonly runId: string;
  readonly seed: string;
  readonly durationMs: number;
  readonly salt: string | undefined;
  readonly digests: Digests;
  readonly inputs: CheckpointInputs;
  /** The context to keep; undefined if it isn't kept. */
  readonly context: Json | undefined;
  readonly journal: Json | undefined;
  /** The message of a chat. */
  readonly message: string | undefined;
  readonly lines: MissionLines;
  readonly pending: readonly { readonly pending: RequestedCall; readonly args: Json }[];
  readonly firewall: Firewall;
  readonly secrets: PartSecrets;
  readonly isSigned: boolean;
  readonly entries: MissionCheckpoint["entries"];
  readonly forks: readonly Fork[];
}

/** A turn at which the run was forked, and the prefix of the ids of its calls from there on. */
export type Fork = readonly [turn: number, runId: string];

/** Returns the fields that a run has from its start. */
export async function checkpointStart({
  runId,
  seed,
  salt,
  inputs,
  context,
  journal,
  message,
  forks,
  firewall,
  secrets,
}: Omit<MissionState, "lines" | "pending" | "durationMs" | "isSigned" | "entries">) {
  return {
    format: checkpointFormat,
    version: checkpointVersion,
    kind: "mission",
    runId,
    seed,
    ...(salt === undefined ? {} : { salt }),
    inputs,
    ...(context === undefined ? {} : { context: await storedPart(context, firewall, secrets) }),
    ...(journal === undefined ? {} : { journal: await storedPart(journal, firewall, secrets) }),
    ...(message === undefined ? {} : { message: await storedPart(message, firewall, secrets) }),
    ...(forks.length === 0 ? {} : { forks }),
  } as const;
}

/** The length of effects after which other work of the host gets a turn. */
const mostUnitsInTask = 50_000;

/** @throws UnwritableError that names the effect that can't be stored */
export async function writeMissionCheckpoint(state: MissionState): Promise<MissionCheckpoint> {
  const { lines, firewall, secrets } = state;
  assertKept(state);
  const effects: StoredEffect[] = [];
  let units = 0;
  let unitsInTask = 0;
  for (const line of lines.lines) {
    const stored = await storedLine(line, firewall, secrets);
    effects.push(stored);
    const length = await lengthInPieces(stored as unknown as Json);
    units += length + 1;
    unitsInTask += length;
    if (unitsInTask < mostUnitsInTask) continue;
    unitsInTask = 0;
    await nextTask();
  }
  const { entries } = state;
  const checkpoint: MissionCheckpoint = {
    ...(await checkpointStart(state)),
    durationMs: state.durationMs,
    ...(entries === undefined ? {} : { entries }),
    effects,
    times: lines.times.map(([at, { timestamp, durationMs }]) => [at, timestamp, durationMs]),
    pending: await storedPending(state),
  };
  return await sealed(checkpoint, units, state);
}

function assertKept({ lines, pending, firewall }: MissionState): void {
  for (const [effect, why] of lines.unkept)
    throw new UnwritableError(`${shortened(effect, 300)} can't be stored: ${shortened(why, 300)}`);
  const ids: string[] = [];
  const locations = [
    ...lines.times.map(([at]) => at),
    ...pending.map(({ pending: call }) => call.id),
  ];
  for (const { type, at } of lines.lines) (type === "store" ? ids : locations).push(at);
  assertIdsShown(locations, ids, firewall);
}

export async function storedLine(
  line: Line,
  firewall: Firewall,
  secrets: PartSecrets,
): Promise<StoredEffect> {
  if (!("outcome" in line)) return { ...line };
  const { outcome, ...rest } = line;
  return {
    ...rest,
    ...("args" in rest ? { args: shownJson(rest.args, firewall) } : {}),
    outcome:
      secrets.cipher === undefined && isSuspended(outcome)
        ? // A person sees the reason and the data, and the run doesn't use them.
          { json: shownJson(outcome, firewall) }
        : await storedPart(outcome, firewall, secrets, maskOf(line, firewall)),
  };
}

/** Models write programs, which must be complete to run again. */
function maskOf({ type }: Line, firewall: Firewall): MaskText {
  return (text) => (type === "model" ? firewall.maskCode(text) : firewall.mask(text));
}

/**
 * Does the same at once for lines of calls and requests without anything to hide. Undefined for
 * some of them, and for all other lines.
 */
export function plainLine(line: Line, firewall: Firewall): StoredEffect | undefined {
  if (line.type === "model")
    // An entry that takes no time lets the calls of a program return at once.
    return !hasTask(line.at) && isPlainPart(line.outcome, firewall)
      ? { ...line, outcome: { json: line.outcome } }
      : undefined;
  if (line.type !== "tool" || hasTask(line.at)) return undefined;
  const { args, outcome } = line;
  return isPlainPart(args, firewall) && isPlainPart(outcome, firewall) && !isSuspended(outcome)
    ? { ...line, outcome: { json: outcome } }
    : undefined;
}

/** The values that the caller of `resume` passes again. */
export interface PassedAgain {
  readonly passed: PassedValues;
  /** True if the context is among them. */
  readonly hasContext: boolean;
}

/** A checkpoint of a mission whose parts are decrypted. */
export interface OpenedMission extends Omit<CheckpointFrame, "message"> {
  readonly seed: string;
  readonly message: string | undefined;
  readonly lines: readonly Line[];
  readonly forks: readonly Fork[];
}

/** @throws CheckpointError */
export async function readMissionCheckpoint(
  given: unknown,
  keys: Keys,
  passed: PassedAgain,
): Promise<OpenedMission> {
  const reader = { kind: "mission", read: readLine } as const;
  const { frame, effects, fields } = await readFrame(given, keys, reader, passed);
  const seed = text(fields, "seed");
  if (!/^[0-9a-f]{32}(?: run \d+)?$/.test(seed)) throw unreadable("seed", "no seed");
  // The application names the runs of program tools. All others have the id of their trace.
  if (!/^[^/]{1,1000}$/u.test(frame.runId)) throw unreadable("runId", "no id");
  const { message } = frame;
  if (message !== undefined && typeof message !== "string") throw unreadable("message", "no text");
  return {
    ...frame,
    seed,
    message,
    lines: effects,
    forks: forksOf(fields),
  };
}

const mostForks = 1_000;

function forksOf({ forks = [] }: JsonObject): readonly Fork[] {
  if (!Array.isArray(forks) || forks.length > mostForks) throw unreadable("forks", "no list");
  return forks.map((given: unknown, index): Fork => {
    const [turn, runId] = Array.isArray(given) ? (given as readonly unknown[]) : [];
    if (typeof turn === "number" && Number.isSafeInteger(turn) && isRunId(runId))
      return [turn, runId];
    throw unreadable(`forks[${String(index)}]`, "no turn and id");
  });
}

function isRunId(given: unknown): given is string {
  return typeof given === "string" && /^[0-9a-f]{32}$/.test(given);
}

const lineTypes: ReadonlySet<unknown> = new Set<LineType>([
  "mission",
  "model",
  "tool",
  "rule",
  "approval",
  "decision",
  "time",
  "store",
  "budget",
  "pause",
]);

async function readLine(given: unknown, path: string, parts: StoredParts): Promise<Line> {
  if (!isObject(given)) throw unreadable(path, "no object");
  if (!lineTypes.has(given["type"])) throw unreadable(`${path}.type`, "an unknown effect");
  const type = given["type"] as LineType;
  const at = typeof given["at"] === "string" ? given["at"] : text(given, "at", path);
  const t = time(given, "t", path);
  const later = given["isLater"] === true ? { isLater: true as const } : {};
  const outcome = async (what: string): Promise<Json> =>
    (await parts.read(given["outcome"], `${path}.outcome`, what)) ?? missing(`${path}.outcome`);
  const place = shortened(at, 100);
  switch (type) {
    case "mission": {
      const model = given["model"] === undefined ? undefined : text(given, "model", path);
      return { type, at, t, ...(model === undefined ? {} : { model }) };
    }
    case "model":
      return {
        type,
        at,
        t,
        request: text(given, "request", path),
        outcome: await outcome(`the answer of the model at ${place}`),
      };
    case "tool": {
      const tool = text(given, "tool", path);
      const args = (given["args"] ?? null) as Json;
      const what = `tool/${shortened(tool, 100)} at ${place}`;
      return { type, at, t, tool, args, ...later, outcome: await outcome(what) };
    }
    case "rule":
      return { type, at, t, ...later, outcome: await outcome(`the approval rule at ${place}`) };
    case "approval":
    case "decision":
      return { type, at, t, outcome: await outcome(`the decision at ${place}`) };
    case "time":
      return { type, at, t, now: time(given, "now", path) };
    case "store":
      return { type, at, t, ...later };
    case "budget":
      return { type, at, t, ...later, ...flag(given, "continues") };
    case "pause":
      return { type, at, t, ...flag(given, "unanswered") };
  }
}

function missing(path: string): never {
  throw unreadable(path, "no JSON");
}

function flag<Name extends string>(
  given: JsonObject,
  name: Name,
): { readonly [Key in Name]?: true } {
  return (given[name] === true ? { [name]: true } : {}) as { readonly [Key in Name]?: true };
}

/** @throws CheckpointError if the run can't report changes that it reported before */
export function assertStored({ lines }: OpenedMission, onJournal: unknown): void {
  if (onJournal === undefined && lines.some(({ type }) => type === "store"))
    throw new CheckpointError(
      "changed",
      "the run reported changes of its journal: pass its `onJournal` again",
    );
}
