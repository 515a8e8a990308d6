// Opens the SQLite file in which sessions outlive the process.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { RunStore } from "@ptc/core/store";
import { openSqliteStore } from "@ptc/store-sqlite";

/** Opens the file, and makes its folder, which only this user can read. @throws StoreError */
export async function openSessionStore(path: string): Promise<RunStore> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await openSqliteStore(path);
}
