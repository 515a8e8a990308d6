// The version of every engine that takes part, from its own package.json.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EngineEntry } from "./engine.ts";

/** A version such as `0.0.18`; undefined for an engine that is no package. */
export function versionOf({ package: name }: EngineEntry): string | undefined {
  if (name === undefined) return undefined;
  // The file is read beside the dependencies of this workspace, because not every package exports
  // its package.json.
  const manifest = fileURLToPath(
    new URL(`../../node_modules/${name}/package.json`, import.meta.url),
  );
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
