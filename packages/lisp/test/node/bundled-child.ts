// The module of a pool process with everything that it imports, in a few files: a process loads
// these in a third of the time that hundreds of sources take.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";

const source = join(import.meta.dirname, "../../src/node/child/main.ts");
const folder = join(import.meta.dirname, "../../../../.cache/pool-child");

/** Returns the path of the module, made from the current sources. */
export function bundledChild(): string {
  const { outputFiles } = buildSync({
    entryPoints: [source],
    outdir: folder,
    write: false,
    bundle: true,
    splitting: true,
    keepNames: true,
    format: "esm",
    platform: "node",
    conditions: ["@ptc/source"],
    // Each file names the hash of what it imports, so other sources make other files.
    entryNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    // Another worker may write or read the same file now.
    writeFileSync(`${path}.${String(process.pid)}`, contents);
    renameSync(`${path}.${String(process.pid)}`, path);
  }
  const main = outputFiles.find(({ path }) => basename(path).startsWith("main-"));
  if (main === undefined) throw new Error("esbuild made no file for the module of a pool process");
  return main.path;
}
