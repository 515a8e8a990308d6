// Runs whose tool calls wait for decisions: which calls wait, the decisions, and what a resumed
// program sees.

import { describe, expect, test } from "vitest";
import type { StandardSchema } from "@ptc/core/contracts";
import {
  answer,
  approve,
  createSession,
  deny,
  resume,
  run,
  suspend,
  type Decisions,
  type LispStep,
  type Tools,
} from "../../src/index.ts";
import { waiting } from "./waiting-step.ts";

function returned(step: LispStep): unknown {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

/** Tools that note their calls. Refunds above 100 wait. */
function desk() {
  const calls: string[] = [];
  const tools = {
    look: async ({ id }: { readonly id: number }) => {
      calls.push(`look ${String(id)}`);
      await Promise.resolve();
      return { id, amount: id * 40 };
    },
    refund: {
      needsApproval: ({ amount }) => Number(amount) > 100,
      execute: ({ id, amount }) => {
        calls.push(`refund ${String(id)} ${String(amount)}`);
        return { paid: amount };
      },
    },
  } satisfies Tools;
  return { calls, tools };
}

const refunds = `
  (pmap (fn [id]
          (let [order (tool/look {:id id})]
            (try (:paid (tool/refund {:id id :amount (:amount order)}))
                 (catch Exception e [(ex-message e) (:data (ex-data e))]))))
        (range 1 7))`;

describe("calls that wait", () => {
  test("all calls that can be requested wait at once, and others are made", async () => {
    const { calls, tools } = desk();
    const step = waiting(await run(refunds, { tools, runId: "r" }));
    expect(step.fail).toEqual({
      reason: "waiting",
      message:
        "the run waits for tool/refund (approval), tool/refund (approval), tool/refund (approval), tool/refund (approval): continue it with resume and decisions",
    });
    expect(step.pending.map(({ id, arguments: args }) => [id, args])).toEqual([
      ["r/1/0.2/1", { id: 3, amount: 120 }],
      ["r/1/0.3/1", { id: 4, amount: 160 }],
      ["r/1/0.4/1", { id: 5, amount: 200 }],
      ["r/1/0.5/1", { id: 6, amount: 240 }],
    ]);
    expect(step.pending[0]).toMatchObject({
      tool: "refund",
      reason: "approval",
      address: { run: "r", turn: 1, path: [{ fork: 0, branch: 2 }], ordinal: 1 },
    });
    expect(calls.filter((call) => call.startsWith("refund"))).toEqual([
      "refund 1 40",
      "refund 2 80",
    ]);
    expect(step.toolCalls).toHaveLength(8);
    expect(step.usage.toolCalls).toBe(8);
  });

  test("decisions arrive in any order and in several passes, and no call is made twice", async () => {
    const { calls, tools } = desk();
    let step = waiting(await run(refunds, { tools, runId: "r" }));
    for (const decisions of [
      { "r/1/0.5/1": approve() },
      { "r/1/0.2/1": deny("over budget") },
      { "r/1/0.3/1": approve({ arguments: { id: 4, amount: 90 } }) },
    ] satisfies Decisions[])
      step = waiting(await resume(refunds, step.checkpoint, { tools, decisions }));
    expect(step.pending.map(({ id }) => id)).toEqual(["r/1/0.4/1"]);
    const end = await resume(refunds, step.checkpoint, {
      tools,
      decisions: { "r/1/0.4/1": approve() },
    });
    expect(returned(end)).toEqual([
      40,
      80,
      ["the call was denied: over budget", { reason: "denied" }],
      90,
      200,
      240,
    ]);
    expect(calls.toSorted()).toEqual([
      "look 1",
      "look 2",
      "look 3",
      "look 4",
      "look 5",
      "look 6",
      "refund 1 40",
      "refund 2 80",
      "refund 4 90",
      "refund 5 200",
      "refund 6 240",
    ]);
    expect(
      end.toolCalls.flatMap(({ args, decision }) =>
        decision === undefined ? [] : [[args, decision]],
      ),
    ).toEqual([
      [{ id: 3, amount: 120 }, { decision: "denied" }],
      [
        { id: 4, amount: 160 },
        { decision: "edited", arguments: { id: 4, amount: 90 } },
      ],
      [{ id: 5, amount: 200 }, { decision: "approved" }],
      [{ id: 6, amount: 240 }, { decision: "approved" }],
    ]);
  });

  test.each([
    ["reduce", "(reduce (fn [sum n] (+ sum (tool/ask {:n n}))) 0 [1 2 3])", 6],
    ["a lazy sequence", "(reduce + (take 3 (map (fn [n] (tool/ask {:n n})) (rest (range)))))", 6],
    ["a task", '(task "pay" (tool/ask {:n 5}))', 5],
    ["finally", "(try 1 (finally (println (tool/ask {:n 5}))))", 1],
    ["an atom", "(let [sum (atom 0)] (doseq [n [1 2]] (swap! sum + (tool/ask {:n n}))) @sum)", 3],
    ["a closure in memory", "(defn f [n] (tool/ask {:n n})) (f 4)", 4],
    ["pcalls", "(pcalls (fn [] (tool/ask {:n 1})) (fn [] (tool/ask {:n 2})))", [1, 2]],
  ])("a call waits in %s", async (_where, source, expected) => {
    const made: unknown[] = [];
    const tools: Tools = {
      ask: {
        needsApproval: true,
        execute: ({ n }) => {
          made.push(n);
          return n;
        },
      },
    };
    let step = await run(source, { tools, journal: {} });
    while (step.status === "waiting") {
      const decisions = Object.fromEntries(step.pending.map(({ id }) => [id, approve()]));
      step = await resume(source, waiting(step).checkpoint, { tools, decisions });
    }
    expect(returned(step)).toEqual(expected);
    expect(new Set(made).size).toBe(made.length);
  });

  test("a checkpoint is resumed twice with different decisions, each as a run of its own", async () => {
    const { tools } = desk();
    const source = "(:paid (tool/refund {:id 1 :amount 500}))";
    const { checkpoint, pending } = waiting(await run(source, { tools }));
    const id = pending[0]?.id ?? "";
    const paid = await resume(source, checkpoint, { tools, decisions: { [id]: approve() } });
    const denied = await resume(source, checkpoint, { tools, decisions: { [id]: deny("no") } });
    expect(returned(paid)).toBe(500);
    expect(denied.ok ? "ok" : denied.fail.message).toBe(
      "tool/refund failed: the call was denied: no",
    );
  });

  test("random numbers, times, pauses and stored task results are those of the first pass", async () => {
    let time = 1_000;
    const stored: string[] = [];
    const slept: number[] = [];
    const tools: Tools = { ask: { needsApproval: true, execute: () => "yes" } };
    const source = `
      (let [n (rand-int 1000000) at (System/currentTimeMillis) a (task "a" (rand-int 1000))]
        (Thread/sleep 5)
        [n at a (tool/ask {}) (rand-int 1000000)])`;
    const options = {
      tools,
      clock: {
        now: () => time++,
        monotonic: () => 0,
        sleep: (milliseconds: number) => {
          slept.push(milliseconds);
          return Promise.resolve();
        },
      },
      onJournal: ({ id }: { readonly id: string }) => stored.push(id),
    };
    const first = waiting(await run(source, { ...options, journal: {}, random: () => 0.25 }));
    time = 9_000_000;
    const id = first.pending[0]?.id ?? "";
    const resumed = await resume(source, first.checkpoint, {
      ...options,
      decisions: { [id]: approve() },
    });
    const all = await run(source, {
      ...options,
      tools: { ask: () => "yes" },
      journal: {},
      random: () => 0.25,
      clock: { ...options.clock, now: () => 1_000 },
    });
    const [n, at, a, said, later] = returned(resumed) as unknown[];
    const [n1, , a1, said1, later1] = returned(all) as unknown[];
    expect([n, a, said, later]).toEqual([n1, a1, said1, later1]);
    expect(Number(at)).toBeLessThan(2_000);
    expect(resumed.journal).toEqual({ a });
    expect([stored, slept]).toEqual([
      ["a", "a"],
      [5, 5],
    ]);
  });
});

/** `{amount: integer, at: text}`; converts `at` to a Date. */
const payment: StandardSchema = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (given) => {
      const { amount, at } = given as { readonly amount?: unknown; readonly at?: unknown };
      return Number.isInteger(amount)
        ? { value: { amount, at: new Date(String(at)) } }
        : { issues: [{ message: "expected an integer", path: ["amount"] }] };
    },
  },
};

