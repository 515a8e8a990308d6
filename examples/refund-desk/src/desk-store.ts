// The store of the desk: a SQLite file, or a file of lines on hosts without SQLite.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError, type RunStore } from "@ptc/core/store";
import { openFileStore } from "@ptc/core/store/node";
import { openSqliteStore } from "@ptc/store-sqlite";

export async function openDeskStore(folder: string): Promise<RunStore> {
  try {
    return await openSqliteStore(join(folder, "runs.db"));
  } catch (error) {
    if (!(error instanceof StoreError && error.problem === "unavailable")) throw error;
    return await openFileStore(join(folder, "runs.jsonl"));
  }
}

/** Returns the bytes of the store's files as text. */
export function storedText(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.startsWith("runs."));
  return files.map((name) => readFileSync(join(folder, name), "latin1")).join("\n");
}
