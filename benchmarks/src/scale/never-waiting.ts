// The cost of waits for a run that never waits: its processor time as a multiple of that in a build
// without the code that recognizes runs that may wait, and that looks for recorded times.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type * as Lisp from "@ptc/lisp";
import { pairedRatio } from "./paired-ratio.ts";

type Run = typeof Lisp.run;

const calls = 2_000;
const shortRuns = 2_000;
const pairs = 41;

/** Returns the ratios of a run of many calls, and of many runs of one call. */
export async function neverWaitingRatios(): Promise<readonly [number, number]> {
  const [withWaits, without] = [await bundledRun([]), await bundledRun([withoutWaits()])];
  const source = `(count (mapv (fn [i] (tool/look {:id i})) (range ${String(calls)})))`;
  const long = (run: Run) => () => succeed(run, source);
  const short = (run: Run) => async (): Promise<void> => {
    for (let index = 0; index < shortRuns; index++) await succeed(run, "(tool/look {:id 1})");
  };
  return [
    await pairedRatio(long(withWaits), long(without), pairs),
    await pairedRatio(short(withWaits), short(without), pairs),
  ];
}

const tools = { look: ({ id }: { readonly id?: unknown }) => ({ id, name: "a name" }) };

async function succeed(run: Run, source: string): Promise<void> {
  const step = await run(source, { tools, limits: { toolCalls: calls } });
  if (!step.ok) throw new Error(step.fail.message);
}

async function bundledRun(plugins: Plugin[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-waits-"));
  try {
    const outfile = join(folder, "lisp.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("../../../packages/lisp/src/index.ts", import.meta.url))],
      outfile,
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      conditions: ["@ptc/source"],
      target: "es2023",
      logLevel: "error",
      plugins,
    });
    const { run } = (await import(pathToFileURL(outfile).href)) as typeof Lisp;
    return run;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The code that a run passes although it never waits, and its replacement. */
const removed = [
  ["entry/start.ts", "    canWait(options)\n", "    false\n"],
  [
    "contracts/clock.ts",
    "clock.recordedTimes === undefined ? measured : clock.recordedTimes(place(), measured)",
    "measured",
  ],
] as const;

function withoutWaits(): Plugin {
  return {
    name: "without-waits",
    setup: (esbuild) => {
      for (const [file, text, replacement] of removed)
        esbuild.onLoad({ filter: new RegExp(`/src/${file}$`) }, ({ path }) => {
          const contents = readFileSync(path, "utf8");
          // If the sources are written in another way, the comparison would be meaningless.
          if (!contents.includes(text)) throw new Error(`${path} has no ${text}`);
          return { loader: "ts", contents: contents.replace(text, replacement) };
        });
    },
  };
}
