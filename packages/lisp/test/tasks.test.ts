import { describe, expect, test } from "vitest";
import type { ToolFunction } from "@ptc/core/contracts";
import { JournalEntries } from "@ptc/core/internal/journal";
import { printValue } from "@ptc/core/printing";
import { run, type LispRunOptions } from "../src/index.ts";
import { failOf } from "./evaluate.ts";

/** Tools that count their calls; `later` returns after the others had a chance to call. */
function counted(): {
  readonly calls: string[];
  readonly tools: NonNullable<LispRunOptions["tools"]>;
} {
  const calls: string[] = [];
  return {
    calls,
    tools: {
      now: ({ id }) => {
        calls.push(String(id));
        return { id, tags: [id] };
      },
      later: async ({ id }) => {
        calls.push(String(id));
        await new Promise((resolve) => setTimeout(resolve, 5));
        return `${String(id)} done`;
      },
      broken: () => {
        throw new Error("down");
      },
    },
  };
}

describe("a journal store that fails", () => {
  test.each([
    ["throws", '(task "t" 1)'],
    ["throws when a result is removed", '(task-reset "t")'],
  ])("that %s lets no call begin that was about to", async (_, change) => {
    const { calls, tools } = counted();
    const step = await run(
      `(tool/later {:id "a"}) (pmap (fn [id] (if (= id "x") ${change} (tool/later {:id id}))) ["b" "c" "x"])`,
      {
        tools,
        journal: {},
        // A busy machine would otherwise let other calls begin between the branches.
        yieldMs: 10_000,
        onJournal: () => {
          throw new Error("disk full");
        },
      },
    );
    const message = 'the result of the task "t" was not stored: disk full; it called no tools';
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed", message } });
    expect(calls).toEqual(["a"]);
    const records = step.toolCalls.map(({ attempts, error }) => [attempts, error]);
    expect(records.slice(1)).toEqual([
      [0, message],
      [0, message],
    ]);
  });
});

