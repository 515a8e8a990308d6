// Runs an attack of another family beside a victim: a small, correct run in the same process. The
// victim runs again and again until the attack is over. Each time it must return its right value
// within a bounded number of host tasks. A count of tasks shows how fair the runs share the
// process, and doesn't depend on the speed of the machine.

import type { Clock } from "@ptc/core/contracts";
import { run } from "@ptc/lisp";
import { caseMaker, family, type Case, type Family } from "../family.ts";

/** A program with its right value. */
export type Victim = readonly [source: string, value: unknown];

export const victims: readonly Victim[] = [
  ["(+ 1 2)", 3],
  ["(reduce + (map inc (range 100)))", 5050],
  ["(loop [i 0] (if (< i 5000) (recur (inc i)) i))", 5000],
  ["(def a (atom 0)) (dotimes [i 50] (swap! a inc)) @a", 50],
  ["(do (tool/later) (reduce + (pmap (fn [n] (* n (tool/later))) (range 9))))", 36],
  ["(let [xs (map (fn [n] (+ n (tool/later))) (range))] (vec (take 5 xs)))", [1, 2, 3, 4, 5]],
  ['(map :b (sort-by :a [{:a 2 :b "x"} {:a 1 :b "y"}]))', ["y", "x"]],
  ['[(re-seq #"[a-z]+" "ab-cd") (frequencies "noon")]', [["ab", "cd"], { n: 2, o: 2 }]],
  ["(try (tool/fail) (catch Exception e [(ex-message e) (count data/rows)]))", ["no", 3]],
];

/** Victims need at most 6 tasks alone, and have needed at most 6 beside an attack. */
export const mostTasks = 50;
const mostRounds = 200;

/** Processor time, because a slice of a run is longer on a busy machine. */
const processorClock: Clock = {
  now: () => Date.now(),
  monotonic: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

const nextImmediate = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const options = {
  // The generator loads at some point of a run, which takes tasks of the host.
  generate: "never" as const,
  context: { rows: [1, 2, 3] },
  clock: processorClock,
  tools: {
    later: async () => {
      await nextImmediate();
      return 1;
    },
    fail: () => {
      throw new Error("no");
    },
  },
};

/** Loads the code that runs need beside others, because loading takes tasks of the host. */
async function loadCode(): Promise<void> {
  await run("(inc nil)");
  await run("(dotimes [i 20000] i)", { yieldMs: 1e-9 });
}

/** The latency of a victim. */
export interface Latency {
  readonly tasks: number;
  readonly milliseconds: number;
}

/** Runs a victim once. Returns its fault, and its latency in tasks of the host and in time. */
export async function victimRun([source, value]: Victim): Promise<{
  readonly fault: string | undefined;
  readonly latency: Latency;
}> {
  let tasks = 0;
  let isOver = false;
  const count = (): void => {
    if (isOver) return;
    tasks++;
    setImmediate(count);
  };
  const startedAt = performance.now();
  setImmediate(count);
  const step = await run(source, options);
  isOver = true;
  const latency = { tasks, milliseconds: performance.now() - startedAt };
  const seen = JSON.stringify(step.ok ? step.return : step.fail);
  const fault = seen === JSON.stringify(value) ? undefined : `returns ${seen.slice(0, 300)}`;
  return { fault, latency };
}

/**
 * Runs `victim` until `attack` is over. Returns the fault of the first victim that was wrong or
 * late, and the latency of each.
 */
export async function besideAttack(
  attack: () => Promise<unknown>,
  victim: Victim,
  most = mostTasks,
): Promise<{ readonly fault: string | undefined; readonly latencies: readonly Latency[] }> {
  await loadCode();
  await victimRun(victim);
  const latencies: Latency[] = [];
  let fault: string | undefined;
  const attacked = { isOver: false };
  let running = victimRun(victim);
  const over = attack().finally(() => {
    attacked.isOver = true;
  });
  for (;;) {
    const { fault: wrong, latency } = await running;
    latencies.push(latency);
    const { tasks } = latency;
    const found = wrong ?? (tasks > most ? `takes ${String(tasks)} tasks of the host` : undefined);
    if (found !== undefined) fault = `beside an attack, the run ${victim[0]} ${found}`;
    if (attacked.isOver || fault !== undefined || latencies.length >= mostRounds) break;
    running = victimRun(victim);
  }
  await over;
  return { fault, latencies };
}

interface Beside {
  readonly attack: Case;
  readonly victim: number;
}

/** Returns the family of attacks of `others` beside a victim. */
export function besideFamily(others: readonly Family[]): Family {
  return family(
    "two runs at once",
    10,
    (random, corpus): Beside => ({
      attack: caseMaker(random, corpus, others)(),
      victim: random.below(victims.length),
    }),
    async ({ attack: [name, payload], victim: index }, ground) => {
      const attacker = others.find((each) => each.name === name);
      const victim = victims[index];
      if (attacker === undefined || victim === undefined)
        throw new Error(`there is no attack ${JSON.stringify([name, index])}`);
      let finding: string | undefined;
      const { fault } = await besideAttack(async () => {
        finding = await attacker.judge(payload, ground);
      }, victim);
      return fault ?? finding;
    },
  );
}
