// Programs in a pool that wait for decisions: the calls that wait, and the steps of resumed runs,
// which equal those without a pool.

import { expect, describe, test } from "vitest";
import { ToolFailure } from "@ptc/core/errors";
import {
  answer,
  approve,
  CheckpointError,
  deny,
  resume,
  run,
  suspend,
  type Checkpoint,
  type CheckpointOptions,
  type Decisions,
  type LispStep,
  type Tools,
  type WaitingStep,
} from "../../src/index.ts";
import type { Pool } from "../../src/node/index.ts";
import { testPools } from "../node/pools.ts";
import { comparable } from "../node/same-step.ts";
import { sampled } from "../sampled.ts";
import { approvals, waiting } from "./waiting-step.ts";

const { poolOf } = testPools();

interface Options extends CheckpointOptions {
  readonly tools: Tools;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly journal?: Readonly<Record<string, unknown>>;
  readonly memory?: Readonly<Record<string, unknown>>;
}

/** Runs and resumes a program, in this process or in a pool. */
interface Place {
  readonly run: (source: string, options: Options) => Promise<LispStep>;
  readonly resume: (
    source: string,
    checkpoint: Checkpoint,
    options: Omit<Options, "journal"> & { readonly decisions: Decisions },
  ) => Promise<LispStep>;
}

const here: Place = {
  run: (source, options) => run(source, { ...fixed, ...options }),
  resume,
};
const inPool = (pool: Pool): Place => ({
  run: (source, options) => pool.run(source, { ...fixed, ...options }),
  resume: (source, checkpoint, options) => pool.resume(source, checkpoint, options),
});
const fixed = { runId: "r", random: () => 0.42 };

/** Decides about some calls of a pass. */
type Decide = (step: WaitingStep, pass: number) => Decisions;
const all: Decide = (step) => approvals(step);
const last: Decide = ({ pending }) => {
  const { id } = pending.at(-1) ?? { id: "" };
  return { [id]: approve() };
};

interface Story {
  readonly source: string;
  readonly options: Options;
  readonly decide: Decide;
}

/** Returns the comparable steps of all passes. `placeOf` returns the place of a pass. */
async function passes(
  { source, options, decide }: Story,
  placeOf: (pass: number) => Place,
): Promise<readonly unknown[]> {
  const { journal, ...others } = options;
  const given = journal === undefined ? others : options;
  const steps: unknown[] = [];
  let step = await placeOf(0).run(source, given);
  while (step.status === "waiting" && steps.length < 20) {
    steps.push(waitingParts(step));
    const { checkpoint } = waiting(step);
    const decisions = decide(step, steps.length);
    step = await placeOf(steps.length).resume(source, checkpoint, { ...others, decisions });
  }
  steps.push(comparable(step));
  return steps;
}

/** What doesn't depend on the time or on random keys. */
function waitingParts(step: WaitingStep): unknown {
  const { pending, checkpoint, ...others } = step;
  return {
    ...(comparable(others as LispStep) as object),
    pending: [...pending].map(({ askedAt: _, ...call }) => call).sort(byId),
    effects: checkpoint.effects
      .map((effect) =>
        effect.type === "tool"
          ? { ...effect, isLater: true, outcome: { ...effect.outcome, encrypted: "" } }
          : { type: effect.type, at: effect.at },
      )
      .sort(byText),
    times: checkpoint.times.map(([at]) => at).sort(),
  };
}

function byText(left: unknown, right: unknown): number {
  return textOf(left) < textOf(right) ? -1 : 1;
}

/** Returns the fields that distinguish an effect. */
function textOf(effect: unknown): string {
  const { type, at } = effect as { readonly type: string; readonly at: string };
  return `${type} ${at}`;
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}

function desk() {
  const made: string[] = [];
  const note = (name: string, { id }: { readonly id?: unknown }): void => {
    made.push(`${name} ${String(id)}`);
  };
  const tools: Tools = {
    look: async (args) => {
      note("look", args);
      await Promise.resolve();
      return { id: args["id"], amount: Number(args["id"]) * 40 };
    },
    who: () => ({ name: "Ada", _token: "t-4711" }),
    now: (args) => {
      note("now", args);
      return args["id"] ?? null;
    },
    fails: () => {
      throw new ToolFailure("no money", { code: 7 });
    },
    refund: {
      needsApproval: ({ amount }) => Number(amount ?? 500) > 100,
      execute: (args) => {
        note("refund", args);
        return { paid: args["amount"] ?? null };
      },
    },
    ask: {
      suspends: true,
      execute: (args) => {
        throw suspend({ reason: "question", data: { question: args["id"] ?? null } });
      },
    },
  };
  return { tools, made };
}

