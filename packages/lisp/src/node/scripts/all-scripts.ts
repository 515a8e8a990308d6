// All scripts of a folder as one, for a process that needs all of them.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readScript } from "./script-text.ts";

/** Written by the build: a hash of all, then their names, one a line. */
const list = "scripts.txt";

/** Differs where the scripts do. @throws where there are none */
export function versionOfAll(folder: string): string {
  const [hash = ""] = readFileSync(join(folder, list), "latin1").split("\n");
  return `${hash} ${String(statSync(join(folder, list)).mtimeMs)}`;
}

/** A script whose value is a list of their tables. @throws where one cannot be read */
export function readAllScripts(folder: string): { readonly path: string; readonly text: string } {
  const path = join(folder, list);
  const [, ...names] = readFileSync(path, "latin1").trim().split("\n");
  return { path, text: `[${names.map((name) => readScript(folder, name).text).join(",\n")}]` };
}
