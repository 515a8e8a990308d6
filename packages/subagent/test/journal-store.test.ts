// The application's journal store: each change is stored before the mission continues.
import { describe, expect, test, vi } from "vitest";
import type { ModelRequest } from "@ptc/llm";
import { asTool, defineAgent, run, type JournalChange, type MissionOptions } from "../src/index.ts";
import { settled, textOf } from "./missions.ts";

/** Runs one program over a journal whose changes go to `onJournal`. */
function mission(program: string, onJournal: MissionOptions["onJournal"], tools = {}) {
  const asked: string[] = [];
  const step = run("Do it.", {
    llm: () => {
      asked.push(program);
      return program;
    },
    journal: { earlier: 1 },
    ...(onJournal === undefined ? {} : { onJournal }),
    tools: {
      pay: ({ id }: { id?: unknown }) => {
        asked.push(`pay ${String(id)}`);
        return id;
      },
      ...tools,
    },
  });
  return { step, asked };
}

/** A store that stores a change when the test releases it. */
function slowStore() {
  const changes: JournalChange[] = [];
  const waiting: (() => void)[] = [];
  return {
    changes,
    keepNext: async () => {
      waiting.shift()?.();
      await settled();
    },
    onJournal: (change: JournalChange) => {
      changes.push(change);
      return new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

describe("a journal store", () => {
  test("awaits the store at every commit before the next effect", async () => {
    const store = slowStore();
    const { step, asked } = mission(
      '(do (task "pay_1" (tool/pay {:id 1})) (task "pay_2" (tool/pay {:id 2})) (task-reset "earlier") (return (tool/pay {:id 3})))',
      store.onJournal,
    );
    // The first program loads the evaluator.
    await vi.waitFor(() => {
      expect(store.changes).toHaveLength(1);
    });
    expect(asked.slice(1)).toEqual(["pay 1"]);
    await store.keepNext();
    expect(asked.slice(1)).toEqual(["pay 1", "pay 2"]);
    await store.keepNext();
    expect(asked.slice(1)).toEqual(["pay 1", "pay 2"]);
    await store.keepNext();
    expect(await step).toMatchObject({ ok: true, return: 3, journal: { pay_1: 1, pay_2: 2 } });
    expect(store.changes).toEqual([
      { id: "pay_1", entry: 1 },
      { id: "pay_2", entry: 2 },
      { id: "earlier", removed: true },
    ]);
  });

  test("awaits the store in every branch, and no branch sees a result that isn't stored", async () => {
    const store = slowStore();
    const { step, asked } = mission(
      '(return (pmap (fn [n] [(task "shared_rate" (tool/pay {:id "rate"})) (tool/pay {:id n})]) [1 2]))',
      store.onJournal,
    );
    await vi.waitFor(() => {
      expect(store.changes).toHaveLength(1);
    });
    expect(asked.slice(1)).toEqual(["pay rate"]);
    await store.keepNext();
    expect(await step).toMatchObject({
      ok: true,
      return: [
        ["rate", 1],
        ["rate", 2],
      ],
    });
    expect(asked.slice(1)).toEqual(["pay rate", "pay 1", "pay 2"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("disk full"))],
    ["rejects with a value that isn't an error", () => Promise.reject("disk full")], // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors -- what applications do
  ])(
    "a journal store that %s ends the mission with the journal unchanged",
    async (_, onJournal) => {
      const { step, asked } = mission(
        '(do (try (task "pay_1" (tool/pay {:id 1})) (catch Exception e 0)) (tool/pay {:id 2}))',
        onJournal,
      );
      const ended = await step;
      expect(ended).toMatchObject({
        ok: false,
        journal: { earlier: 1 },
        fail: {
          reason: "journal_failed",
          message:
            'the result of the task "pay_1" was not stored: disk full; these calls took effect: pay',
          details: { data: { task: "pay_1", calls: ["pay"] } },
        },
      });
      expect(Object.keys(ended.journal ?? {})).toEqual(["earlier"]);
      expect(asked.slice(1)).toEqual(["pay 1"]);
    },
  );

  test("a store that fails in one branch prevents further effects in the others", async () => {
    let calls = 0;
    const { step, asked } = mission(
      '(return (pmap (fn [n] (task (str "pay_" n) (tool/pay {:id n})) (tool/slow) (tool/pay {:id (* 10 n)})) [1 2 3]))',
      async () => {
        calls += 1;
        if (calls === 2) throw new Error("disk full");
        await settled();
      },
      { slow: settled },
    );
    expect(await step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    expect(asked.slice(1)).toEqual(["pay 1", "pay 2", "pay 3"]);
  });

  test("a store that fails in a child mission ends its parents too, whatever their programs catch", async () => {
    const paid: unknown[] = [];
    const pay = ({ id }: Readonly<Record<string, unknown>>): number => paid.push(id);
    const child = defineAgent({ prompt: "Pay.", signature: "() -> :int", tools: { pay } });
    const step = await run("Lead.", {
      tools: { child: asTool(child, { retries: 2 }), pay },
      llm: (request) =>
        JSON.stringify(request.messages).includes("Lead.")
          ? "(do (try (tool/child) (catch Exception e 0)) (tool/pay {:id 2}))"
          : '(return (task "pay_1" (tool/pay {:id 1})))',
      journal: {},
      onJournal: () => Promise.reject(new Error("disk full")),
    });
    expect(step).toMatchObject({
      ok: false,
      journal: {},
      fail: {
        reason: "journal_failed",
        message:
          'the result of the task "pay_1" was not stored: disk full; these calls took effect: pay',
      },
    });
    expect(paid).toEqual([1]);
    expect(step.childSteps).toHaveLength(1);
  });

  test("a hanging store ends with the mission", async () => {
    const stop = new AbortController();
    let isAsked = false;
    const step = run("Do it.", {
      llm: () => '(task "pay_1" 1)',
      journal: {},
      onJournal: () => {
        isAsked = true;
        return new Promise(() => undefined);
      },
      signal: stop.signal,
    });
    await vi.waitFor(() => {
      expect(isAsked).toBe(true);
    });
    stop.abort();
    expect(await step).toMatchObject({ ok: false, fail: { reason: "cancelled" }, journal: {} });
  });

  test("reports to the store that a task ran whose result can't be stored", async () => {
    const store: JournalChange[] = [];
    const { step } = mission(
      '(do (try (task "make_it" (range)) (catch Exception e 0)) (return 1))',
      (change) => {
        store.push(change);
      },
    );
    expect((await step).ok).toBe(true);
    expect(store).toEqual([{ id: "make_it", entry: { $unkept: "task: the sequence has no end" } }]);
  });

  test("doesn't store results again that are already stored", async () => {
    const store: JournalChange[] = [];
    const { step } = mission('(return (task "earlier" (tool/pay {:id 9})))', (change) => {
      store.push(change);
    });
    expect(await step).toMatchObject({ ok: true, return: 1 });
    expect(store).toEqual([]);
  });
});

describe("child missions and the journal", () => {
  const child = defineAgent({
    prompt: "Pay {{id}}.",
    signature: "(id :int) -> :any",
    tools: { pay: ({ id }: { id?: unknown }) => `tx_${String(id)}` },
  });
  const answering =
    (lead: string, below = '(return (task (str "pay_order_" data/id) (tool/pay {:id data/id})))') =>
    ({ messages }: ModelRequest) =>
      textOf(messages[1]?.content).startsWith("Pay") ? below : lead;

  test("child missions store their tasks in the parent's journal before they continue", async () => {
    const changes: JournalChange[] = [];
    const step = await run("Do it.", {
      llm: answering("(return (pmap (fn [n] (tool/pay {:id n})) [1 2 1]))"),
      tools: { pay: asTool(child) },
      journal: { pay_order_2: "tx_known" },
      onJournal: async (change) => {
        await settled();
        changes.push(change);
      },
    });
    expect(step).toMatchObject({ ok: true, return: ["tx_1", "tx_known", "tx_1"] });
    expect(step.journal).toEqual({ pay_order_2: "tx_known", pay_order_1: "tx_1" });
    expect(changes).toEqual([{ id: "pay_order_1", entry: "tx_1" }]);
    expect(step.childSteps?.flatMap(({ step: { toolCalls } }) => toolCalls)).toHaveLength(1);
  });

  test("child missions find results that the parent stored, also in the same program", async () => {
    const step = await run("Do it.", {
      llm: answering(
        '(do (task "pay_order_7" "tx_above") (return [(tool/pay {:id 7}) (tool/pay {:id 8}) (task "pay_order_8" "again")]))',
      ),
      tools: { pay: asTool(child) },
      journal: {},
    });
    expect(step).toMatchObject({ ok: true, return: ["tx_above", "tx_8", "tx_8"] });
  });

  test("child missions cannot run a task that contains them", async () => {
    const step = await run("Do it.", {
      llm: answering('(return (task "pay_order_7" (task "inner_7" (tool/pay {:id 7}))))'),
      tools: { pay: asTool(child) },
      journal: {},
      maxTurns: 1,
    });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        message: expect.stringContaining('task: "pay_order_7" is nested in itself') as unknown,
      },
      journal: {},
    });
  });

  test("child missions run a task again that failed in another one", async () => {
    let calls = 0;
    const failing = defineAgent({
      prompt: "Pay {{id}}.",
      signature: "(id :int) -> :any",
      tools: {
        pay: async () => {
          calls += 1;
          await settled();
          if (calls === 1) throw new Error("no connection");
          return "tx";
        },
      },
      maxTurns: 1,
      completion: "explicit",
    });
    const step = await run("Do it.", {
      llm: answering(
        "(return (pmap (fn [n] (try (tool/pay {:id 1}) (catch Exception e :failed))) [1 2]))",
      ),
      tools: { pay: asTool(failing) },
      journal: {},
    });
    expect(step).toMatchObject({ ok: true, return: ["failed", "tx"] });
    expect(calls).toBe(2);
  });
});
