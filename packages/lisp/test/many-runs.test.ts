// Many computing runs share the host fairly: each task of the host has a slice of one run. The
// tests count tasks, slices and readings of a clock that each reading moves on by a millisecond.

import { beforeAll, describe, expect, test } from "vitest";
import { prepare, run, type LispRunOptions, type LispStep } from "../src/index.ts";

const limits = { steps: 1e15, memoryBytes: 1e15, timeoutMs: 1e15, toolCalls: 1e9 } as const;

/** A clock in whose time a run computes as long as it reads the clock. */
class CountingClock {
  readings = 0;
  readonly now = (): number => 0;
  readonly monotonic = (): number => ++this.readings;
}

/** Runs whose tool `tick` records them. */
class TickingRuns {
  readonly clock = new CountingClock();
  readonly abort = new AbortController();
  readonly steps: Promise<LispStep>[] = [];
  ticks: number[] = [];

  start(source: string, options: LispRunOptions = {}): Promise<LispStep> {
    const index = this.steps.length;
    const { clock, abort } = this;
    const tick = (): number => this.ticks.push(index);
    const tools = { tick, ...options.tools };
    const step = run(source, { clock, signal: abort.signal, limits, ...options, tools });
    this.steps.push(step);
    return step;
  }

  /** Runs the host for some tasks. Returns the ticks and the readings of the clock in each. */
  async watch(tasks: number): Promise<{ ticks: number[][]; readings: number[] }> {
    const watched: { ticks: number[][]; readings: number[] } = { ticks: [], readings: [] };
    for (let task = 0; task < tasks; task++) {
      this.ticks = [];
      const before = this.clock.readings;
      await hostTask();
      watched.ticks.push(this.ticks);
      watched.readings.push(this.clock.readings - before);
    }
    return watched;
  }

  async end(): Promise<void> {
    this.abort.abort();
    for (const step of await Promise.all(this.steps))
      expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  }
}

/** The turn queue uses the same tasks, so one of its turns is between two of these. */
function hostTask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** More readings of the clock than a slice has, with those of the runs beside it. */
const mostOfTask = 24;

const kinds: readonly (readonly [string, string])[] = [
  ["that compute only", "(loop [i 0] (recur (inc i)))"],
  ["that call tools", "(loop [] (tool/tick) (recur))"],
  ["that wait for tools", "(loop [] (tool/later) (tool/tick) (recur))"],
  ["that compute in functions", "((fn f [n] (recur (inc n))) 0)"],
  ["with parallel branches", "(pmap (fn [x] (loop [] (tool/tick) (recur))) (range 3))"],
  ["that search lazy sequences", "(first (filter neg? (map inc (range))))"],
  ["that start after a tool", "(do (tool/later) (loop [i 0] (recur (inc i))))"],
];
const tools = { later: () => Promise.resolve(1) };

// Loading code takes tasks of the host.
beforeAll(async () => {
  await run("(pmap (fn [x] (tool/later)) [1 2])", { tools });
  await run("(dotimes [i 20000] i)", { yieldMs: 1e-9 });
});

describe("many endless runs", () => {
  test.each(kinds)("%s give the host a turn after one slice", async (_kind, source) => {
    const runs = new TickingRuns();
    for (let count = 0; count < 60; count++) void runs.start(source, { tools });
    await runs.watch(5);
    const { ticks, readings } = await runs.watch(150);
    expect(Math.max(...readings)).toBeLessThanOrEqual(mostOfTask);
    for (const inTask of ticks) expect(new Set(inTask).size).toBeLessThanOrEqual(1);
    await runs.end();
  });

  test("get the same number of turns", async () => {
    const runs = new TickingRuns();
    for (let count = 0; count < 20; count++) void runs.start("(loop [] (tool/tick) (recur))");
    await runs.watch(60);
    const { ticks } = await runs.watch(200);
    const turns = new Map<number, number>();
    for (const [index] of ticks)
      if (index !== undefined) turns.set(index, (turns.get(index) ?? 0) + 1);
    expect([turns.size, Math.max(...turns.values()) - Math.min(...turns.values())]).toEqual([
      20,
      expect.toSatisfy((difference: number) => difference <= 1),
    ]);
    await runs.end();
  });

  test("that one tool resumes together don't compute in one task", async () => {
    const runs = new TickingRuns();
    let resolve: (value: number) => void = () => undefined;
    const gate = new Promise<number>((resolveGate) => (resolve = resolveGate));
    for (let count = 0; count < 60; count++)
      void runs.start("(do (tool/wait) (loop [] (tool/tick) (recur)))", {
        tools: { wait: () => gate },
      });
    await runs.watch(70);
    resolve(1);
    const { ticks, readings } = await runs.watch(100);
    expect(Math.max(...readings.slice(1))).toBeLessThanOrEqual(mostOfTask);
    // All runs of the first task compute until they notice that it is over.
    expect(readings[0]).toBeLessThanOrEqual(5 * 60);
    expect(new Set(ticks.flat()).size).toBe(60);
    await runs.end();
  });

  test("leave the queue at once when they are aborted, and never resume", async () => {
    const runs = new TickingRuns();
    for (let count = 0; count < 40; count++) void runs.start("(loop [] (tool/tick) (recur))");
    const abort = new AbortController();
    const aborted = runs.start("(loop [] (tool/tick) (recur))", { signal: abort.signal });
    await runs.watch(60);
    abort.abort();
    runs.ticks = [];
    let isSettled = false;
    void aborted.then(() => (isSettled = true));
    await hostTask();
    expect([isSettled, runs.ticks.includes(40)]).toEqual([true, false]);
    expect((await runs.watch(60)).ticks.flat()).not.toContain(40);
    expect(await aborted).toMatchObject({ fail: { reason: "cancelled" } });
    await runs.end();
  });

  test("that wait for their first turn end at once when they are aborted", async () => {
    const runs = new TickingRuns();
    for (let count = 0; count < 40; count++) void runs.start("(loop [i 0] (recur (inc i)))");
    await runs.end();
    expect((await runs.watch(10)).readings).toEqual(Array.from({ length: 10 }, () => 0));
  });

  test("let a small run beside them end within a few tasks", async () => {
    const runs = new TickingRuns();
    for (let count = 0; count < 50; count++) void runs.start("(loop [i 0] (recur (inc i)))");
    await runs.watch(80);
    const small = run("(+ 1 2)");
    let tasks = 0;
    const end = small.then((step) => ({ step, tasks }));
    for (; tasks < 6; tasks++) await hostTask();
    expect(await end).toMatchObject({ step: { return: 3 } });
    expect((await end).tasks).toBeLessThan(3);
    await runs.end();
  });
});

