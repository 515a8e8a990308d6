// How long it takes until `@ptc/lisp` is there: bundled as an application would, imported in fresh processes. An empty module
// is measured too, because a first import has a price of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { median } from "./median.ts";

const PROCESSES = 31;
/** What the project promises, in milliseconds. */
const PROMISED = 15;

/** Measures and prints. */
export async function measureImport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-import-"));
  try {
    await build({
      entryPoints: { lisp: fileURLToPath(import.meta.resolve("@ptc/lisp")) },
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      target: "es2023",
      conditions: ["@ptc/source"],
    });
    writeFileSync(join(folder, "empty.mjs"), "export {};\n");
    const times = { lisp: [] as number[], empty: [] as number[] };
    // In turns, so that what else the machine does falls on both.
    for (let count = 0; count < PROCESSES; count += 1) {
      times.lisp.push(importTime(join(folder, "lisp.mjs")));
      times.empty.push(importTime(join(folder, "empty.mjs")));
    }
    console.log(`${median(times.lisp).toFixed(2).padStart(9)} ms  import @ptc/lisp, median of ${String(PROCESSES)} fresh processes   (promised: under ${String(PROMISED)} ms)`);
    console.log(`${Math.min(...times.lisp).toFixed(2).padStart(9)} ms  the fastest of them`);
    console.log(`${median(times.empty).toFixed(2).padStart(9)} ms  import an empty module`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds that a fresh process takes to import `file`. */
function importTime(file: string): number {
  const program = `const startedAt = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(performance.now() - startedAt);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} could not be imported: ${stderr}`);
  return Number(stdout);
}
