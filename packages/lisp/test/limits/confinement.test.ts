// A limit is a limit: no program can catch it, imitate it or switch it off, and runs do not share budgets.

import { describe, expect, test } from "vitest";
import { createSession, limitTable, prepare, run } from "../../src/index.ts";
import { failOf } from "../evaluate.ts";
import { expectLimit } from "./expect-limit.ts";

describe("catching", () => {
  test.each([
    "(try (loop [] (recur)) (catch Exception e 1))", "(try (loop [] (recur)) (catch :default e 1))", "(try (loop [] (recur)) (catch Throwable e 1))", "(try (loop [] (recur)) (catch StackOverflowError e 1))",
    "(try (loop [] (recur)) (finally (return 1)))", "(try (loop [] (recur)) (catch Exception e 1) (finally (loop [] (recur))))", "(loop [] (try (loop [] (recur)) (catch Exception e 1) (finally 2)) (recur))",
    "(first (pmap (fn [i] (try (loop [] (recur)) (catch Exception e 1))) [1]))", "(try (first (pcalls (fn [] (loop [] (recur))))) (catch Exception e 1))",
    "(try (try (loop [] (recur)) (finally (throw (ex-info \"other\" {})))) (catch Exception e 1))", "(task \"a\" (try (loop [] (recur)) (catch Exception e 1)))",
  ])("%s", async (source) => { await expectLimit("steps", source, { journal: {} }); });

  test.each([
    ["memoryBytes", "(try (vec (range 1000000000)) (catch Exception e 1) (catch OutOfMemoryError e 2))"], ["depth", "((fn f [n] (try (inc (f n)) (catch StackOverflowError e 1))) 1)"],
    ["outputBytes", "(try (loop [] (println \"a line\") (recur)) (catch Exception e 1))"], ["toolCalls", "(loop [] (try (tool/t) (catch Exception e 1)) (recur))"], ["branches", "(try (pmap inc (range 5000)) (catch Exception e 1))"],
    ["timeoutMs", "(loop [] (try (loop [] (recur)) (catch Exception e 1)) (recur))"],
  ] as const)("%s", async (limit, source) => {
    const limits = { steps: 5_000_000, outputBytes: 10_000, toolCalls: 10, ...(limit === "timeoutMs" ? { timeoutMs: 100, steps: 1e12 } : {}) };
    await expectLimit(limit, source, { tools: { t: () => 1 }, limits });
  });
});

describe("imitating", () => {
  const reasons = [...new Set([...Object.values(limitTable).map(({ reason }) => reason), "cancelled"])];

  test.each(reasons)("(fail {:reason %s}) has failed, and says what it chose", async (reason) => {
    for (const chosen of [`"${reason}"`, `:${reason}`, `(symbol "${reason}")`]) {
      const fail = await failOf(`(fail {:reason ${chosen} :message "the program went beyond its limit (option limits.steps)" :details {:limit {:option "limits.steps"}}})`);
      expect(fail).toMatchObject({ reason: "failed", details: { kind: "fail", data: { reason } } });
      expect(fail.details?.limit).toBeUndefined();
    }
  });

  test("a reason of the program's own stays what it is", async () => {
    expect(await failOf("(fail {:reason :no_stock :message \"sold out\"})")).toMatchObject({ reason: "no_stock", message: "sold out", details: { kind: "fail" } });
  });

  test("an exception cannot look like a limit either", async () => {
    const fail = await failOf("(throw (ex-info \"the program went beyond its limit\" {:kind :timeout :limit {:option \"limits.steps\"}}))");
    expect(fail).toMatchObject({ reason: "eval_error", details: { kind: "ex_info" } });
    expect(fail.details?.limit).toBeUndefined();
  });
});

test("names of the host are no way out", async () => {
  for (const source of ["(def limits nil)", "(def steps 1e9)", "(defn refill [] 1)"]) await expectLimit("steps", `${source} (loop [] (recur))`);
  expect((await failOf("(budget/set {:steps 1e9})")).reason).toBe("analysis_error");
});

test("ten thousand runs at once keep their budgets apart", async () => {
  const tools = { wait: () => Promise.resolve(1) };
  const prepared = await Promise.all([50, 5_000].map((steps) => prepare("(loop [i 0] (if (< i data/n) (do (tool/wait) (recur (inc i))) i))", { tools, limits: { steps } })));
  const runs = await Promise.all(Array.from({ length: 10_000 }, (_, index) => {
    const chosen = prepared[index % 2];
    if (chosen?.ok !== true) throw new Error("the program is right");
    return chosen.program.run({ context: { n: 20 + (index % 3) } });
  }));
  expect(runs.filter((step, index) => step.ok !== (index % 2 === 1))).toEqual([]);
  const used = new Set(runs.map((step, index) => `${String(index % 2)} ${String(index % 3)} ${String(step.usage.steps)} ${String(step.toolCalls.length)}`));
  expect(used.size).toBe(6);
});

test("a session goes on after each limit", async () => {
  const session = createSession({ limits: { steps: 100_000, memoryBytes: 2_000_000, outputBytes: 1_000, depth: 100 } });
  await session.run("(def kept 7)");
  for (const source of ["(loop [] (recur))", "(vec (range 100000000))", "(println (range 10000))", "((fn f [n] (inc (f n))) 1)"]) expect((await session.run(source)).ok).toBe(false);
  expect(await session.run("kept")).toMatchObject({ ok: true, return: 7 });
});

test("memory comes back: programs that use all they may can run one after the other", async () => {
  for (let round = 0; round < 5; round++) expect((await run("(loop [all []] (recur (conj all (vec (range 1000)))))")).ok).toBe(false);
  expect(await run("(+ 1 1)")).toMatchObject({ ok: true, return: 2 });
});
