// Combines all scripts of a folder, for a process that needs all of them.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readScript } from "./script-text.ts";

/** Written by the build: a hash of all scripts, then their names, one per line. */
const list = "scripts.txt";

/** Returns a version that changes with the scripts. @throws if the folder has no scripts */
export function versionOfAll(folder: string): string {
  const [hash = ""] = readFileSync(join(folder, list), "latin1").split("\n");
  return `${hash} ${String(statSync(join(folder, list)).mtimeMs)}`;
}

/**
 * Returns a script that evaluates to a list of all module tables. @throws if a script can't be
 * read
 */
export function readAllScripts(folder: string): { readonly path: string; readonly text: string } {
  const path = join(folder, list);
  const [, ...names] = readFileSync(path, "latin1").trim().split("\n");
  return { path, text: `[${names.map((name) => readScript(folder, name).text).join(",\n")}]` };
}
