// Programs can't catch, imitate or disable a limit, and runs don't share budgets.

import { describe, expect, test } from "vitest";
import { createSession, limitTable, prepare, run, type LispStep } from "../../src/index.ts";
import { failOf } from "../evaluate.ts";
import { isFull } from "../sampled.ts";
import { expectLimit } from "./expect-limit.ts";

describe("catching limits", () => {
  test.each([
    "(try (loop [] (recur)) (catch Exception e 1))",
    "(try (loop [] (recur)) (catch :default e 1))",
    "(try (loop [] (recur)) (catch Throwable e 1))",
    "(try (loop [] (recur)) (catch StackOverflowError e 1))",
    "(try (loop [] (recur)) (finally (return 1)))",
    "(try (loop [] (recur)) (catch Exception e 1) (finally (loop [] (recur))))",
    "(loop [] (try (loop [] (recur)) (catch Exception e 1) (finally 2)) (recur))",
    "(first (pmap (fn [i] (try (loop [] (recur)) (catch Exception e 1))) [1]))",
    "(try (first (pcalls (fn [] (loop [] (recur))))) (catch Exception e 1))",
    '(try (try (loop [] (recur)) (finally (throw (ex-info "other" {})))) (catch Exception e 1))',
    '(task "a" (try (loop [] (recur)) (catch Exception e 1)))',
  ])("can't catch the step limit: %s", async (source) => {
    await expectLimit("steps", source, { journal: {} });
  });

  test.each([
    [
      "memoryBytes",
      "(try (vec (range 1000000000)) (catch Exception e 1) (catch OutOfMemoryError e 2))",
    ],
    ["depth", "((fn f [n] (try (inc (f n)) (catch StackOverflowError e 1))) 1)"],
    ["outputBytes", '(try (loop [] (println "a line") (recur)) (catch Exception e 1))'],
    ["toolCalls", "(loop [] (try (tool/t) (catch Exception e 1)) (recur))"],
    ["branches", "(try (pmap inc (range 5000)) (catch Exception e 1))"],
    ["timeoutMs", "(loop [] (try (loop [] (recur)) (catch Exception e 1)) (recur))"],
  ] as const)("can't catch the limit %s", async (limit, source) => {
    const limits = {
      steps: 5_000_000,
      outputBytes: 10_000,
      toolCalls: 10,
      ...(limit === "timeoutMs" ? { timeoutMs: 100, steps: 1e12 } : {}),
    };
    await expectLimit(limit, source, { tools: { t: () => 1 }, limits });
  });
});

describe("imitating limits", () => {
  const reasons = [
    ...new Set([...Object.values(limitTable).map(({ reason }) => reason), "cancelled"]),
  ];

  test.each(reasons)(
    '(fail {:reason %s}) has reason "failed" and shows the chosen one',
    async (reason) => {
      for (const chosen of [`"${reason}"`, `:${reason}`, `(symbol "${reason}")`]) {
        const fail = await failOf(
          `(fail {:reason ${chosen} :message "the program exceeded its limit (option limits.steps)" :details {:limit {:option "limits.steps"}}})`,
        );
        expect(fail).toMatchObject({
          reason: "failed",
          details: { kind: "fail", data: { reason } },
        });
        expect(fail.details?.limit).toBeUndefined();
      }
    },
  );

  test("keeps a program's own reason", async () => {
    expect(await failOf('(fail {:reason :no_stock :message "sold out"})')).toMatchObject({
      reason: "no_stock",
      message: "sold out",
      details: { kind: "fail" },
    });
  });

  test("an exception can't look like a limit", async () => {
    const fail = await failOf(
      '(throw (ex-info "the program exceeded its limit" {:kind :timeout :limit {:option "limits.steps"}}))',
    );
    expect(fail).toMatchObject({ reason: "eval_error", details: { kind: "ex_info" } });
    expect(fail.details?.limit).toBeUndefined();
  });
});

test("redefining names of the host doesn't lift limits", async () => {
  for (const source of ["(def limits nil)", "(def steps 1e9)", "(defn refill [] 1)"])
    await expectLimit("steps", `${source} (loop [] (recur))`);
  expect((await failOf("(budget/set {:steps 1e9})")).reason).toBe("analysis_error");
});

/** The number of concurrent runs: ten thousand in `.ci/run`. */
const atOnce = isFull ? 10_000 : 2_400;

