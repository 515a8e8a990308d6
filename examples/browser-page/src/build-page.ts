// Builds the page as files for any server. Its script has several parts, so that rarely used code
// loads only when a program needs it.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const page = join(import.meta.dirname, "../page");

/** Writes the page into a folder. */
export async function buildPage(outdir: string): Promise<void> {
  await build({
    entryPoints: [join(page, "page.ts")],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    target: "es2023",
    // In this repository the packages resolve to their sources; leave this out elsewhere.
    conditions: ["@ptc/source"],
    logLevel: "silent",
  });
  for (const file of ["index.html", "page.css"]) cpSync(join(page, file), join(outdir, file));
}
