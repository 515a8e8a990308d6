// Finds the program of a pool process. Usually it is a file of this package. A bundler that moved
// this code elsewhere leaves that file behind, so the program is then a text, which every bundler
// follows as an import.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** The program of a pool process. It is missing if a bundler copied only parts of this package. */
export type ChildProgram =
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "text"; readonly text: Uint8Array }
  | { readonly type: "missing" };

export const bundlerAdvice =
  "If a bundler wrote this server, keep @ptc/lisp external (esbuild: --external:@ptc/lisp, Next.js: serverExternalPackages)";

/** The location of this file. A bundle in the format CommonJS has none. */
const location = import.meta.url as string | undefined;

/**
 * True if this file is a source. Then the process starts from sources too, and otherwise from
 * build output.
 */
export const runsFromSource = location?.endsWith(".ts") === true;

/** Returns the file of the program, or undefined in a bundle. */
export function childFile(): ChildProgram | undefined {
  try {
    const path = pathBeside(runsFromSource ? "child/main.ts" : "pool-child.js");
    // Some bundlers write the locations of the machine that built the server.
    return existsSync(path) ? { type: "file", path } : undefined;
  } catch {
    return undefined;
  }
}

/** Loads the text of the program. It has a megabyte, so only bundles load it. */
export async function childText(): Promise<ChildProgram> {
  try {
    const { childText: base64 } = await import("./child/child-text.ts");
    return base64 === undefined
      ? { type: "missing" }
      : { type: "text", text: brotliDecompressSync(Buffer.from(base64, "base64")) };
  } catch {
    return { type: "missing" };
  }
}

export function startFile(): string {
  return pathBeside("pool-start.cjs");
}

/**
 * Returns the path of a file beside this one. The name is a parameter, because bundlers copy the
 * file of a literal alone, without those that it imports, or fail without such a file.
 */
function pathBeside(file: string): string {
  return fileURLToPath(new URL(file, location));
}
