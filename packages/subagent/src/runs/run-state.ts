// The stored form of a run: a snapshot, and entries after it.
//
//   snapshot   {"format":"ptc-run","version":1,"attempts":2,"input":{…},"checkpoint":{…}}
//   entries    {"type":"attempt","at":…}            a worker began or continued the run
//              {"type":"start",…} {"type":"effect",…} …     those of `onCheckpoint`
//              {"type":"failure",…}                 why it can't be continued
//              {"type":"resumed",…}                 `resume` was called
//
// The store may have been edited, so everything is checked when it is read.

import type { Json } from "@ptc/core/encoding";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { RecordKey, StoredRecord } from "@ptc/core/store";
import type { CheckpointEntry } from "@ptc/lisp";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { StepJson } from "../step-json/step-schema.ts";
import type { RunFailure } from "./run-info.ts";
import { RunsError } from "./runs-error.ts";

const format = "ptc-run";
const version = 1;

/** The input of a run, as it is stored. */
export interface RunInput {
  /** The context in the tagged encoding, without firewalled fields if they may not be stored. */
  readonly context?: Json;
  /** True if the context was stored without firewalled fields. */
  readonly isMasked?: true;
  readonly prompt?: string;
}

/** The snapshot of a run. */
export interface RunSnapshot {
  readonly attempts: number;
  readonly input: RunInput;
  /** The id of the record of its journal. */
  readonly journal?: string;
  /** The key of firewalled values in checkpoints. Only in encrypted stores. */
  readonly secret?: string;
  readonly checkpoint?: MissionCheckpoint;
  readonly step?: StepJson;
  readonly reason?: string;
}

/** A run as it was read. */
export interface RunState {
  readonly snapshot: RunSnapshot;
  /** The entries of `onCheckpoint` since the snapshot, or since the run was started again. */
  readonly entries: readonly CheckpointEntry[];
  /** The checkpoint before the entries. */
  readonly base: MissionCheckpoint | undefined;
  /** The number of attempts since the snapshot, or since `resume` was called. */
  readonly attempts: number;
  readonly failure: RunFailure | undefined;
}

export function runKey(id: string): RecordKey {
  return { kind: "run", id };
}

export function inboxKey(id: string): RecordKey {
  return { kind: "inbox", id };
}

export function snapshotText(snapshot: RunSnapshot): string {
  return JSON.stringify({ format, version, ...snapshot });
}

/** Entries of a run that aren't entries of its checkpoint. */
export type RunEntry =
  | { readonly type: "attempt"; readonly at: number; readonly owner: string }
  | { readonly type: "resumed"; readonly at: number }
  | ({ readonly type: "failure"; readonly at: number } & RunFailure);

/** The number of attempts since the snapshot. Damaged entries are none. */
export function attemptsIn({ entries }: Pick<StoredRecord, "entries">): number {
  return entries.filter((text) => text.startsWith('{"type":"attempt"')).length;
}

/** @throws RunsError for data that isn't a run */
export function readRun({ id, snapshot, entries }: StoredRecord): RunState {
  const read = snapshotOf(id, snapshot);
  let since: CheckpointEntry[] = [];
  let base = read.checkpoint;
  let attempts = 0;
  let failure: RunFailure | undefined;
  for (const text of entries) {
    const entry = parsed(id, text, "an entry");
    switch (entry["type"]) {
      case "attempt":
        attempts += 1;
        failure = undefined;
        break;
      case "resumed":
        attempts = 0;
        failure = undefined;
        break;
      case "failure":
        failure = {
          problem: textOf(entry["problem"]) ?? "unreadable",
          message: textOf(entry["message"]) ?? "the reason is missing",
        };
        break;
      default:
        if (entry["type"] === "start") {
          // The run was started again, from one of its turns.
          since = [];
          base = undefined;
        }
        // `checkpointOf` checks its fields.
        since.push(entry as unknown as CheckpointEntry);
    }
  }
  return { snapshot: read, entries: since, base, attempts, failure };
}

function snapshotOf(id: string, text: string | undefined): RunSnapshot {
  if (text === undefined) throw damaged(id, "it has no snapshot");
  const given = parsed(id, text, "the snapshot");
  if (given["format"] !== format) throw damaged(id, "the snapshot isn't one of a run");
  if (given["version"] !== version)
    throw new RunsError(
      "version",
      `another release wrote the run ${shown(id)}: update @ptc/subagent`,
    );
  const { attempts, input, checkpoint, step } = given;
  if (typeof attempts !== "number" || !Number.isSafeInteger(attempts) || attempts < 0)
    throw damaged(id, "the number of attempts is missing");
  if (!isObject(input)) throw damaged(id, "the input is missing");
  if (checkpoint !== undefined && (!isObject(checkpoint) || !Array.isArray(checkpoint["pending"])))
    throw damaged(id, "the checkpoint isn't one");
  if (step !== undefined && !isObject(step)) throw damaged(id, "the step isn't one");
  const journal = textOf(given["journal"]);
  const secret = textOf(given["secret"]);
  const reason = textOf(given["reason"]);
  return {
    attempts,
    input: inputOf(input),
    ...(journal === undefined ? {} : { journal }),
    ...(secret === undefined ? {} : { secret }),
    ...(reason === undefined ? {} : { reason }),
    // `resume` and `stepFromJson` check their fields.
    ...(checkpoint === undefined ? {} : { checkpoint: checkpoint as unknown as MissionCheckpoint }),
    ...(step === undefined ? {} : { step: step as unknown as StepJson }),
  };
}

function inputOf({ context, isMasked, prompt }: JsonObject): RunInput {
  return {
    ...(context === undefined ? {} : { context: context as Json }),
    ...(isMasked === true ? { isMasked } : {}),
    ...(typeof prompt === "string" ? { prompt } : {}),
  };
}

/** Reads stored JSON that is an object. @throws RunsError for other data */
export function parsed(id: string, text: string, what: string): JsonObject {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw damaged(id, `${what} isn't JSON`, error);
  }
  if (!isObject(json)) throw damaged(id, `${what} isn't an object`);
  return json;
}

/** Returns the error of stored data that can't be read. */
export function damaged(id: string, why: string, cause?: unknown): RunsError {
  const message = `the stored data of the run ${shown(id)} is damaged: ${why}`;
  return new RunsError("unreadable", message, cause === undefined ? undefined : { cause });
}

/** Returns an id for a message: quoted and shortened. */
export function shown(id: string): string {
  return shortened(JSON.stringify(id), 200);
}

function textOf(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}
