// Tests `Thread/sleep`: it waits without using up the program's time, and ends with the run.

import { afterAll, expect, test } from "vitest";
import type { Clock } from "@ptc/core/contracts";
import { createSession, run } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { keepsCompiled } from "./node/pools.ts";

/** A clock on which only waits take time. */
function manualClock(): Clock & { readonly waits: number[] } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    monotonic: () => time,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
  };
}

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

test("waits on the clock of the run, and returns nil", async () => {
  const clock = manualClock();
  const step = await run("(def a (Thread/sleep 40)) [a (do (java.lang.Thread/sleep 2) 1)]", {
    clock,
  });
  expect(step.ok && step.return).toEqual([null, 1]);
  expect(clock.waits).toEqual([40, 2]);
});

test("a wait doesn't count as the program's time, unless tool time counts", async () => {
  const source = "(Thread/sleep 5000) :done";
  const limits = { timeoutMs: 1_000 };
  const step = await run(source, { clock: manualClock(), limits });
  expect(step.ok && step.return).toBe("done");
  const charged = await run(source, { clock: manualClock(), limits, chargeToolTime: true });
  expect(charged.ok ? undefined : charged.fail.reason).toBe("timeout");
});

test("waits wherever a function may wait: in map, loops, branches, laziness and stored functions", async () => {
  const clock = manualClock();
  const step = await run(
    `[(mapv (fn [x] (Thread/sleep x) x) [1 2]) (loop [i 0] (if (< i 2) (do (Thread/sleep 3) (recur (inc i))) i))
      (pmap #(do (Thread/sleep %) %) [4 5]) (doall (take 1 (map #(do (Thread/sleep 6) %) (range)))) (apply Thread/sleep [7])
      (try (Thread/sleep 8) (finally (Thread/sleep 9)))]`,
    { clock },
  );
  expect(step.ok && step.return).toEqual([[1, 2], 2, [4, 5], [0], null, null]);
  expect(clock.waits).toEqual([1, 2, 3, 3, 4, 5, 6, 7, 8, 9]);
  const session = createSession({ clock });
  await session.run("(defn pause [] (Thread/sleep 10) :paused)");
  const later = await session.run("(pause)");
  expect(later.ok && later.return).toBe("paused");
});

test("waits at most a minute in total, and rejects what isn't a time", async () => {
  for (const [program, message] of [
    ["(Thread/sleep 60001)", "a program may wait 60 seconds in total"],
    ["(dotimes [_ 7] (Thread/sleep 10000))", "a program may wait 60 seconds in total"],
    ["(pmap Thread/sleep (repeat 7 10000))", "a program may wait 60 seconds in total"],
    ["(Thread/sleep -1)", "the time to wait is negative"],
    ["(Thread/sleep 1.5)", "expected a whole number"],
    ["(Thread/sleep nil)", "expected a whole number"],
    ["(sort-by identity (sorted-set-by (fn [a b] (Thread/sleep 1) (compare a b)) 2 1))", "cannot"],
  ] as const) {
    const step = await run(program, { clock: manualClock() });
    expect(`${program}: ${step.ok ? "ok" : step.fail.message}`).toContain(message);
  }
});

test("an abort ends a wait immediately", async () => {
  const abort = new AbortController();
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          resolve();
        });
        abort.abort();
      }),
  };
  const step = await run("(println 1) (Thread/sleep 50000)", { signal: abort.signal, clock });
  expect(step.ok ? undefined : step.fail.reason).toBe("cancelled");
  expect(step.prints).toEqual(["1"]);
});

test("a failure beside a wait is reported", async () => {
  const step = await run('(pcalls #(Thread/sleep 500) #(throw (ex-info "no" {})))', {
    clock: manualClock(),
  });
  expect(step.ok ? undefined : step.fail.message).toContain("no");
});

test("a program in a pool waits too", async () => {
  const step = await pool.run("(Thread/sleep 5) :done");
  expect(step.ok && step.return).toBe("done");
});
