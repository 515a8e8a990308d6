// Bundles the process into one file, which starts several times faster.

import { join } from "node:path";
import { build } from "esbuild";

/** Bundles the process into `folder` and returns the path of the file. */
export async function bundledProcess(folder: string): Promise<string> {
  const outfile = join(folder, "mission-process.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "mission-process.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@ptc/source"],
  });
  return outfile;
}