const refunds = `
  (pmap (fn [id]
          (let [order (tool/look {:id id})]
            (try (:paid (tool/refund {:id id :amount (:amount order)}))
                 (catch Exception e [(ex-message e) (:data (ex-data e))]))))
        (range 1 7))`;

const stories: readonly (readonly [name: string, source: string, given: Partial<Story>])[] = [
  ["several calls in pmap", refunds, {}],
  ["several calls, one decision at a time", refunds, { decide: last }],
  [
    "an edit, a denial and an answer",
    refunds,
    {
      decide: ({ pending }) =>
        Object.fromEntries(
          pending.map(({ id }, index) => [
            id,
            [
              approve({ arguments: { id: 9, amount: 5 } }),
              deny("over budget"),
              answer({ paid: 3 }),
            ][index % 3] ?? approve(),
          ]),
        ),
    },
  ],
  [
    "a tool that suspends itself",
    "[(tool/ask {:id 1}) (tool/now {:id 2}) (tool/ask {:id 3})]",
    {
      decide: ({ pending }) =>
        Object.fromEntries(pending.map(({ id }, index) => [id, answer({ n: index })])),
    },
  ],
  [
    "tools that return at once, and one that fails",
    `(pcalls #(do (tool/now {:id 1}) (tool/refund {:id 1}))
             #(try (tool/fails {}) (catch Exception e [(ex-message e) (:data (ex-data e))]))
             #(tool/refund {:id 2}))`,
    {},
  ],
  [
    "random numbers, prints, memory and a task",
    `(def n (rand-int 1000))
     (println "before" n)
     (def paid (task "pay" (tool/refund {:id n})))
     (println "after" paid)
     [(rand-int 1000) paid (rand-int 1000)]`,
    { options: { tools: {}, journal: {}, memory: { rate: 3 } } },
  ],
  [
    "a lazy sequence",
    "(reduce + (take 3 (map (fn [n] (tool/refund {:id n}) n) (rest (range)))))",
    {},
  ],
  [
    "the time and pauses",
    `
    (pcalls (fn [] (Thread/sleep 5) (tool/refund {:id 1}) 1)
            (fn [] (let [a (System/currentTimeMillis)] (tool/refund {:id 2}) (Thread/sleep 1) (pos? a))))`,
    {},
  ],
  [
    "firewalled values",
    "(let [user (tool/who {})] (println user) (tool/refund {:id (:_token user)}))",
    { options: { tools: {}, encryptionKey: "another secret of yours" } },
  ],
  [
    "the context, signed and kept",
    "(mapv (fn [id] (tool/refund {:id id}) id) data/ids)",
    {
      options: {
        tools: {},
        context: { ids: [1, 2] },
        checkpointKey: "a secret of your server",
        keepContext: true,
      },
    },
  ],
  ["a run that fails after its wait", "(tool/refund {:id 1}) (tool/fails {})", {}],
  [
    "calls in finally and of a closure",
    "(let [f (fn [n] (tool/refund {:id n}))] (try (f 1) (finally (f 2))))",
    {},
  ],
];

describe("a run in the pool that waits has the same steps as without a pool:", () => {
  test.each(sampled(stories, 3))("%s", async (_name, source, given) => {
    const pool = poolOf();
    const { tools, made } = desk();
    const story = {
      source,
      decide: all,
      ...given,
      options: { ...given.options, tools },
    };
    const steps = await passes(story, () => here);
    const calls = made.splice(0).sort();
    expect(await passes(story, () => inPool(pool))).toEqual(steps);
    expect(made.splice(0).sort()).toEqual(calls);
    // A checkpoint moves between the two.
    expect(await passes(story, (pass) => (pass % 2 === 0 ? here : inPool(pool)))).toEqual(steps);
    expect(await passes(story, (pass) => (pass % 2 === 1 ? here : inPool(pool)))).toEqual(steps);
  });
});

