// Reads files and standard input as text. What cannot be read is wrong usage, and the message names
// the file.

import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { decodeUtf8 } from "./decode-utf8.ts";

/**
 * `what` says in the message what the file is for.
 * @throws UsageError naming the file
 */
export function readTextFile(host: Pick<Host, "folder">, path: string, what: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(host.folder, path));
  } catch (error) {
    throw new UsageError(`${what} ${path}: ${fileProblem(error)}`);
  }
  return decoded(bytes, `${what} ${path}`);
}

/** Whether there is a file of that name; a text that cannot be a name is none. */
export function isFile(host: Pick<Host, "folder">, path: string): boolean {
  if (path === "" || path.includes("\0")) return false;
  try {
    return statSync(resolve(host.folder, path), { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** @throws UsageError */
export async function readStandardInput(host: Pick<Host, "input">, what: string): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of host.input) chunks.push(Buffer.from(chunk as Uint8Array));
  } catch (error) {
    throw new UsageError(`${what} on standard input: ${fileProblem(error)}`);
  }
  return decoded(Buffer.concat(chunks), `${what} on standard input`);
}

function decoded(bytes: Uint8Array, where: string): string {
  const result = decodeUtf8(bytes);
  if (!result.ok) throw new UsageError(`${where}: ${result.message}`);
  return result.text;
}

const problems: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "is a folder, not a file"],
  ["ENOTDIR", "there is no such file"],
  ["EACCES", "may not be read"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "is a link that leads back to itself"],
]);

/** The reason why a file cannot be read, in words. */
export function fileProblem(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return problems.get(code) ?? `cannot be read: ${message}`;
}