describe("decisions", () => {
  const source = '(tool/pay {:amount 5 :at "2026-01-02T00:00:00Z"})';
  const tools = {
    pay: {
      inputSchema: payment,
      needsApproval: true,
      approvalTimeoutMs: 1_000,
      execute: ({ amount, at }) => [amount, at instanceof Date ? at.getUTCFullYear() : "no date"],
    },
  } satisfies Tools;
  const id = "r/1/0";
  const waits = async (now = 0) =>
    waiting(
      await run(source, { tools, runId: "r", clock: { now: () => now, monotonic: () => 0 } }),
    );
  const decided = async (decisions: Decisions, now = 0) =>
    resume(source, (await waits()).checkpoint, {
      tools,
      decisions,
      clock: { now: () => now, monotonic: () => 0 },
    });

  test("an edit is checked and converted like the arguments of a call", async () => {
    const edited = { amount: 7, at: "2027-01-02T00:00:00Z" };
    expect(returned(await decided({ [id]: approve({ arguments: edited }) }))).toEqual([7, 2027]);
    await expect(
      decided({ [id]: approve({ arguments: { amount: 7.5, at: "" } }) }),
    ).rejects.toThrow(/^decisions\["r\/1\/0"\]: wrong arguments: amount: /);
  });

  test("the check of an edit takes no time of a program whose tool time counts", async () => {
    let now = 0;
    const slow = {
      ...payment,
      "~standard": {
        ...payment["~standard"],
        validate: async (given: unknown) => {
          await Promise.resolve();
          if ((given as { readonly amount: unknown }).amount === 7) now += 1_000;
          return await payment["~standard"].validate(given);
        },
      },
    };
    const given = {
      tools: { pay: { ...tools.pay, inputSchema: slow } },
      clock: { now: () => now, monotonic: () => now },
      chargeToolTime: true,
      limits: { timeoutMs: 500 },
    };
    const { checkpoint } = waiting(await run(source, { ...given, runId: "r" }));
    const edited = { amount: 7, at: "2027-01-02T00:00:00Z" };
    const decisions = { [id]: approve({ arguments: edited }) };
    const step = await resume(source, checkpoint, { ...given, decisions });
    expect([returned(step), now]).toEqual([[7, 2027], 1_000]);
  });

  test("answer(…) gives the result, and no tool is called", async () => {
    expect(returned(await decided({ [id]: answer({ done: true }) }))).toEqual({ done: true });
  });

  test("a call without a decision counts as denied after its time", async () => {
    const step = await decided({}, 1_000);
    expect(step.ok ? "ok" : step.fail.message).toBe(
      "tool/pay failed: the call was not approved in time",
    );
    expect(step.toolCalls[0]?.decision).toEqual({ decision: "expired" });
    await expect(decided({ [id]: approve() }, 1_000)).rejects.toThrow(
      'decisions["r/1/0"]: the call of tool/pay has expired',
    );
    expect((await decided({ [id]: deny("too late") }, 1_000)).toolCalls[0]?.decision).toEqual({
      decision: "denied",
    });
  });

  test("a decision for another call is refused, and names the calls that wait", async () => {
    await expect(decided({ "r/1/7": approve() })).rejects.toThrow(
      'decisions["r/1/7"]: no call with this id waits; pending: r/1/0',
    );
    const program = "[(tool/pay {:amount 1}) (tool/pay {:amount 2})]";
    const plain = { pay: { needsApproval: true, execute: () => 1 } };
    const first = waiting(await run(program, { tools: plain, runId: "r" }));
    const second = waiting(
      await resume(program, first.checkpoint, {
        tools: plain,
        decisions: { "r/1/0": approve() },
      }),
    );
    await expect(
      resume(program, second.checkpoint, { tools: plain, decisions: { "r/1/0": deny("no") } }),
    ).rejects.toThrow('decisions["r/1/0"]: this call has already ended; pending: r/1/1');
  });

  test.each([[null], [true], ["approve"], [{ type: "approved" }], [{ type: "deny" }]])(
    "%j isn't a decision",
    async (decision) => {
      await expect(decided({ [id]: decision } as unknown as Decisions)).rejects.toThrow(
        'decisions["r/1/0"] must be approve(), deny("…") or answer(…)',
      );
    },
  );
});

