// Remembers the mission folders of recorded runs, so that `ptc replay` finds a mission outside the
// current folder. The file belongs to this person, because a recording can come from others:
// nothing in a recording may decide which module is loaded. Lines of JSON, oldest first:
//
//   {"runId":"4f…","folder":"/home/ann/missions/stock"}

import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { stateFolder } from "../files/state-folder.ts";
import type { Host } from "../terminal/host.ts";

const fileName = "recorded-missions.jsonl";
/** A longer file is cut to its newest lines. */
const mostLines = 1_000;
const keptLines = 500;
const mostBytes = 4_000_000;

interface Entry {
  readonly runId: string;
  readonly folder: string;
}

/** Adds a run to the file. If that fails, `ptc replay` needs the mission's folder. */
export function rememberMission(host: Host, { runId, folder }: Entry): void {
  try {
    const path = pathOf(host);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const lines = linesOf(path);
    const line = `${JSON.stringify({ runId, folder })}\n`;
    if (lines.length < mostLines) appendFileSync(path, line, { mode: 0o600 });
    else writeFileSync(path, `${lines.slice(-keptLines).join("\n")}\n${line}`, { mode: 0o600 });
  } catch {
    // The recording is complete without this file.
  }
}

/** Returns the absolute folder of the mission of a run that this person recorded. */
export function rememberedMission(host: Host, runId: string): string | undefined {
  try {
    for (const line of linesOf(pathOf(host)).reverse()) {
      const entry = entryOf(line);
      if (entry?.runId === runId) return entry.folder;
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
  const { runId, folder } = (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Partial<Record<keyof Entry, unknown>>
  >;
  return typeof runId === "string" && typeof folder === "string" && isAbsolute(folder)
    ? { runId, folder }
    : undefined;
}
