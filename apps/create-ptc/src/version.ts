// The version of this package, from its package.json, which is one folder above both the sources
// and the built files.

import { readFileSync } from "node:fs";

export function version(): string {
  const manifest = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { readonly version: string };
  return manifest.version;
}