describe("parallel branches", () => {
  test("that compute without end get the same number of turns", async () => {
    const runs = new TickingRuns();
    const seen: number[] = [];
    const note = ({ branch }: { readonly branch?: unknown }): number => seen.push(Number(branch));
    void runs.start(
      "(pmap (fn [b] (loop [] (dotimes [i 3000] i) (tool/note {:branch b}) (recur))) (range 8))",
      { tools: { note } },
    );
    await runs.watch(400);
    const counts = Array.from({ length: 8 }, (_, branch) => seen.filter((one) => one === branch));
    const lengths = counts.map(({ length }) => length);
    expect(Math.min(...lengths)).toBeGreaterThan(Math.max(...lengths) / 2);
    await runs.end();
  });

  test("that one event resumes end within a few tasks", async () => {
    const { clock } = new TickingRuns();
    let resolve: (value: number) => void = () => undefined;
    const gate = new Promise<number>((resolveGate) => (resolve = resolveGate));
    const step = run("(reduce + (pmap (fn [x] (+ x (tool/wait))) (range 100)))", {
      clock,
      tools: { wait: () => gate },
    });
    await hostTask();
    resolve(1);
    expect(await step).toMatchObject({ return: 5050 });
  });
});

test("many short runs started together leave tasks to the host", async () => {
  const prepared = await prepare("(loop [i 0] (if (< i 40000) (recur (inc i)) i))");
  if (!prepared.ok) throw new Error("the program is wrong");
  const clock = new CountingClock();
  let ended = 0;
  const steps = Array.from({ length: 50 }, () =>
    prepared.program.run({ clock }).then((step) => {
      ended++;
      return step;
    }),
  );
  for (let before = 0; ended < 50; before = ended) {
    await hostTask();
    expect(ended - before).toBeLessThanOrEqual(3);
  }
  for (const step of await Promise.all(steps)) expect(step).toMatchObject({ return: 40_000 });
});

test("steps, bytes and results are those of a run alone", async () => {
  const sources = [
    "(loop [i 0 total 0] (if (< i 60000) (recur (inc i) (+ total i)) total))",
    "(defn down [n] (if (pos? n) (inc (down (dec n))) 0)) (dotimes [i 50] (down 500)) (down 590)",
    "(vec (take 5000 (iterate inc 0)))",
    "(do (println (tool/later)) (reduce + (pmap (fn [n] (* n (tool/later))) (range 9))))",
    "(sort (fn [a b] (compare (mod a 97) (mod b 97))) (range 3000))",
    "(do (loop [i 0] (if (< i 90000) (recur (inc i)) i)) (assoc nil :a (/ 1 0)))",
  ];
  const options = { tools, runId: "r", random: () => 0.5 };
  const alone = [];
  for (const source of sources) alone.push(reported(await run(source, options)));
  const runs = new TickingRuns();
  for (let count = 0; count < 10; count++) void runs.start("(loop [i 0] (recur (inc i)))");
  const beside = await Promise.all(sources.map((source) => run(source, options)));
  expect(beside.map(reported)).toEqual(alone);
  await runs.end();
});

test("a run that never yields doesn't wait for its turn", async () => {
  const runs = new TickingRuns();
  for (let count = 0; count < 5; count++) void runs.start("(loop [i 0] (recur (inc i)))");
  await hostTask();
  let isSettled = false;
  void run("(+ 1 2)", { yieldMs: Infinity }).then(() => (isSettled = true));
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(isSettled).toBe(true);
  await runs.end();
});

function reported(step: LispStep): unknown {
  const { usage, toolCalls, prints } = step;
  const outcome = step.ok ? step.return : step.fail;
  return [outcome, prints, toolCalls.length, usage.steps, usage.memoryBytes];
}
