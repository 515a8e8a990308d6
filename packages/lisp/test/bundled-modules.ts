// Modules of the package for other processes, in a few files: a process loads these in a third of
// the time that hundreds of sources take. Lazily loaded code has files of its own.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const folder = join(import.meta.dirname, "../../../.cache/bundled");

/** Returns the addresses of the modules in the order of `sources`, made from the current ones. */
export function bundledModules(sources: readonly string[]): readonly string[] {
  const { outputFiles } = buildSync({
    entryPoints: [...sources],
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
  return sources.map((source) => {
    const name = basename(source, ".ts");
    const made = outputFiles.find(({ path }) => basename(path).startsWith(`${name}-`));
    if (made === undefined) throw new Error(`esbuild made no file for ${name}`);
    return pathToFileURL(made.path).href;
  });
}