describe("task", () => {
  test("a task runs once and is then read from the journal, even in another process", async () => {
    const { calls, tools } = counted();
    const program =
      '(let [r (task "fetch" (tool/now {:id "a"}))] [(:id r) (task :two (tool/later {:id "b"}))])';
    const first = await run(program, { tools, journal: {} });
    expect(first).toMatchObject({
      ok: true,
      return: ["a", "b done"],
      journal: { fetch: { id: "a", tags: ["a"] }, two: "b done" },
    });
    const again = await run(program, {
      tools,
      journal: JSON.parse(JSON.stringify(first.journal)) as Record<string, unknown>,
    });
    expect(again).toMatchObject({
      ok: true,
      return: ["a", "b done"],
      toolCalls: [],
      journal: first.journal,
    });
    expect(calls).toEqual(["a", "b"]);
  });

  test("a program with a parse error returns the journal unchanged", async () => {
    const journal = { a: 1, 'd"\n': [2] };
    const step = await run("(+ 1", { journal });
    expect(step).toMatchObject({ ok: false, fail: { reason: "parse_error" } });
    expect(step.journal).toEqual(journal);
    expect("journal" in (await run("(+ 1"))).toBe(false);
  });

  test("the first run sees the same value as a rerun", async () => {
    const program =
      '(task "t" {:k #{:a} :f (map inc [1 2]) :d (LocalDate/parse "2026-01-02") :big 12345678901234567890})';
    const first = await run(program, { journal: {} });
    const again = await run(program, { journal: first.journal ?? {} });
    expect(first.ok && printValue(first.value)).toBe(
      "{:k #{:a}, :f (2 3), :d 2026-01-02, :big 12345678901234567890}",
    );
    expect(again.ok && printValue(again.value)).toBe(first.ok && printValue(first.value));
  });

  test("a task reads entries that the application wrote", async () => {
    const step = await run(
      '[(task "confirmed" nil) (:by (task "decision" nil)) (task "nothing" 1)]',
      { journal: { confirmed: true, decision: { by: "ann", at: [1] }, nothing: null } },
    );
    expect(step).toMatchObject({ ok: true, return: [true, "ann", null] });
  });

  test("a body that fails or ends the program records nothing, and earlier results stay", async () => {
    const { tools } = counted();
    for (const end of ["(tool/broken {})", "(fail :no)", "(inc nil)", "(loop [] (recur))"]) {
      const step = await run(`(task "a" 1) (task "b" ${end})`, {
        tools,
        journal: {},
        limits: { steps: 5000 },
      });
      expect(step, end).toMatchObject({ ok: false, journal: { a: 1 } });
      expect(Object.keys(step.journal ?? {}), end).toEqual(["a"]);
    }
    expect(await run('(task "a" (return 5))', { journal: {} })).toMatchObject({
      ok: true,
      return: 5,
      journal: {},
    });
  });

  test("branches that request one id at the same time run it once", async () => {
    const { calls, tools } = counted();
    const step = await run(
      '(pmap (fn [x] (str x (task "shared" (tool/later {:id "s"})))) [1 2 3])',
      { tools, journal: {} },
    );
    expect(step).toMatchObject({ ok: true, return: ["1s done", "2s done", "3s done"] });
    expect(calls).toEqual(["s"]);
  });

  test("a task that waits for itself is an error, not a deadlock", async () => {
    const { tools } = counted();
    expect((await failOf('(task "a" (task "a" 1))', { journal: {} })).message).toBe(
      'task: "a" is nested in itself',
    );
    const crossed = `(pcalls (fn [] (task "a" (do (tool/later {:id 1}) (task "b" 1)))) (fn [] (task "b" (do (tool/later {:id 2}) (task "a" 2)))))`;
    expect((await failOf(crossed, { tools, journal: {} })).message).toMatch(
      /^task: "[ab]" waits for itself$/,
    );
  });

  test.each(["never", { calls: 1, turns: 1 }] as const)(
    "tasks of two runs that wait for each other are an error, with generate: %j",
    async (generate) => {
      const journal = new JournalEntries([]);
      const part: ToolFunction = async ({ needed }, { address }) => {
        const source = `(try (task "${String(needed)}" 1) (catch Exception e (ex-message e)))`;
        const step = await run(source, { generate, journal: journal.below(address.path) });
        return step.ok ? step.return : step.fail.message;
      };
      const tools = { part };
      const source = `(pcalls (fn [] (task "a" (tool/part {:needed "b"})))
                              (fn [] (task "b" (tool/part {:needed "a"}))))`;
      expect(await run(source, { generate, tools, journal })).toMatchObject({
        return: ['task: "a" waits for itself', 'task: "a" waits for itself'],
      });
    },
  );

  test("task-reset takes effect immediately", async () => {
    const { calls, tools } = counted();
    const step = await run(
      '(task "x" (tool/now {:id 1})) (task-reset "x") (task-reset "unknown") (:id (task "x" (tool/now {:id 2})))',
      { tools, journal: {} },
    );
    expect(step).toMatchObject({ ok: true, return: 2, journal: { x: { id: 2 } } });
    expect(calls).toEqual(["1", "2"]);
  });

  test("runs with shared entries find each other's results in them, not on their steps", async () => {
    const journal = new JournalEntries([["a", 1]]);
    const steps = [
      await run('(task "b" (+ 1 (task "a" nil)))', { journal }),
      await run('(task "b" nil)', { journal }),
      await run("(+ 1", { journal }),
    ];
    expect(steps.map((step) => step.ok && step.return)).toEqual([2, 2, false]);
    for (const step of steps) expect("journal" in step).toBe(false);
    expect(journal.record).toEqual({ a: 1, b: 2 });
  });

  test("without a journal the body runs every time, and the step warns", async () => {
    const step = await run('(+ (task "x" 1) (task "x" 2))');
    expect(step).toMatchObject({
      ok: true,
      return: 3,
      warnings: [
        "the program used task, but the option `journal` was not given: no result was stored",
      ],
    });
    expect("journal" in step).toBe(false);
    expect("warnings" in (await run("1"))).toBe(false);
    expect(await run("data/journal", { context: { journal: 1 } })).toMatchObject({
      return: 1,
      warnings: [
        "`journal` in the context is ordinary data; to store task results, use the option `journal`",
      ],
    });
  });

  test("rejects ids and results that can't be stored, with the reason", async () => {
    const large = { rows: Array.from({ length: 1_000_000 }, () => 0), bad: { $what: 1 } };
    expect((await failOf('(task "bad" 1)', { journal: large })).message).toBe(
      'task: the journal\'s entry "bad" cannot be read: unknown tag "$what"',
    );
    const escaped = { own: { $fields: [["$what", 1]] } };
    expect(await run('(get (task "own" nil) "$what")', { journal: escaped })).toMatchObject({
      return: 1,
    });
    expect((await failOf('(task "a" (atom 1))', { journal: {} })).message).toBe(
      `task: the result of "a" cannot be stored: a value of type atom can't be stored: store data instead`,
    );
    expect((await failOf("(task (str) 1)")).message).toBe(
      "task: expected an id, got an empty string",
    );
    expect((await failOf("(task [1] 1)")).message).toBe("task: expected an id, got a vector");
    await expect(run("1", { journal: [] as unknown as Record<string, unknown> })).rejects.toThrow(
      "option `journal`: expected an object of task results by id",
    );
  });

  test("ids are data, not property names of an object", async () => {
    const step = await run('[(task "__proto__" 1) (task "constructor" 2) (task "__proto__" 3)]', {
      journal: {},
    });
    expect(step).toMatchObject({ ok: true, return: [1, 2, 1] });
    expect(Object.entries(step.journal ?? {})).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
    ]);
    expect(Object.getPrototypeOf(step.journal)).toBe(Object.prototype);
  });
});

