// Reads a script of a package, as built by `tsup.scripts.ts`.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface ScriptText {
  readonly path: string;
  readonly text: string;
  /** Changes with the text: consists of the hash from the build, and data of the file system. */
  readonly version: string;
}

/**
 * The position of half of the hash in hexadecimal, after `/*`. It distinguishes texts and isn't
 * meant for security.
 */
const [hashStart, hashEnd] = [2, 34];

/** @throws if the file can't be read */
export function readScript(folder: string, name: string): ScriptText {
  const path = `${folder}/${name}`;
  const descriptor = openSync(path, "r");
  try {
    const { size, mtimeMs } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafe(size);
    const length = readSync(descriptor, bytes, 0, size, 0);
    // The build writes only ASCII, so each byte is one character.
    const text = bytes.toString("latin1", 0, length);
    return {
      path,
      text,
      version: `${text.slice(hashStart, hashEnd)} ${String(size)} ${String(mtimeMs)}`,
    };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns the key of compiled code: the scripts, the Node version and options, and the processor.
 */
export function keyOf(versions: readonly string[], options: readonly string[]): string {
  const { version, arch, platform, versions: parts } = process;
  return [...versions, version, parts.v8, arch, platform, ...options].join("\n");
}
