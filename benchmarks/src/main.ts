// Measures and prints one line for each measurement. `npm run bench -- <text>` selects those whose
// name contains the text. Other suites have a name: `peers` (other engines), `profile` (the stages
// of a run, and the metering), `scale` (many runs that wait), `import` (new processes), `pool`
// (programs in processes), `compiled` (a compiled agent over many rows), `prompt` (tokens of the
// prompt of a large API), `waiting` (resumed runs, recordings), `stores` (runs in stores) and
// `users` (a server under attack by one of its users). The numbers depend on the machine: compare
// two runs on the same machine, and write both into a decision record.
import { run } from "@ptc/lisp";
import { read } from "@ptc/parser";
import { measure } from "mitata";
import { measureCompiled } from "./compiled/measure-compiled.ts";
import { measureImport } from "./import-time.ts";
import { comparePeers } from "./peers/compare-peers.ts";
import { measurePool } from "./pool.ts";
import { measurePrompt } from "./prompt/measure-prompt.ts";
import { measureProfile } from "./profile/measure-profile.ts";
import { heavyPrograms, orders, smallPrograms, typicalProgram } from "./programs.ts";
import { measureScale } from "./scale/measure-scale.ts";
import { measureWaiting } from "./scale/measure-waiting.ts";
import { measureStores } from "./stores/measure-stores.ts";
import { measureUsers } from "./users/measure-users.ts";

const longProgram = `[${typicalProgram.repeat(Math.ceil(100_000 / typicalProgram.length))}]`;
const nestedProgram = `${"(+ 1 ".repeat(200)}1${")".repeat(200)}`;
const context = { orders: orders(1000) };

const benchmarks: readonly (readonly [string, () => unknown])[] = [
  [`read ${String(typicalProgram.length)} characters`, () => read(typicalProgram)],
  [`read ${String(longProgram.length)} characters`, () => read(longProgram)],
  ["read 200 levels of nesting", () => read(nestedProgram)],
  ["run 200 levels of nesting", () => succeed(nestedProgram)],
  ...smallPrograms.map((source) => [`run ${source}`, () => succeed(source)] as const),
  ["run the typical program over 1,000 rows", () => succeed(typicalProgram)],
  ...[...heavyPrograms].map(([name, source]) => [`run ${name}`, () => succeed(source)] as const),
];

const suites: ReadonlyMap<string, (options: readonly string[]) => Promise<void>> = new Map([
  ["peers", comparePeers],
  ["profile", measureProfile],
  ["scale", measureScale],
  ["import", measureImport],
  ["pool", measurePool],
  ["compiled", measureCompiled],
  ["prompt", measurePrompt],
  ["waiting", measureWaiting],
  ["stores", measureStores],
  ["users", measureUsers],
]);

/** Runs a program that must succeed, because the time of a failing one is meaningless. */
async function succeed(source: string): Promise<void> {
  const step = await run(source, { context });
  if (!step.ok) throw new Error(`${source}: ${step.fail.message}`);
}

const [wanted = "", ...options] = process.argv.slice(2);
await suites.get(wanted)?.(options);
for (const [name, call] of suites.has(wanted)
  ? []
  : benchmarks.filter(([candidate]) => candidate.includes(wanted))) {
  // In nanoseconds.
  const { p50 } = await measure(call);
  const microseconds = p50 / 1000;
  const amount =
    microseconds >= 1000
      ? `${(microseconds / 1000).toFixed(2)} ms`
      : `${microseconds.toFixed(2)} µs`;
  console.log(`${amount.padStart(12)}  ${name}`);
}
