// Programs in a pool process that would harm this process, or that are stopped while they wait.

import { describe, expect, test, vi } from "vitest";
import { Memory } from "../../src/index.ts";
import { children, forEver, gate, hasProc, kill, noSteps, pause, testPools } from "./pools.ts";

const { poolOf } = testPools();

describe("programs that compute", () => {
  test("stops an endless loop at its time limit without blocking the host process", async () => {
    const pool = poolOf();
    await pool.run("1");
    // Long enough for many beats on a busy machine. Counts the work of this process between two
    // beats.
    const timeoutMs = 1_000;
    let [beats, lastBeat, longestWork] = [0, process.cpuUsage(), 0];
    const heart = setInterval(() => {
      beats++;
      const { user, system } = process.cpuUsage(lastBeat);
      longestWork = Math.max(longestWork, (user + system) / 1000);
      lastBeat = process.cpuUsage();
    }, 10);
    const startedAt = performance.now();
    const step = await pool.run(forEver, { limits: { ...noSteps, timeoutMs } });
    const tookMs = performance.now() - startedAt;
    clearInterval(heart);
    expect(step).toMatchObject({
      ok: false,
      memory: Memory.empty,
      fail: {
        reason: "timeout",
        message:
          "the program exceeded its limit of 1000 milliseconds (the program's running time, not counting tools): do less work in one program (option limits.timeoutMs)",
        details: {
          kind: "timeout",
          limit: { option: "limits.timeoutMs", value: timeoutMs, unit: "milliseconds" },
        },
      },
    });
    // The bounds are wide for busy machines; the benchmark of the pool measures the usual values.
    expect(beats).toBeGreaterThan(10);
    expect(longestWork).toBeLessThan(100);
    expect(tookMs).toBeLessThan(timeoutMs + 1_700);
  });

  test(
    "ends endless or excessive programs, and all other runs lose nothing",
    { tags: "full" },
    async () => {
      const pool = poolOf({ size: 2, memoryMb: 64 });
      const controller = new AbortController();
      const bad = [
        pool.run(forEver, { limits: { ...noSteps, timeoutMs: 200 } }),
        pool.run("(do (tool/abort) (loop [] (recur)))", {
          signal: controller.signal,
          tools: {
            abort: () => {
              setTimeout(() => {
                controller.abort();
              }, 50);
            },
          },
          limits: { ...noSteps, timeoutMs: 60_000 },
        }),
        pool.run('(loop [v []] (recur (conj v (str "abcdefghijklmnopqrstuvwxyz" (count v)))))', {
          limits: { ...noSteps, timeoutMs: 60_000 },
        }),
      ];
      const good = Array.from({ length: 40 }, (_, n) =>
        pool.run("(do (println data/n) (tool/slowly {:n data/n}))", {
          context: { n },
          tools: {
            slowly: (args: Readonly<Record<string, unknown>>) => pause(5).then(() => args["n"]),
          },
        }),
      );
      expect((await Promise.all(bad)).map((step) => (step.ok ? "ok" : step.fail.reason))).toEqual([
        "timeout",
        "cancelled",
        "memory_exceeded",
      ]);
      expect(
        (await Promise.all(good)).map((step) => [
          step.ok && step.return,
          step.prints,
          step.toolCalls.length,
        ]),
      ).toEqual(good.map((_, n) => [n, [String(n)], 1]));
      expect(children().length).toBeLessThanOrEqual(2);
    },
  );

  test("cancels an endless program while it computes, and replaces its process", async () => {
    const pool = poolOf();
    await pool.run("1");
    const [before] = children();
    const controller = new AbortController();
    const running = pool.run(forEver, {
      signal: controller.signal,
      limits: { ...noSteps, timeoutMs: 60_000 },
    });
    await pause(100);
    const abortedAt = performance.now();
    controller.abort();
    expect(await running).toMatchObject({
      ok: false,
      fail: { reason: "cancelled", message: "the run was cancelled" },
      prints: [],
      toolCalls: [],
    });
    // It usually takes less than 50 ms; the bound is wide for the same reason as above.
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
    expect(await pool.run("(+ 1 1)")).toMatchObject({ ok: true, return: 2 });
    if (hasProc) expect(children()).not.toContain(before);
  });

  test(
    "a program's process is reused unless the program met a limit",
    { tags: "full" },
    async () => {
      const pool = poolOf();
      await pool.run("1");
      const [first] = children();
      await pool.run("(do (println 1) (/ 1 0))");
      expect(children()).toEqual(first === undefined ? [] : [first]);
      expect(await pool.run(forEver, { limits: { steps: 1000 } })).toMatchObject({
        fail: { reason: "step_limit_exceeded" },
      });
      await pool.run("1");
      if (hasProc) expect(children()).not.toContain(first);
    },
  );

  test("ends a program that exhausts the memory of its process, and the next run works", async () => {
    const pool = poolOf({ memoryMb: 64 });
    const step = await pool.run(
      '(loop [v []] (recur (conj v (str "abcdefghijklmnopqrstuvwxyz" (count v)))))',
      { limits: { ...noSteps, timeoutMs: 60_000 } },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "memory_exceeded",
        message:
          "the program needs more memory than the 64 megabytes of its process: keep only the fields you need, or aggregate instead of collecting (option memoryMb)",
        details: {
          kind: "memory_exceeded",
          limit: { option: "memoryMb", value: 64, unit: "megabytes" },
        },
      },
    });
    expect(await pool.run("(+ 1 1)")).toMatchObject({ ok: true, return: 2 });
  });

  test.skipIf(!hasProc)(
    "stops a program that fills memory outside the heap",
    { tags: "full" },
    async () => {
      const pool = poolOf({ memoryMb: 32 });
      // Received data stays as bytes, which no heap limit counts.
      const step = await pool.run("(do (tool/wait {}) 1)", {
        context: { bytes: new Uint8Array(400_000_000).fill(1) },
        tools: { wait: () => pause(2_000) },
      });
      expect(step).toMatchObject({
        ok: false,
        fail: { reason: "memory_exceeded", details: { limit: { option: "memoryMb", value: 32 } } },
      });
    },
  );

  test("a result too large to leave its process fails with advice to return less", async () => {
    const pool = poolOf({ memoryMb: 64 });
    const step = await pool.run(
      '(loop [s "abcdefgh" n 0] (if (< n 17) (recur (str s s) (inc n)) (vec (repeat 20 s))))',
      { limits: { memoryBytes: 1e12, outputBytes: 1e12 } },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "output_exceeded",
        message:
          "the program's result, prints and definitions exceed the 16777216 bytes that may leave its process: return a summary",
      },
    });
  });

  test(
    "the memory limit applies to shared structure that unfolds when it leaves the process",
    { tags: "full" },
    async () => {
      const pool = poolOf();
      expect(
        await pool.run("(do (def tree (nth (iterate (fn [x] [x x]) 1) 16)) 1)", {
          limits: { memoryBytes: 1_000_000 },
        }),
      ).toMatchObject({
        ok: false,
        fail: { reason: "memory_exceeded", details: { limit: { option: "limits.memoryBytes" } } },
      });
    },
  );
});

