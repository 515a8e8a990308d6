// Reads the version of every engine from its package.json.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EngineEntry } from "./engine.ts";

/** Returns a version such as `0.0.18`, or undefined for an engine without a package. */
export function versionOf({ package: name }: EngineEntry): string | undefined {
  if (name === undefined) return undefined;
  // Reads the file from the dependencies of this workspace, because not every package exports its
  // package.json.
  const manifest = fileURLToPath(
    new URL(`../../node_modules/${name}/package.json`, import.meta.url),
  );
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
