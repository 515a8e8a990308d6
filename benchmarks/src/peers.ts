// Ours against @pydantic/monty on the same small computations, from source to result, in one process. All programs of both
// sides are mixed in random order, so that the call sites of the evaluator see many shapes; a program alone would flatter it.
// What is printed are ratios: they hold across machines better than times do.
import { run } from "@ptc/lisp";
import { Monty } from "@pydantic/monty";
import { median } from "./median.ts";
import { peerPrograms, promisedProgram, type PeerProgram } from "./peer-programs.ts";
import { heavyPrograms } from "./programs.ts";

const ROUNDS = 41;
const WARM_UP_ROUNDS = 15;
/** How often each program runs on each side in one round. */
const RUNS_PER_ROUND = 60;

interface Side {
  readonly name: "ours" | "monty";
  readonly start: (program: PeerProgram) => unknown;
}

const sides: readonly Side[] = [
  { name: "ours", start: ({ lisp }) => runLisp(lisp) },
  { name: "monty", start: ({ python }) => runPython(python) },
];

async function runLisp(source: string): Promise<unknown> {
  const step = await run(source);
  if (!step.ok) throw new Error(`${source}: ${step.fail.message}`);
  return step.return;
}

function runPython(source: string): unknown {
  return new Monty(source).run() as unknown;
}

/** Time per program and side in one round, in milliseconds. */
type RoundTimes = ReadonlyMap<PeerProgram, Record<Side["name"], number>>;

/** Measures and prints one line for each program. */
export async function comparePeers(): Promise<void> {
  await assertSameResults();
  // Heavier programs leave their own shapes in the call sites, as a process that has worked for a while does.
  for (const source of heavyPrograms.values()) await runLisp(source);
  const random = seededRandom(20_260_101);
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await timeRound(random);
  const rounds: RoundTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await timeRound(random));

  console.log("ours / monty, from source to result, median of rounds; below 1 is faster");
  for (const program of peerPrograms) console.log(`${lineOf(rounds, program)}${program === promisedProgram ? "   (promised: at most 1)" : ""}`);
  const ratios = peerPrograms.map((program) => median(rounds.map((times) => ratioOf(times.get(program)))));
  console.log(`${median(ratios).toFixed(2).padStart(8)}  median of the programs`);
}

function lineOf(rounds: readonly RoundTimes[], program: PeerProgram): string {
  const times = rounds.map((round) => round.get(program));
  const microseconds = (name: Side["name"]): string => ((median(times.map((time) => time?.[name] ?? Number.NaN)) * 1000) / RUNS_PER_ROUND).toFixed(1).padStart(7);
  return `${median(times.map(ratioOf)).toFixed(2).padStart(8)}  ${microseconds("ours")} µs ${microseconds("monty")} µs  ${program.lisp}`;
}

function ratioOf(time: Record<Side["name"], number> | undefined): number {
  return time === undefined ? Number.NaN : time.ours / time.monty;
}

/** Every program of both sides `RUNS_PER_ROUND` times, in random order, each run timed on its own. */
async function timeRound(random: () => number): Promise<RoundTimes> {
  const times = new Map(peerPrograms.map((program) => [program, { ours: 0, monty: 0 }]));
  const runs = peerPrograms.flatMap((program) => sides.flatMap((side) => Array.from({ length: RUNS_PER_ROUND }, () => ({ program, side }))));
  for (const { program, side } of shuffled(runs, random)) {
    const startedAt = performance.now();
    const outcome = side.start(program);
    if (outcome instanceof Promise) await outcome;
    const elapsed = performance.now() - startedAt;
    const sum = times.get(program);
    if (sum !== undefined) sum[side.name] += elapsed;
  }
  return times;
}

async function assertSameResults(): Promise<void> {
  for (const { lisp, python } of peerPrograms) {
    const [ours, theirs] = [plainText(await runLisp(lisp)), plainText(runPython(python))];
    if (ours !== theirs) throw new Error(`${lisp} is ${ours}, but ${python} is ${theirs}`);
  }
}

/** A result as JSON; the other side's dictionaries are Maps. */
function plainText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner instanceof Map ? Object.fromEntries(inner as Map<string, unknown>) : inner));
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = items.map((item) => ({ item, rank: random() }));
  return order.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
}

/** The same order in every run of the benchmark (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