describe("programs that wait for a tool", () => {
  test("a tool's time doesn't count as program time, however long it works", async () => {
    const pool = poolOf();
    const step = await pool.run(
      "(let [a (tool/wait {})] (loop [i 0] (if (< i 1000) (recur (inc i)) a)))",
      { tools: { wait: () => pause(1200).then(() => "done") }, limits: { timeoutMs: 500 } },
    );
    expect(step).toMatchObject({ ok: true, return: "done" });
  });

  test("cancelling keeps prints and calls, and aborts the tool's signal", async () => {
    const pool = poolOf();
    const { tool, entered } = gate();
    const controller = new AbortController();
    const running = pool.run('(do (println "before") (tool/wait {:a 1}))', {
      tools: { wait: tool },
      signal: controller.signal,
    });
    const signal = await entered;
    expect(signal.aborted).toBe(false);
    // Fake timers stop the time that the process has to respond, because the test is about the
    // process.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      controller.abort();
      expect(await running).toMatchObject({
        ok: false,
        fail: { reason: "cancelled" },
        prints: ["before"],
        toolCalls: [{ name: "wait", args: { a: 1 }, error: "the run was cancelled" }],
      });
    } finally {
      vi.useRealTimers();
    }
    expect(signal.aborted).toBe(true);
  });

  test(
    "a branch that computes without end stops at its time limit while another waits for a tool",
    { tags: "full" },
    async () => {
      const pool = poolOf();
      const { tool, entered, open } = gate();
      const running = pool.run(`(pcalls #(tool/wait {}) #${forEver})`, {
        tools: { wait: tool },
        limits: { ...noSteps, timeoutMs: 200 },
      });
      await entered;
      await pause(500);
      open();
      expect(await running).toMatchObject({
        ok: false,
        fail: { reason: "timeout" },
        toolCalls: [{ result: "through" }],
      });
    },
  );

  test("a program whose process is killed keeps what it recorded", { tags: "full" }, async () => {
    const pool = poolOf();
    const { tool, entered } = gate();
    let charged = 0;
    const running = pool.run(
      '(do (task "charge" (tool/charge {})) (task-reset "old") (tool/wait {}))',
      {
        tools: { charge: () => `tx-${String(++charged)}`, wait: tool },
        journal: { old: 1, kept: 2 },
      },
    );
    await entered;
    kill("SIGKILL");
    const step = await running;
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "sandbox_failed" },
      toolCalls: [{ name: "charge", result: "tx-1" }, { name: "wait" }],
    });
    expect(step.journal).toEqual({ kept: 2, charge: "tx-1" });
    const again = await pool.run('(task "charge" (tool/charge {}))', {
      tools: { charge: () => `tx-${String(++charged)}` },
      journal: step.journal ?? {},
    });
    expect([again.ok && again.return, charged]).toEqual(["tx-1", 1]);
  });
});