test(
  "all calls wait in one pass, while another branch computes for long",
  { tags: "full" },
  async () => {
    const pool = poolOf();
    const { tools } = desk();
    const source = `
    (pmap (fn [i]
            (if (= i 1)
              (tool/refund {:id 1})
              (do (tool/look {:id i})
                  (loop [n 0] (if (< n 3000000) (recur (inc n)) n))
                  (tool/refund {:id i}))))
          [1 2 3 4])`;
    const limits = { steps: 1e9, timeoutMs: 60_000 };
    const step = waiting(await pool.run(source, { tools, limits }));
    expect(step.pending).toHaveLength(4);
    const next = await pool.resume(source, step.checkpoint, {
      tools,
      limits,
      decisions: approvals(step),
    });
    expect(next.ok).toBe(true);
  },
);

test("shared contexts, and what they contain, are compared", async () => {
  const pool = poolOf();
  const { tools } = desk();
  const context = pool.share({ ids: [1, 2] });
  const source = "(tool/refund {:id (count data/ids)})";
  const step = waiting(await pool.run(source, { tools, context }));
  const decisions = approvals(step);
  const { checkpoint } = step;
  expect((await pool.resume(source, checkpoint, { tools, context, decisions })).ok).toBe(true);
  const same = { context: { ids: [1, 2] }, tools, decisions };
  expect((await pool.resume(source, checkpoint, same)).ok).toBe(true);
  await expect(
    pool.resume(source, checkpoint, { ...same, context: pool.share({ ids: [3] }) }),
  ).rejects.toThrow("the context isn't the one with which the run began");
  context.release();
  await expect(pool.resume(source, checkpoint, { ...same, context })).rejects.toThrow(
    "option `context`: was released",
  );
});

test("a program that requests other effects is refused", async () => {
  const pool = poolOf();
  const { tools } = desk();
  const step = waiting(
    await pool.run("[(tool/now {:id 1}) (System/currentTimeMillis) (tool/refund {:id 1})]", {
      tools,
      runId: "r",
    }),
  );
  const decisions = approvals(step);
  const resumed = (source: string): Promise<LispStep> =>
    pool.resume(source, step.checkpoint, { tools, decisions });
  for (const [source, message] of [
    [
      "[(tool/now {:id 2}) (System/currentTimeMillis) (tool/refund {:id 1})]",
      'tool/now is called at 1/0 with {"id":2}, and the checkpoint has the arguments {"id":1}',
    ],
    [
      "(System/currentTimeMillis)",
      "the run requests the time at 1/0, which the checkpoint doesn't",
    ],
    [
      "[(tool/now {:id 1}) (tool/refund {:id 1})]",
      "the run requests tool/refund at 1/1, which the checkpoint doesn't have, before the time at 1/1",
    ],
    ["(println 1)", "it ended before it requested tool/now at 1/0, which the checkpoint has"],
  ] as const) {
    const error: unknown = await resumed(source).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CheckpointError);
    expect((error as CheckpointError).message).toContain(message);
  }
});

test("a call expires by the host's clock, and runs that need no decision end at once", async () => {
  const pool = poolOf();
  const tools: Tools = {
    pay: { needsApproval: true, approvalTimeoutMs: 1, execute: () => 1 },
    free: { needsApproval: false, suspends: true, execute: ({ n }) => n },
  };
  const step = waiting(await pool.run("(tool/pay {})", { tools }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const late = await pool.resume("(tool/pay {})", step.checkpoint, { tools });
  expect(late.ok ? "ok" : late.fail.message).toBe(
    "tool/pay failed: the call was not approved in time",
  );
  expect(await pool.run("(tool/free {:n 4})", { tools })).toMatchObject({ ok: true, return: 4 });
});

test.each(["activity", "clock", "firewall", "onJournal", "yieldMs"])(
  "a pool resumes no run with the option %s",
  async (name) => {
    const pool = poolOf();
    const { tools } = desk();
    const step = waiting(await pool.run("(tool/refund {})", { tools }));
    await expect(
      pool.resume("(tool/refund {})", step.checkpoint, { tools, [name]: undefined }),
    ).rejects.toThrow(`option \`${name}\`: cannot be used in another process`);
  },
);

test("an abort of the caller cancels a run with calls that wait", { tags: "full" }, async () => {
  const pool = poolOf();
  const controller = new AbortController();
  const tools: Tools = {
    pay: { needsApproval: true, execute: () => 1 },
    slow: () => {
      controller.abort();
      return new Promise(() => undefined);
    },
  };
  const source = "(pcalls (fn [] (tool/pay {})) (fn [] (tool/slow {})))";
  const step = await pool.run(source, { tools, signal: controller.signal });
  expect(step.ok ? "ok" : step.fail.reason).toBe("cancelled");
});
