// Remembers the mission folders of recorded and waiting runs, so that `ptc replay` and `ptc resume`
// find a mission outside the current folder, and the questions of `ptc ask` that wait. The file
// belongs to this person, because a recording or a checkpoint can come from others: nothing in them
// may decide which module is loaded. Lines of JSON, oldest first:
//
//   {"runId":"4f…","folder":"/home/ann/missions/stock"}
//   {"runId":"a0…","ask":{"question":"…","folder":"/home/ann","tools":["tools.ts"],…}}

import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { isObject } from "@ptc/core/internal/host";
import { storedSetup, type AskSetup } from "./ask-setup.ts";
import { stateFolder } from "../files/state-folder.ts";
import type { Host } from "../terminal/host.ts";

const fileName = "recorded-missions.jsonl";
/** A longer file is cut to its newest lines. */
const mostLines = 1_000;
const keptLines = 500;
const mostBytes = 4_000_000;
/** Longer questions aren't remembered. */
const mostBytesOfLine = 200_000;

/** The folder of a mission, and that of the libraries which replaced those of its agent. */
export interface MissionOrigin {
  readonly folder: string;
  readonly libraries?: string;
}

/** The origin of a run: the absolute folders of its mission, or a question. */
type Origin = MissionOrigin | { readonly ask: AskSetup };

type Entry = Origin & { readonly runId: string };

/** Adds a run to the file. If that fails, `ptc replay` needs the mission's folder. */
export function rememberMission(host: Host, entry: Entry): void {
  try {
    const path = pathOf(host);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const lines = linesOf(path);
    const line = `${JSON.stringify(entry)}\n`;
    if (line.length > mostBytesOfLine) return;
    const isFull = lines.length >= mostLines || bytesOf(lines) > mostBytes / 2;
    if (!isFull) appendFileSync(path, line, { mode: 0o600 });
    else writeFileSync(path, `${newest(lines).join("\n")}\n${line}`, { mode: 0o600 });
  } catch {
    // The recording is complete without this file.
  }
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
}

/** Returns the newest lines, with at most a quarter of the largest size. */
function newest(lines: readonly string[]): readonly string[] {
  const kept = lines.slice(-keptLines);
  while (bytesOf(kept) > mostBytes / 4) kept.splice(0, Math.ceil(kept.length / 4));
  return kept;
}

/** Returns the absolute folders of the mission of a run that this person recorded. */
export function rememberedMission(host: Host, runId: string): MissionOrigin | undefined {
  const origin = rememberedOrigin(host, runId);
  return origin !== undefined && "folder" in origin ? origin : undefined;
}

/** Returns the origin of a run of this person. */
export function rememberedOrigin(host: Host, runId: string): Origin | undefined {
  try {
    for (const line of linesOf(pathOf(host)).reverse()) {
      const entry = entryOf(line);
      if (entry?.runId === runId) return entry;
    }
  } catch {
    // An unreadable file is like a missing one.
  }
  return undefined;
}

function pathOf({ environment }: Host): string {
  return join(stateFolder(environment, homedir()), fileName);
}

/** @throws Error for files that can't be read, and for special files, which may be endless */
function linesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isFile() || found.size > mostBytes) throw new Error(`${path} is not such a file`);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function entryOf(line: string): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value["runId"] !== "string") return undefined;
  const { runId, folder, libraries } = value;
  if (typeof folder === "string" && isAbsolute(folder))
    return typeof libraries === "string" && isAbsolute(libraries)
      ? { runId, folder, libraries }
      : { runId, folder };
  const ask = storedSetup(value["ask"]);
  return ask === undefined || !isAbsolute(ask.folder) ? undefined : { runId, ask };
}