describe("tools that suspend themselves", () => {
  const job = {
    suspends: true,
    execute: ({ file }: Readonly<Record<string, unknown>>) => {
      throw suspend({ reason: "waits for the job", until: 500, data: { job: file } });
    },
  };
  const source = '(str "rows: " (tool/load {:file "a.csv"}))';

  test("wait for an answer, with their data", async () => {
    const tools = { load: job };
    const step = waiting(await run(source, { tools, runId: "r" }));
    expect(step.pending).toMatchObject([
      { id: "r/1/0", reason: "waits for the job", until: 500, data: { job: "a.csv" } },
    ]);
    const end = await resume(source, step.checkpoint, {
      tools,
      clock: { now: () => 0, monotonic: () => 0 },
      decisions: { "r/1/0": answer(7) },
    });
    expect(returned(end)).toBe("rows: 7");
  });

  test("are called again after their time, or when they are approved", async () => {
    let isDone = false;
    const tools = {
      load: {
        suspends: true,
        execute: async () => {
          await Promise.resolve();
          if (!isDone) throw suspend({ reason: "not ready", until: 500 });
          return 3;
        },
      },
    };
    const { checkpoint } = waiting(await run(source, { tools, runId: "r" }));
    const at = (now: number) => ({ tools, clock: { now: () => now, monotonic: () => 0 } });
    expect((await resume(source, checkpoint, at(499))).status).toBe("waiting");
    expect((await resume(source, checkpoint, at(500))).status).toBe("waiting");
    isDone = true;
    expect((await resume(source, checkpoint, at(499))).status).toBe("waiting");
    expect(returned(await resume(source, checkpoint, at(500)))).toBe("rows: 3");
    const decisions = { "r/1/0": approve() };
    expect(returned(await resume(source, checkpoint, { ...at(0), decisions }))).toBe("rows: 3");
  });

  test("need a declaration", async () => {
    const step = await run(source, {
      tools: {
        load: { ...job, suspends: false },
        other: { needsApproval: true, execute: () => 1 },
      },
    });
    expect(step.ok ? "ok" : step.fail.message).toBe(
      "tool/load failed: it was suspended, but the tool lacks `suspends: true`",
    );
  });
});

