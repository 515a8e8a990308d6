// Errors of SQLite as errors of the store: each names the file and a remedy.
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError, type StoreProblem } from "@ptc/core/store";

interface Explanation {
  readonly problem: StoreProblem;
  /** What is wrong with the file, and what to do. */
  readonly text: string;
}

/** By primary result code: https://sqlite.org/rescode.html */
const explanations: ReadonlyMap<number, readonly [name: string, Explanation]> = new Map([
  [3, ["PERM", unavailable("permission is denied: check the owner and the mode of the file")]],
  [5, ["BUSY", unavailable("another program has locked the file: end it, or raise `timeoutMs`")]],
  [6, ["LOCKED", unavailable("another program has locked the file: end it, or raise `timeoutMs`")]],
  [7, ["NOMEM", unavailable("memory is exhausted: store smaller values")]],
  [
    8,
    [
      "READONLY",
      {
        problem: "read_only",
        text: "the file or its folder is read-only: make both writable, or use another file",
      },
    ],
  ],
  [10, ["IOERR", unavailable("reading or writing failed: check the disk, and try again")]],
  [
    11,
    [
      "CORRUPT",
      {
        problem: "damaged",
        text:
          "the file is damaged: restore a backup, or save what can be read with " +
          "`sqlite3 <file> .recover`",
      },
    ],
  ],
  [
    13,
    [
      "FULL",
      { problem: "full", text: "the disk or the quota is full: make room, or prune old records" },
    ],
  ],
  [14, ["CANTOPEN", unavailable("the file can't be opened: check its path and its permissions")]],
  [
    15,
    [
      "PROTOCOL",
      unavailable("the file can't be locked: use a local disk instead of a network folder"),
    ],
  ],
  [
    18,
    [
      "TOOBIG",
      { problem: "too_large", text: "a value is larger than SQLite allows: store less in the run" },
    ],
  ],
  [
    26,
    [
      "NOTADB",
      {
        problem: "damaged",
        text: "the file isn't a SQLite database: use another file, or restore a backup",
      },
    ],
  ],
] satisfies [number, [string, Explanation]][]);

function unavailable(text: string): Explanation {
  return { problem: "unavailable", text };
}

/** True if another connection has the lock now. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && ((code & 0xff) === 5 || (code & 0xff) === 6);
}

/** Returns the error about a file that is no longer at its path. */
export function movedError(store: string): StoreError {
  return new StoreError(
    "unavailable",
    `${store}: the file was moved or deleted while it was open: open the store again`,
  );
}

/** Returns the error about a change that the system couldn't write to the disk. */
export function syncErrorOf(store: string, error: unknown): StoreError {
  const { code } = error instanceof Error ? (error as { readonly code?: unknown }) : {};
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(
    isFull ? "full" : "unavailable",
    `${store}: the last change may not be on the disk: ${isFull ? "make room" : "check the disk"}, ` +
      `and open the store again (${message})`,
    { cause: error },
  );
}

/** Converts what a driver throws when it opens a file, also if the driver itself doesn't work. */
export function openErrorOf(store: string, path: string, error: unknown): unknown {
  const converted = storeErrorOf(store, path, error);
  if (converted instanceof StoreError || !(error instanceof Error)) return converted;
  const [message = ""] = error.message.split("\n");
  return new StoreError(
    "unavailable",
    `${store}: the SQLite of this host (Node ${process.versions.node}) can't be loaded: ` +
      "use Node 22.13 or newer, or build better-sqlite3 for this version of Node with " +
      `\`npm rebuild better-sqlite3\` (${message})`,
    { cause: error },
  );
}

/** Converts what a driver throws. Errors of the store itself are returned as they are. */
export function storeErrorOf(store: string, path: string, error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  const { problem, text } = explanationOf(path, code);
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(problem, `${store}: ${text} (SQLite: ${message})`, { cause: error });
}

function explanationOf(path: string, code: number): Explanation {
  if ((code & 0xff) === 14) {
    const folder = dirname(path);
    if (!existsSync(folder)) return unavailable(`the folder ${folder} doesn't exist: create it`);
    if (isFolder(path)) return unavailable("the path is a folder: use the path of a file");
  }
  return (
    explanations.get(code & 0xff)?.[1] ?? {
      problem: "damaged",
      text: "the tables aren't those of this release: restore a backup, or use another file",
    }
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Returns the result code: `node:sqlite` has numbers, better-sqlite3 names. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === "number") return errcode;
  if (typeof code !== "string") {
    // better-sqlite3 checks the folder itself.
    return /directory does not exist/.test(error.message) ? 14 : undefined;
  }
  if (!code.startsWith("SQLITE_")) return undefined;
  for (const [number, [name]] of explanations)
    if (code === `SQLITE_${name}` || code.startsWith(`SQLITE_${name}_`)) return number;
  return 1;
}