test("thousands of concurrent runs keep separate budgets", async () => {
  const tools = { wait: () => Promise.resolve(1) };
  const prepared = await Promise.all(
    [50, 5_000].map((steps) =>
      prepare("(loop [i 0] (if (< i data/n) (do (tool/wait) (recur (inc i))) i))", {
        tools,
        limits: { steps },
      }),
    ),
  );
  const runs = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => {
      const chosen = prepared[index % 2];
      if (chosen?.ok !== true) throw new Error("the program is right");
      return chosen.program.run({ context: { n: 20 + (index % 3) } });
    }),
  );
  expect(runs.filter((step, index) => step.ok !== (index % 2 === 1))).toEqual([]);
  const used = new Set(
    runs.map(
      (step, index) =>
        `${String(index % 2)} ${String(index % 3)} ${String(step.usage.steps)} ${String(step.toolCalls.length)}`,
    ),
  );
  expect(used.size).toBe(6);
});

test("thousands of concurrently waiting runs each end in their own step", async () => {
  const ends = [
    { body: "(loop [] (recur))", limits: { steps: 2_000 } },
    {
      body: "(loop [all []] (recur (conj all (vec (range 50)))))",
      limits: { memoryBytes: 60_000 },
    },
    { body: "((fn f [n] (inc (f n))) 1)", limits: { depth: 40 } },
    { body: "(loop [] (println data/n) (recur))", limits: { outputBytes: 300 } },
    { body: "(loop [] (tool/note {:n data/n}) (recur))", limits: { toolCalls: 4 } },
    { body: "(do (tool/note {:n data/n}) [data/n data/own])", limits: {} },
  ];
  let [arrived, open] = [0, (): void => undefined];
  let opened = Promise.resolve();
  const meet = (parties: number): void => {
    arrived = -parties;
    opened = new Promise((resolve) => {
      open = resolve;
    });
  };
  const tools = {
    meet: () => {
      if (++arrived === 0) open();
      return opened;
    },
    note: ({ n }: Readonly<Record<string, unknown>>) => n,
  };
  const prepared = await Promise.all(
    ends.map(({ body, limits }) =>
      prepare(`(println data/n) (tool/meet) ${body}`, { tools, limits }),
    ),
  );
  /** Every run number has five digits, so all runs of a program cost the same. */
  const start = (index: number): Promise<LispStep> => {
    const chosen = prepared[index % ends.length];
    if (chosen?.ok !== true) throw new Error("the program is right");
    return chosen.program.run({
      context: { n: 10_000 + index, own: `run ${String(10_000 + index)}` },
      runId: String(10_000 + index),
    });
  };
  const report = (step: LispStep, index: number): string =>
    JSON.stringify({
      ...(step.ok ? { return: step.return } : { fail: step.fail }),
      prints: step.prints,
      calls: step.toolCalls.map(({ name, args, result, address }) => ({
        name,
        args,
        result,
        address,
      })),
      usage: { ...step.usage, durationMs: 0 },
    }).replaceAll(String(10_000 + index), "its own number");
  const alone: string[] = [];
  for (const index of ends.keys()) {
    meet(1);
    alone.push(report(await start(index), index));
  }
  meet(atOnce);
  const together = await Promise.all(Array.from({ length: atOnce }, (_, index) => start(index)));
  expect(
    together
      .map((step, index) => [report(step, index), alone[index % ends.length]])
      .filter(([said, wanted]) => said !== wanted),
  ).toEqual([]);
  expect(new Set(together.map((step) => (step.ok ? "ok" : step.fail.reason)))).toEqual(
    new Set([
      "step_limit_exceeded",
      "memory_exceeded",
      "depth_exceeded",
      "output_exceeded",
      "tool_calls_exceeded",
      "ok",
    ]),
  );
});

test("a session continues after each limit", async () => {
  const session = createSession({
    limits: { steps: 100_000, memoryBytes: 2_000_000, outputBytes: 1_000, depth: 100 },
  });
  await session.run("(def kept 7)");
  for (const source of [
    "(loop [] (recur))",
    "(vec (range 100000000))",
    "(println (range 10000))",
    "((fn f [n] (inc (f n))) 1)",
  ])
    expect((await session.run(source)).ok).toBe(false);
  expect(await session.run("kept")).toMatchObject({ ok: true, return: 7 });
});

test(
  "memory is freed: programs that use all they may can run one after another",
  { tags: "full" },
  async () => {
    for (let round = 0; round < (isFull ? 5 : 2); round++)
      expect((await run("(loop [all []] (recur (conj all (vec (range 1000)))))")).ok).toBe(false);
    expect(await run("(+ 1 1)")).toMatchObject({ ok: true, return: 2 });
  },
);
