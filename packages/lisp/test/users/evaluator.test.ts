// Quotas, turns and refusals of an evaluator, with real programs in this process.

import { expect, test } from "vitest";
import { createEvaluator, type EvaluatorEvent } from "../../src/evaluator.ts";

/** Takes some thousand steps. */
const work = "(reduce + (range 1000))";

function manualClock() {
  let now = 0;
  return {
    monotonic: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** A tool that waits until it is released. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, tools: { wait: () => opened } };
}

async function usageOf(source: string) {
  const step = await createEvaluator().run(source, { user: "ann" });
  if (!step.ok) throw new Error(step.fail.message);
  return step.usage;
}

test("runs programs of a user, and continues the ones that waited", async () => {
  const evaluator = createEvaluator();
  const tools = { pay: { needsApproval: true, execute: () => "paid" } };
  const step = await evaluator.run("(tool/pay {})", { user: "ann", tools });
  if (step.status !== "waiting") throw new Error("it didn't wait");
  const decisions = { [step.pending[0]?.id ?? ""]: { type: "approve" as const } };
  const next = await evaluator.resume("(tool/pay {})", step.checkpoint, {
    user: "ann",
    tools,
    decisions,
  });
  expect(next.ok && next.return).toBe("paid");
});

test.each(["steps", "bytes"] as const)(
  "refuses a user whose programs overdrew the %s of a minute, until they are refilled",
  async (quota) => {
    const usage = await usageOf(work);
    const used = quota === "steps" ? usage.steps : usage.memoryBytes;
    const amount = Math.floor(used / 2);
    const clock = manualClock();
    const evaluator = createEvaluator({ perUser: { [quota]: amount }, clock });
    const run = (user: string) => evaluator.run(work, { user });
    expect((await run("ann")).ok).toBe(true);
    const refused = await run("ann");
    if (refused.status !== "refused") throw new Error("it wasn't refused");
    expect(refused).toMatchObject({ ok: false, quota, fail: { reason: "rate_limited" } });
    expect(refused.fail.details?.limit).toEqual({
      option: `perUser.${quota}`,
      value: amount,
      unit: `${quota} per minute`,
    });
    // It used about twice the amount, so one minute pays the debt.
    expect(refused.retryAfterMs).toBe(Math.ceil(((used - amount + 1) / amount) * 60_000));
    expect((await run("bob")).ok).toBe(true);
    clock.advance(refused.retryAfterMs - 1);
    expect((await run("ann")).status).toBe("refused");
    clock.advance(1);
    expect((await run("ann")).ok).toBe(true);
  },
);

test("lets a user begin as many runs per minute as allowed, spread over the minute", async () => {
  const clock = manualClock();
  const evaluator = createEvaluator({ perUser: { perMinute: 3 }, clock });
  const run = async () => (await evaluator.run("1", { user: "ann" })).status ?? "ok";
  expect([await run(), await run(), await run(), await run()]).toEqual([
    "ok",
    "ok",
    "ok",
    "refused",
  ]);
  clock.advance(20_000);
  expect([await run(), await run()]).toEqual(["ok", "refused"]);
  const refused = await evaluator.run("1", { user: "ann" });
  expect(refused.fail?.message).toBe(
    "the user has used up the 3 runs per minute: try again in 20 s (option perUser.perMinute)",
  );
});

test("lets more runs than allowed at a time wait, and refuses more than may wait", async () => {
  const evaluator = createEvaluator({ perUser: { concurrent: 1, waiting: 2 } });
  const { open, tools } = gate();
  const runs = [1, 2, 3].map((number) =>
    evaluator.run(`(tool/wait {}) ${String(number)}`, { user: "ann", tools }),
  );
  expect(evaluator.load()).toEqual({ running: 1, waiting: 2, users: 1 });
  const refused = await evaluator.run("4", { user: "ann" });
  expect(refused).toMatchObject({ status: "refused", quota: "waiting" });
  expect((await evaluator.run("5", { user: "bob" })).ok).toBe(true);
  open();
  expect((await Promise.all(runs)).map((step) => step.ok && step.return)).toEqual([1, 2, 3]);
  expect(evaluator.load()).toMatchObject({ running: 0, waiting: 0 });
});

test("bounds the runs of all users that wait", async () => {
  const evaluator = createEvaluator({ concurrent: 1, waiting: 1 });
  const { open, tools } = gate();
  const first = evaluator.run("(tool/wait {})", { user: "ann", tools });
  const second = evaluator.run("2", { user: "bob" });
  expect(await evaluator.run("3", { user: "eve" })).toMatchObject({ quota: "server" });
  open();
  expect((await Promise.all([first, second])).every(({ ok }) => ok)).toBe(true);
});

