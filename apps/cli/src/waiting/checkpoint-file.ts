// Reads and writes the checkpoints of missions that wait. A checkpoint contains results of tools,
// so only its owner can read the file.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { LoadError, fileProblem, isObject } from "@ptc/core/internal/host";
import { readTextFile } from "@ptc/core/internal/node";
import type { MissionCheckpoint, PendingCall } from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";

/** Returns the default path of a checkpoint: beside the folder of the default trace. */
export function checkpointPathFor(defaultTracePath: string): string {
  const folder = dirname(dirname(defaultTracePath));
  return join(folder, "checkpoints", `${basename(defaultTracePath, ".jsonl")}.json`);
}

/** Writes the checkpoint, and replaces an earlier one of the file. @throws LoadError */
export function writeCheckpointFile(path: string, checkpoint: MissionCheckpoint): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const next = `${path}.new`;
    writeFileSync(next, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 });
    renameSync(next, path);
  } catch (error) {
    throw new LoadError(`the checkpoint ${path} can't be written: ${fileProblem(error)}`);
  }
}

/** Returns the checkpoint of a file. `resume` checks its parts. @throws LoadError */
export function readCheckpointFile(host: Host, path: string): MissionCheckpoint {
  const text = readTextFile(host, path, "checkpoint");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const given = isObject(json) && isObject(json["checkpoint"]) ? json["checkpoint"] : json;
  if (!isObject(given) || given["format"] !== "ptc-checkpoint")
    throw new LoadError(`${path}: this is not a checkpoint: pass the file that ptc run wrote`);
  if (given["kind"] !== "mission")
    throw new LoadError(
      `${path}: this is the checkpoint of one program: continue it with resume of @ptc/lisp`,
    );
  const { pending, effects } = given;
  if (!Array.isArray(pending) || !Array.isArray(effects) || !pending.every(isPending))
    throw new LoadError(`${path}: the checkpoint is damaged: it has no list of calls`);
  return given as unknown as MissionCheckpoint;
}

/** True for a call with the fields that are shown. */
export function isPending(call: unknown): call is PendingCall {
  return (
    isObject(call) &&
    typeof call["id"] === "string" &&
    typeof call["tool"] === "string" &&
    typeof call["reason"] === "string" &&
    typeof call["askedAt"] === "number" &&
    isObject(call["arguments"])
  );
}
