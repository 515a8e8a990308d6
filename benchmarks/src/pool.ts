// What it costs to run a program in a process of a pool: a round trip, with and without 10,000 rows on the way, a tool call, and
// starting a process.
import { createPool, type PoolRunOptions } from "@ptc/lisp/node";
import { measure } from "./measure.ts";
import { orders } from "./programs.ts";

const rows = orders(10_000);

/** Measures and prints. */
export async function measurePool(): Promise<void> {
  const pool = createPool({ size: 1 });
  const shared = pool.share({ rows });
  const programs: readonly (readonly [name: string, source: string, options?: PoolRunOptions])[] = [
    ["(+ 1 2)", "(+ 1 2)"],
    ["ten tool calls, one after the other", "(dotimes [i 10] (tool/get {}))", { tools: { get: () => 1 } }],
    ["10,000 rows copied", "(count data/rows)", { context: { rows } }],
    ["10,000 rows shared", "(count data/rows)", { context: shared }],
    ["10,000 rows returned", "data/rows", { context: shared }],
  ];
  for (const [name, source, options] of programs) await report(`pool: ${name}`, async () => succeed(await pool.run(source, options)));
  await pool.close();
  await report("pool: start a process and run (+ 1 2)", async () => {
    const fresh = createPool({ size: 1 });
    succeed(await fresh.run("(+ 1 2)"));
    await fresh.close();
  });
}

async function report(name: string, call: () => Promise<void>): Promise<void> {
  const { microseconds } = await measure(name, call);
  console.log(`${(microseconds / 1000).toFixed(2).padStart(9)} ms  ${name}`);
}

/** A program that fails measures nothing. */
function succeed(step: { readonly ok: boolean }): void {
  if (!step.ok) throw new Error("a measured program failed");
}
