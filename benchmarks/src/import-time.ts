// Measures how long new processes take to load `@ptc/lisp` and to return the result of a first
// program, both as installed and bundled like in an application. Also measures an empty module,
// because the first import takes time whatever it imports.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { median } from "./median.ts";

const PROCESSES = 31;
/** The promised time of the import, in milliseconds. */
const PROMISED = 15;

/** A Node program to measure: its import, and the code that follows. */
interface Start {
  readonly name: string;
  readonly module: string;
  readonly then?: string;
}

/** Measures and prints the times. */
export async function measureImport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-import-"));
  try {
    const bundled = await bundle(folder);
    const installed = import.meta.resolve("@ptc/lisp");
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, "export {};\n");
    const then = 'await module.run("(+ 1 2)");';
    const starts: readonly Start[] = [
      {
        name: `import @ptc/lisp, installed   (promised: under ${String(PROMISED)} ms)`,
        module: installed,
      },
      {
        name: `import @ptc/lisp, bundled   (promised: under ${String(PROMISED)} ms)`,
        module: bundled,
      },
      { name: "import @ptc/lisp and run (+ 1 2), installed", module: installed, then },
      { name: "import @ptc/lisp and run (+ 1 2), bundled", module: bundled, then },
      {
        name: "import @ptc/lisp/node/fast and run (+ 1 2), from compiled code that is kept",
        module: import.meta.resolve("@ptc/lisp/node/fast"),
        then,
      },
      { name: "import an empty module", module: pathToFileURL(empty).href },
    ];
    // The first of them stores its compiled code.
    starts.forEach((start) => startTime(start));
    const times = new Map(starts.map((start) => [start, [] as number[]]));
    // The programs take turns, so that other work of the machine affects all of them.
    for (let count = 0; count < PROCESSES; count += 1) {
      for (const [start, measured] of times) measured.push(startTime(start));
    }
    console.log(`milliseconds, median and fastest of ${String(PROCESSES)} fresh processes`);
    for (const [{ name }, measured] of times)
      console.log(
        `${median(measured).toFixed(2).padStart(9)} ${Math.min(...measured)
          .toFixed(2)
          .padStart(9)}  ${name}`,
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bundles `@ptc/lisp` into `folder`. Returns the URL of the entry. */
async function bundle(folder: string): Promise<string> {
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
    logLevel: "error",
  });
  return pathToFileURL(join(folder, "lisp.mjs")).href;
}

/** Returns the milliseconds that a new process takes. */
function startTime({ module, then = "" }: Start): number {
  const program = `const startedAt = performance.now(); const module = await import(${JSON.stringify(module)}); ${then} console.log(performance.now() - startedAt);`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${module} could not be imported: ${stderr}`);
  return Number(stdout);
}
