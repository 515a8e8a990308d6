// Measures the cost of running a program in a pool process: a call with and without 10,000 rows, a
// tool call, and the start of a process. Also measures how late an endless program stops after its
// signal or limit.
import { run } from "@ptc/lisp";
import { createPool, type Pool, type PoolRunOptions } from "@ptc/lisp/node";
import { measure } from "mitata";
import { median } from "./median.ts";
import { orders } from "./programs.ts";
import { markdownTable, ratioText, writeReportPart } from "./report.ts";

const rows = orders(10_000);

/**
 * Measures and prints. `--write` also writes the report, next to the same program in this process.
 */
export async function measurePool(options: readonly string[]): Promise<void> {
  const pool = createPool({ size: 1 });
  const shared = pool.share({ rows });
  const programs: readonly (readonly [name: string, source: string, options?: PoolRunOptions])[] = [
    ["(+ 1 2)", "(+ 1 2)"],
    [
      "ten tool calls, one after the other",
      "(dotimes [i 10] (tool/get {}))",
      { tools: { get: () => 1 } },
    ],
    ["10,000 rows copied", "(count data/rows)", { context: { rows } }],
    ["10,000 rows shared", "(count data/rows)", { context: shared }],
    ["10,000 rows returned", "data/rows", { context: shared }],
  ];
  const lines: (readonly [name: string, microseconds: number])[] = [];
  const inProcess = await report("in this process: (+ 1 2)", async () =>
    succeed(await run("(+ 1 2)")),
  );
  for (const [name, source, given] of programs)
    lines.push([
      name,
      await report(`pool: ${name}`, async () => succeed(await pool.run(source, given))),
    ]);
  const aborted = reportLateness(
    "its signal",
    await lateness(pool, () => ({ timeoutMs: 60_000, signal: AbortSignal.timeout(endMs) })),
  );
  const timedOut = reportLateness(
    "its time limit",
    await lateness(pool, () => ({ timeoutMs: endMs })),
  );
  await pool.close();
  const start = async (): Promise<void> => {
    const fresh = createPool({ size: 1 });
    succeed(await fresh.run("(+ 1 2)"));
    await fresh.close();
  };
  // The very first process stores its compiled code.
  await start();
  const started = await report("pool: start a process and run (+ 1 2)", start);
  const { PTC_CODE_CACHE: folder } = process.env;
  process.env["PTC_CODE_CACHE"] = "off";
  const startedWithout = await report("pool: the same, without compiled code", start);
  if (folder === undefined) delete process.env["PTC_CODE_CACHE"];
  else process.env["PTC_CODE_CACHE"] = folder;
  writeReportPart(
    options,
    "pool",
    `## Programs in processes

One program at a time in a pool with one process. Times are multiples of \`(+ 1 2)\` in the caller's own process, from source.

${markdownTable(
  ["", "times as long"],
  [
    ...lines,
    ["starting a process and running `(+ 1 2)`", started] as const,
    ["the same, without cached compiled code", startedWithout] as const,
  ].map(([name, microseconds]) => [name, ratioText(microseconds / inProcess)]),
)}

An endless program stops after ${ratioText(1 + aborted / endMs)} times the delay of its signal, and after ${ratioText(1 + timedOut / endMs)} times its time limit.
Both are ${String(endMs)} ms, and its process is already running.`,
  );
}

async function report(name: string, call: () => Promise<void>): Promise<number> {
  // In nanoseconds.
  const { p50 } = await measure(call);
  const microseconds = p50 / 1000;
  console.log(`${(microseconds / 1000).toFixed(2).padStart(9)} ms  ${name}`);
  return microseconds;
}

/** Milliseconds until an endless program should stop. */
const endMs = 50;
const endings = 15;

/**
 * Returns how many milliseconds late it stopped, each time in a process that was already running.
 */
async function lateness(
  pool: Pool,
  given: () => { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<readonly number[]> {
  const late: number[] = [];
  for (let round = 0; round < endings; round++) {
    succeed(await pool.run("1"));
    const startedAt = performance.now();
    const { timeoutMs, ...options } = given();
    const step = await pool.run("(loop [] (recur))", {
      ...options,
      limits: { steps: 1e15, memoryBytes: 1e15, timeoutMs },
    });
    if (step.ok) throw new Error("a program without end ended by itself");
    late.push(performance.now() - startedAt - endMs);
  }
  return late;
}

/** Prints the times and returns their median, in milliseconds. */
function reportLateness(what: string, late: readonly number[]): number {
  console.log(
    `${median(late).toFixed(2).padStart(9)} ms  pool: a program without end is ended so much later than ${what}; at most ${Math.max(...late).toFixed(2)}`,
  );
  return median(late);
}

/** Throws if the program failed, because the time of a failing one is meaningless. */
function succeed(step: { readonly ok: boolean }): void {
  if (!step.ok) throw new Error("a measured program failed");
}
