// The build of every package: one entry per subpath of its package.json `exports` and `imports`, ESM and types, nothing
// else. A package's tsup.config.ts only names its platform, so the entries are written down in one place.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { entriesImportEntries, loadedBefore } from "./tsup.files.ts";

/** `portable`: no Node built-ins and no Node types. `node`: Node 22 or newer. */
export type BuildPlatform = "portable" | "node";

interface ExportTarget {
  readonly "@ptc/source"?: string;
  readonly default?: string;
}

interface PackageManifest {
  readonly exports?: Readonly<Record<string, ExportTarget | string>>;
  /** Entries that only the package itself loads, such as the module of a thread. */
  readonly imports?: Readonly<Record<string, ExportTarget | string>>;
}

export interface BuildOptions {
  /** Modules that others are loaded after, by what is loaded later: see `loadedBefore`. */
  readonly loadedBefore?: Readonly<Record<string, readonly string[]>>;
  /** False when each entry is one file, with its own copy of what they share. */
  readonly splitting?: boolean;
}

/** The tsup configuration of the package in the current folder. Which files it makes, tsup.files.ts says. */
export function buildConfig(platform: BuildPlatform, { loadedBefore: order = {}, splitting = true }: BuildOptions = {}): ReturnType<typeof defineConfig> {
  const entry = entriesOf(JSON.parse(readFileSync("package.json", "utf8")) as PackageManifest);
  return defineConfig({
    entry,
    esbuildPlugins: [loadedBefore(order), entriesImportEntries(entry)],
    splitting,
    format: "esm",
    dts: true,
    clean: true,
    sourcemap: true,
    // Half of what importing a package takes is reading its text; the maps and the sources come along for whoever debugs.
    minify: true,
    target: "es2023",
    platform: platform === "node" ? "node" : "neutral",
    tsconfig: fileURLToPath(new URL(platform === "node" ? "tsconfig.node.json" : "tsconfig.portable.json", import.meta.url)),
  });
}

/** `dist` name -> source file, read from the conditions of each subpath. */
function entriesOf(manifest: PackageManifest): Record<string, string> {
  const entries: [string, string][] = [];
  for (const target of Object.values({ ...manifest.exports, ...manifest.imports })) {
    if (typeof target === "string") continue;
    const source = target["@ptc/source"];
    const output = target.default;
    if (source === undefined || output === undefined) continue;
    entries.push([output.replace(/^\.\/dist\//, "").replace(/\.js$/, ""), source.replace(/^\.\//, "")]);
  }
  return Object.fromEntries(entries);
}
