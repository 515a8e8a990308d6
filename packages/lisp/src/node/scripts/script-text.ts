// A script of a package, as it was built: see `tsup.scripts.ts`.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface ScriptText {
  readonly path: string;
  readonly text: string;
  /** Differs where the text does: the hash that the build wrote, and what the file system says. */
  readonly version: string;
}

/** After `/*`, half of the hash in hexadecimal: it tells texts apart, and defends nothing. */
const [hashStart, hashEnd] = [2, 34];

/** @throws where it cannot be read */
export function readScript(folder: string, name: string): ScriptText {
  const path = `${folder}/${name}`;
  const descriptor = openSync(path, "r");
  try {
    const { size, mtimeMs } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafe(size);
    const length = readSync(descriptor, bytes, 0, size, 0);
    // The build writes ASCII only, and a string of bytes is read as it is.
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

/** What compiled code of scripts holds for: them, this Node, its options and this processor. */
export function keyOf(versions: readonly string[], options: readonly string[]): string {
  const { version, arch, platform, versions: parts } = process;
  return [...versions, version, parts.v8, arch, platform, ...options].join("\n");
}
