// `npm run bench -- scale [--write]`: measures many runs that wait for a tool at the same time,
// many idle sessions, many runs that compute at the same time, and single calls over a lot of data:
// runs per second, memory for each, and the longest time for which the host has no turn.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSession, run, type LispStep } from "@ptc/lisp";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";
import { markdownTable, ratioText, writeReportPart } from "../report.ts";
import { longCalls } from "./long-calls.ts";
import { longestGaps } from "./timer-gaps.ts";

const WAITING = [1, 10, 1_000, 10_000] as const;
const REPEATS = 7;
/** The memory of fewer runs would be small compared with other changes of the heap. */
const LEAST_WEIGHED = 1_000;
const SESSIONS = 1_000;

/** Computes, waits, and continues with the computed value. */
const waitingProgram = `(let [squares (mapv (fn [n] (* n n)) (range 10))
      answer (tool/wait {:n (count squares)})]
  (+ answer (reduce + squares)))`;
const waitingAnswer = 295;

export async function measureScale(options: readonly string[]): Promise<void> {
  const collect = garbageCollector();
  console.log(
    `runs that wait for a tool at the same time, from source; median of ${String(REPEATS)} repeats; processor time`,
  );
  const lines: { readonly count: number; readonly perSecond: number; readonly weight: string }[] =
    [];
  for (const count of WAITING) {
    const measured = [];
    for (let repeat = 0; repeat <= REPEATS; repeat += 1)
      measured.push(await waitTogether(count, collect));
    // The first measurement only warms up.
    const counted = measured.slice(1);
    const perSecond = median(counted.map(({ milliseconds }) => (count * 1000) / milliseconds));
    const bytes = median(counted.map((one) => one.bytes / count));
    const weight = count < LEAST_WEIGHED ? "–" : kibibytes(bytes);
    console.log(
      `${String(count).padStart(8)} at once: ${perSecond.toFixed(0).padStart(8)} runs a second, ${weight} for each that waits`,
    );
    lines.push({ count, perSecond, weight });
  }
  console.log(`sessions that nobody uses, ${String(SESSIONS)} at once`);
  const fresh = kibibytes(await sessionBytes([], collect));
  const used = kibibytes(
    await sessionBytes(
      [
        "(defn add-tax [price] (* price 1.2))",
        "(def prices {:tea 3 :cake 5})",
        "(add-tax (:tea prices))",
      ],
      collect,
    ),
  );
  console.log(`${fresh.padStart(12)}  new`);
  console.log(`${used.padStart(12)}  after three programs that define a function and a map`);
  const gaps = await longestGaps();
  for (const { count, gap, abort } of gaps)
    console.log(
      `${String(count).padStart(8)} computing: longest gap of a timer ${gap.toFixed(1)} ms, abort heard after ${abort.toFixed(1)} ms of processor time`,
    );
  const long = await longCalls();
  for (const { call, slices } of long)
    console.log(`${slicesText(slices).padStart(8)} slices without a turn: ${call}`);
  const alone = gaps[0]?.gap ?? Number.NaN;
  const first = lines[0]?.perSecond ?? Number.NaN;
  writeReportPart(
    options,
    "scale",
    `## Many waiting runs

Runs from source wait for a tool at the same time in one process. Throughput is the number of runs in a second of processor time, as a multiple of
a single run at a time. Constant throughput means that a run doesn't pay for the others. The last column is the memory of each waiting run.

${markdownTable(
  ["at once", "throughput", "memory of each"],
  lines.map(({ count, perSecond, weight }) => [
    String(count),
    ratioText(perSecond / first),
    weight,
  ]),
)}

An idle session takes ${fresh}, and ${used} after three programs that define a function and a map.

## Many computing runs

Endless runs compute at the same time in one process, beside a timer. Both columns are processor time, as a multiple of the longest gap of the timer
beside a single run. An abort ends all runs.

${markdownTable(
  ["at once", "longest gap of a timer", "abort of all heard after"],
  gaps.map(({ count, gap, abort }) => [
    String(count),
    ratioText(gap / alone),
    ratioText(abort / alone),
  ]),
)}

## One call over a lot of data

The longest time for which one call doesn't yield to the host, in process, as a number of usual slices. The data is a million numbers, or a text of
a million characters. A call that exceeds a default limit has no number. A pool never stalls its host.

${markdownTable(
  ["call", "slices"],
  long.map(({ call, slices }) => [`\`${call}\``, slicesText(slices)]),
)}`,
  );
}

function slicesText(slices: number | undefined): string {
  return slices === undefined ? "–" : ratioText(slices);
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

/** Starts `count` runs, measures the memory when all of them wait, and lets them end. */
async function waitTogether(
  count: number,
  collect: () => void,
): Promise<{ readonly milliseconds: number; readonly bytes: number }> {
  const gate = deferred<number>();
  const everyoneWaits = deferred<undefined>();
  let waiting = 0;
  const wait = (): Promise<number> => {
    waiting += 1;
    if (waiting === count) everyoneWaits.resolve(undefined);
    return gate.promise;
  };
  const before = heapBytes(collect);
  const startedAt = processorTime();
  const runs: Promise<LispStep>[] = [];
  for (let index = 0; index < count; index += 1)
    runs.push(run(waitingProgram, { tools: { wait } }));
  await everyoneWaits.promise;
  const startTime = processorTime() - startedAt;
  const bytes = heapBytes(collect) - before;
  const resumedAt = processorTime();
  gate.resolve(10);
  const steps = await Promise.all(runs);
  const milliseconds = startTime + processorTime() - resumedAt;
  for (const step of steps)
    if (!step.ok || step.return !== waitingAnswer)
      throw new Error(step.ok ? `answered ${String(step.return)}` : step.fail.message);
  return { milliseconds, bytes };
}

/** Returns a promise that is resolved from outside. */
function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

/** Returns the bytes that a session keeps after these programs. */
async function sessionBytes(programs: readonly string[], collect: () => void): Promise<number> {
  const before = heapBytes(collect);
  const sessions = Array.from({ length: SESSIONS }, () => createSession());
  for (const session of sessions) {
    for (const program of programs) {
      const step = await session.run(program);
      if (!step.ok) throw new Error(step.fail.message);
    }
  }
  const bytes = (heapBytes(collect) - before) / SESSIONS;
  // Using the sessions here prevents their collection before the measurement.
  if (sessions.some(({ history }) => history.length !== programs.length))
    throw new Error("a session lost its history");
  return bytes;
}

function heapBytes(collect: () => void): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Returns Node's garbage collector, which is exposed only on request. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