describe("sessions", () => {
  const tools = { pay: { needsApproval: true, execute: ({ n }) => n } } satisfies Tools;

  test("a session continues a program that waits, and keeps its definitions", async () => {
    const session = createSession({ tools, random: () => 0.5 });
    await session.run("(def n 20)");
    const source = "(def paid (tool/pay {:n (inc n)}))";
    const step = waiting(await session.run(source));
    expect([...session.memory.names()]).toEqual(["n"]);
    const decisions = Object.fromEntries(step.pending.map(({ id }) => [id, approve()]));
    await session.resume(source, step.checkpoint, { decisions });
    expect(returned(await session.run("[paid *1]"))).toEqual([21, expect.anything()]);
  });

  test.each(["memory", "history", "turn", "journal", "runId", "random", "nope"])(
    "resume doesn't take the option %s",
    async (name) => {
      const session = createSession({ tools });
      const step = waiting(await session.run("(tool/pay {:n 1})"));
      await expect(
        session.resume("(tool/pay {:n 1})", step.checkpoint, { [name]: undefined }),
      ).rejects.toThrow(`option \`${name}\`: `);
    },
  );

  test("refuses to continue after another definition", async () => {
    const session = createSession({ tools });
    const step = waiting(await session.run("(tool/pay {:n 1})"));
    await session.run("(def n 20)");
    await expect(session.resume("(tool/pay {:n 1})", step.checkpoint)).rejects.toThrow(
      "the memory isn't the one with which the run began: pass the same `memory` again",
    );
  });
});

describe("options", () => {
  const tools = { pay: { needsApproval: true, execute: () => 1 } };

  test.each([
    [
      { needsApproval: "yes" },
      "option `tools.pay.needsApproval`: expected true, false or a function",
    ],
    [{ needsApproval: true, suspends: 1 }, "option `tools.pay.suspends`: expected true or false"],
    [
      { needsApproval: true, approvalTimeoutMs: 0 },
      "option `tools.pay.approvalTimeoutMs`: expected a number above 0",
    ],
  ])("refuses %j", async (fields, message) => {
    const wrong = { pay: { ...fields, execute: () => 1 } } as unknown as Tools;
    await expect(run("1", { tools: wrong })).rejects.toThrow(message);
  });

  test.each([
    [{ checkpointKey: "short" }, "option `checkpointKey`: expected a secret of at least 16 bytes"],
    [
      { encryptionKey: new Uint8Array(8) },
      "option `encryptionKey`: expected a secret of at least 16 bytes",
    ],
    [{ keepContext: "yes" as unknown as boolean }, "option `keepContext`: expected true or false"],
  ])("refuses %j", async (options, message) => {
    await expect(run("1", { tools, ...options })).rejects.toThrow(message);
  });

  test("a rule that fails or gives no decision fails the call, also in the next pass", async () => {
    let asked = 0;
    const rule = () => {
      asked += 1;
      throw new Error("no database");
    };
    const both: Tools = { pay: { needsApproval: rule, execute: () => 1 }, ask: tools.pay };
    const source = "[(try (tool/pay {}) (catch Exception e (ex-message e))) (tool/ask {})]";
    const step = waiting(await run(source, { tools: both }));
    const decisions = Object.fromEntries(step.pending.map(({ id }) => [id, approve()]));
    expect(returned(await resume(source, step.checkpoint, { tools: both, decisions }))).toEqual([
      "needsApproval failed: no database",
      1,
    ]);
    expect(asked).toBe(1);
  });

  test("an abort during a wait for a rule ends the run as cancelled", async () => {
    const controller = new AbortController();
    const slow: Tools = {
      pay: {
        needsApproval: () => {
          controller.abort();
          return Promise.resolve(true);
        },
        execute: () => 1,
      },
    };
    const step = await run("(tool/pay {})", { tools: slow, signal: controller.signal });
    expect(step.ok ? "ok" : step.fail.reason).toBe("cancelled");
  });
});
