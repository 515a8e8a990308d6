// Reads files as text. Errors name the file.

import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { LoadError, fileProblem } from "../internal/host/index.ts";
import { decodeUtf8 } from "./decode-utf8.ts";

/** Relative paths start in this folder. */
export interface CurrentFolder {
  readonly folder: string;
}

/**
 * Returns the text of a file. `purpose` says in messages what the file is for.
 * @throws LoadError naming the file
 */
export function readTextFile({ folder }: CurrentFolder, path: string, purpose: string): string {
  const shown = `${purpose} ${path}`;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(folder, path));
  } catch (error) {
    throw new LoadError(`${shown}: ${fileProblem(error)}`);
  }
  return decodedText(bytes, shown);
}

/** Returns the text of UTF-8 bytes. @throws LoadError that starts with `shown` */
export function decodedText(bytes: Uint8Array, shown: string): string {
  const result = decodeUtf8(bytes);
  if (!result.ok) throw new LoadError(`${shown}: ${result.message}`);
  return result.text;
}

/** True if a file of that name exists. Text that can't be a file name is not a file. */
export function isFile({ folder }: CurrentFolder, path: string): boolean {
  if (path === "" || path.includes("\0")) return false;
  try {
    return statSync(resolve(folder, path), { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