describe("step-done", () => {
  test("step-done reports in branch order, and the last summary of a step wins", async () => {
    const step = await run(
      '(step-done "1" "a") (pmap (fn [x] (step-done x (str "s" x))) ["3" "2"]) (step-done "1" (str "b" 1))',
    );
    expect(step).toMatchObject({
      ok: true,
      return: "b1",
      summaries: { 1: "b1", 2: "s2", 3: "s3" },
    });
  });

  test("a program that fails reports no summaries", async () => {
    expect(await run('(step-done "1" "a") (inc nil)')).toMatchObject({ ok: false, summaries: {} });
  });
});

test("budget/remaining returns the budget of the run and the host's additions", async () => {
  const step = await run(
    "(let [b (budget/remaining)] [(:turns b) (:input (:tokens b)) (< (:steps b) 1000) (:tool-calls b)])",
    { limits: { steps: 1000, toolCalls: 7 }, budget: { turns: 3, tokens: { input: 5 } } },
  );
  expect(step).toMatchObject({ ok: true, return: [3, 5, true, 7] });
});

describe("tasks whose result can't be stored", () => {
  /** A tool that must not be called twice. */
  const charging = (): {
    readonly charges: string[];
    readonly tools: NonNullable<LispRunOptions["tools"]>;
  } => {
    const charges: string[] = [];
    return {
      charges,
      tools: {
        charge: (_, { callId }) => {
          charges.push(callId);
          return Promise.resolve("ok");
        },
      },
    };
  };

  test.each([
    ["an atom", "(do (tool/charge) (atom 1))"],
    ["a sequence without end", "(do (tool/charge) (range))"],
    ["more than may be allocated", "(do (tool/charge) (vec (repeat 3000000 1)))"],
    ["data nested too deep", "(do (tool/charge) (reduce (fn [x _] [x]) 1 (range 2000)))"],
  ])("a task whose result can't be stored doesn't run again: %s", async (_, body) => {
    const { charges, tools } = charging();
    const limits = { memoryBytes: 40_000_000 };
    const first = await run(`(task "f" ${body})`, { tools, limits, journal: {} });
    expect(first.ok).toBe(false);
    expect(first.journal).toEqual({ f: { $unkept: expect.any(String) as string } });
    const journal = JSON.parse(JSON.stringify(first.journal)) as Record<string, unknown>;
    const fail = await failOf(`(task "f" ${body})`, { tools, limits, journal });
    expect(fail).toMatchObject({ reason: "eval_error", details: { kind: "unkept_task" } });
    expect(fail.message).toContain(
      'task: "f" has run before, but its result could not be stored: ',
    );
    expect(fail.details?.hint).toBe(
      "its effects happened and are not repeated; (task-reset id) makes the next task run",
    );
    expect(charges).toHaveLength(1);
    const reset = `(do (task-reset "f") (task "f" (tool/charge)))`;
    expect(await run(reset, { tools, journal })).toMatchObject({ ok: true, journal: { f: "ok" } });
    expect(charges).toHaveLength(2);
  });

  test("a task whose result can't be stored doesn't run again after a catch or in another branch", async () => {
    const { charges, tools } = charging();
    const attempt = '(try (task "f" (do (tool/charge) (atom 1))) (catch Exception e :failed))';
    const step = await run(`[(pmap (fn [_] ${attempt}) [1 2]) ${attempt}]`, { tools, journal: {} });
    expect(step).toMatchObject({ ok: true, return: [["failed", "failed"], "failed"] });
    expect(charges).toHaveLength(1);
  });

  test("a result that looks like the error mark is data", async () => {
    const step = await run('(task "f" {"$unkept" "x"})', { journal: {} });
    const again = await run('(task "f" nil)', { journal: step.journal ?? {} });
    expect(again).toMatchObject({ ok: true, return: { $unkept: "x" } });
  });
});