test("refuses a waiting run at its turn if an earlier run has overdrawn a quota", async () => {
  const evaluator = createEvaluator({ concurrent: 1, perUser: { steps: 100 } });
  const runs = ["ann", "ann", "bob"].map((user) => evaluator.run(work, { user }));
  expect((await Promise.all(runs)).map(({ status }) => status ?? "ran")).toEqual([
    "ran",
    "refused",
    "ran",
  ]);
});

test("ends the wait of a run whose signal aborts, and frees its position", async () => {
  const evaluator = createEvaluator({ concurrent: 1 });
  const { open, tools } = gate();
  const first = evaluator.run("(tool/wait {})", { user: "ann", tools });
  const client = new AbortController();
  const { signal } = client;
  const second = evaluator.run("2", { user: "ann", signal });
  const admitted = evaluator.admit({ user: "ann", signal }, () => Promise.resolve({ ok: true }));
  expect(evaluator.load().waiting).toBe(2);
  client.abort(new Error("gone"));
  expect(evaluator.load().waiting).toBe(0);
  expect((await second).fail?.reason).toBe("cancelled");
  await expect(admitted).rejects.toThrow("gone");
  open();
  expect((await first).ok).toBe(true);
});

test("admits other work, which pays the usage of its result", async () => {
  const evaluator = createEvaluator({ perUser: { steps: 100 } });
  const usage = { steps: 100, memoryBytes: 5, durationMs: 1 };
  const mission = () =>
    evaluator.admit({ user: "ann" }, () => Promise.resolve({ ok: true, usage }));
  expect(await mission()).toEqual({ ok: true, usage });
  expect(await mission()).toMatchObject({ status: "refused", quota: "steps" });
  const failed = evaluator.admit({ user: "bob" }, () => Promise.reject(new Error("no model")));
  await expect(failed).rejects.toThrow("no model");
  expect(evaluator.load().running).toBe(0);
});

test("reports each change to the metrics, whose errors don't matter", async () => {
  const events: EvaluatorEvent[] = [];
  const evaluator = createEvaluator({
    concurrent: 1,
    perUser: { waiting: 1 },
    clock: manualClock(),
    metrics: (event) => {
      events.push(event);
      throw new Error("a broken metric");
    },
  });
  const runs = ["(+ 1 2)", "(fail :no)", "3"].map((source) =>
    evaluator.run(source, { user: "ann" }),
  );
  await Promise.all(runs);
  expect(events.map(({ type, running, waiting }) => [type, running, waiting])).toEqual([
    ["run-start", 1, 0],
    ["run-wait", 1, 1],
    ["run-refuse", 1, 1],
    ["run-end", 0, 1],
    ["run-start", 1, 0],
    ["run-end", 0, 0],
  ]);
  expect(events[3]).toMatchObject({ user: "ann", ok: true, runMs: 0 });
  expect(events[3]).toHaveProperty("steps", (await usageOf("(+ 1 2)")).steps);
  expect(events[5]).toMatchObject({ ok: false, reason: "failed" });
});

test("forgets users without runs and debts, so its memory doesn't grow with them", async () => {
  const clock = manualClock();
  const evaluator = createEvaluator({ perUser: { perMinute: 60 }, clock });
  let most = 0;
  for (let user = 0; user < 5_000; user += 1) {
    await evaluator.run("1", { user: `user ${String(user)}` });
    clock.advance(10);
    most = Math.max(most, evaluator.load().users);
  }
  // One run is refilled after a second, in which a hundred others arrive.
  expect(most).toBeLessThan(400);
});

test("refuses new users above the number it remembers, because debts aren't forgiven", async () => {
  const evaluator = createEvaluator({ users: 1, perUser: { steps: 10 }, clock: manualClock() });
  expect((await evaluator.run(work, { user: "ann" })).ok).toBe(true);
  expect(await evaluator.run("1", { user: "bob" })).toMatchObject({ quota: "users" });
  expect(await evaluator.run("1", { user: "ann" })).toMatchObject({ quota: "steps" });
});

test.each([
  [{ perUser: { steps: 0 } }, /`perUser.steps`: expected a whole number from 1 /],
  [{ perUser: { step: 5 } }, /`perUser.step`: unknown option \(did you mean `steps`\?\)|steps/],
  [{ fairness: true }, /`fairness`: unknown option/],
  [{ concurrent: 1.5 }, /`concurrent`: expected a whole number/],
  [{ fair: "no" }, /`fair`: expected a boolean/],
] as const)("refuses the options %j", (options, message) => {
  expect(() => createEvaluator(options as object)).toThrow(message);
});

test.each(["", "x".repeat(201), undefined])("refuses the user %j", async (user) => {
  const run = createEvaluator().run("1", { user } as { user: string });
  await expect(run).rejects.toThrow("option `user`: expected an id of 1 to 200 characters");
});
