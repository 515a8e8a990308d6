// The process of the engine named by its argument. It prepares every workload, returns results, and
// measures calls on request. It is idle while other engines are measured.
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";
import { seededRandom, shuffled } from "../random.ts";
import { canonicalJson } from "./canonical.ts";
import type { Engine, Ready } from "./engine.ts";
import { engineNamed } from "./engines.ts";
import type { Answer, Order, Report } from "./messages.ts";
import { workloads } from "./workloads.ts";

/**
 * The time to run each workload before its measurement, in several passes, and the time of a
 * measurement, unless one call takes longer.
 */
const WARM_UP_MS = 300;
const WARM_UP_PASSES = 3;
const BATCH_MS = 12;
/** The time to measure each program of a mix, and the largest and smallest number of calls. */
const MIXED_MS = 4;
const MIXED_CALLS = { most: 60, least: 3 };

/** The prepared workloads; undefined if the engine takes no part. */
type ReadyList = (Ready | undefined)[];

async function makeReady(engine: Engine, ready: ReadyList): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const workload of workloads) {
    const made = await engine.ready(workload);
    if (typeof made === "string") answers.push({ absent: made });
    else answers.push({ json: canonicalJson(made.answer(await made.call())) });
    ready.push(typeof made === "string" ? undefined : made);
  }
  return answers;
}

/**
 * Runs all workloads in several passes, so that each is called again after the engine has seen the
 * others.
 */
async function warmUp(ready: ReadyList): Promise<void> {
  for (let pass = 0; pass < WARM_UP_PASSES; pass += 1) {
    for (const made of ready) {
      if (made === undefined) continue;
      // By processor time or by the clock: a workload that waits takes no processor time.
      const [spentAt, startedAt] = [processorTime(), performance.now()];
      do await made.call();
      while (
        processorTime() - spentAt < WARM_UP_MS / WARM_UP_PASSES &&
        performance.now() - startedAt < WARM_UP_MS
      );
    }
  }
}

/**
 * Returns the microseconds of one call for each workload. Calls a single workload repeatedly, and
 * mixes several.
 */
async function time(
  ready: ReadyList,
  wanted: readonly number[],
  seed: number,
): Promise<readonly number[]> {
  const [first = 0] = wanted;
  return wanted.length === 1
    ? [
        await timeAlone(
          ready[first],
          workloads[first]?.waits === true ? () => performance.now() : processorTime,
        ),
      ]
    : await timeMixed(ready, wanted, seed);
}

async function timeAlone(made: Ready | undefined, now: () => number): Promise<number> {
  if (made === undefined) return Number.NaN;
  let calls = 0;
  let outcome: unknown;
  const startedAt = now();
  let elapsed: number;
  do {
    outcome = made.call();
    if (outcome instanceof Promise) outcome = await outcome;
    calls += 1;
    elapsed = now() - startedAt;
  } while (elapsed < BATCH_MS);
  made.answer(outcome);
  return (elapsed * 1000) / calls;
}

/**
 * Measures each call separately by the clock, because reading it takes less time than a small
 * program. The median excludes calls that the machine interrupted.
 */
async function timeMixed(
  ready: ReadyList,
  wanted: readonly number[],
  seed: number,
): Promise<readonly number[]> {
  const samples = new Map(wanted.map((index) => [index, [] as number[]]));
  const calls: number[] = [];
  for (const index of wanted)
    calls.push(...Array.from<number>({ length: await mixedCalls(ready[index]) }).fill(index));
  for (const index of shuffled(calls, seededRandom(seed))) {
    const made = ready[index];
    if (made === undefined) continue;
    const startedAt = performance.now();
    const outcome = made.call();
    if (outcome instanceof Promise) await outcome;
    samples.get(index)?.push(performance.now() - startedAt);
  }
  return wanted.map((index) => median(samples.get(index) ?? []) * 1000);
}

/** Returns how many calls fit into the time for a program, given the current time of one call. */
async function mixedCalls(made: Ready | undefined): Promise<number> {
  const startedAt = performance.now();
  await made?.call();
  return Math.min(
    MIXED_CALLS.most,
    Math.max(MIXED_CALLS.least, Math.round(MIXED_MS / (performance.now() - startedAt))),
  );
}

async function serve(name: string): Promise<void> {
  const engine = await engineNamed(name).load();
  const ready: ReadyList = [];
  const handle = async (order: Order): Promise<Report> => {
    if (order.kind === "answer")
      return { kind: "answers", answers: await makeReady(engine, ready) };
    if (order.kind === "time")
      return { kind: "times", times: await time(ready, order.workloads, order.seed) };
    await warmUp(ready);
    return { kind: "times", times: [] };
  };
  process.on("message", (order: Order) => {
    handle(order).then(report, (error: unknown) =>
      report({
        kind: "failed",
        message: `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      }),
    );
  });
}

function report(message: Report): void {
  process.send?.(message);
}

await serve(process.argv[2] ?? "");
