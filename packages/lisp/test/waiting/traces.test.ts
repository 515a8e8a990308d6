// Traces of runs that wait: the events of all passes together are those of one run.

import { expect, test } from "vitest";
import {
  TraceScope,
  type TraceEvent,
  type TraceEventData,
  type TraceEventType,
} from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import {
  answer,
  approve,
  deny,
  resume,
  run,
  suspend,
  type Decisions,
  type WaitingStep,
  type ResumeOptions,
  type Tools,
} from "../../src/index.ts";
import { waiting } from "./waiting-step.ts";

/** Tools of which one has spans of its own. With `waits`, refunds above 100 wait. */
function desk(waits: boolean): Tools {
  return {
    look: async ({ id }, { trace }) => {
      const inner = trace.start("turn", () => ({ turn: Number(id), turnsLeft: 0 }));
      await Promise.resolve();
      inner.end({ turn: Number(id), ok: true, done: true });
      return { id, amount: Number(id) * 40 };
    },
    refund: {
      needsApproval: ({ amount }) => waits && Number(amount) > 100,
      execute: ({ amount }) => ({ paid: amount }),
    },
  };
}

const refunds = `
  (println "begin")
  (let [paid (pmap (fn [id]
                     (let [order (tool/look {:id id})]
                       (:paid (tool/refund {:id id :amount (:amount order)}))))
                   (range 1 6))]
    (tool/look {:id 9})
    (reduce + (map (fn [p] (:paid (tool/refund {:amount p}))) paid)))`;

const marks: readonly TraceEventType[] = [
  "approval-requested",
  "approval-decided",
  "run-paused",
  "run-resumed",
];

/** Runs a program in passes, each with a trace of its own that begins with other random numbers. */
async function passes(
  program: string,
  options: ResumeOptions,
  decide: (pass: number, step: WaitingStep) => Decisions,
): Promise<readonly (readonly TraceEvent[])[]> {
  const all: TraceEvent[][] = [];
  const traced = (): ResumeOptions => {
    const events: TraceEvent[] = [];
    all.push(events);
    return { ...options, trace: scopeOf(events, options.firewall) };
  };
  let step = await run(program, { ...traced(), runId: "r", random: () => 0.25 });
  while (step.status === "waiting") {
    if (all.length > 20) throw new Error("the run never ends");
    const { checkpoint } = waiting(step);
    const decisions: Decisions = decide(all.length, step);
    step = await resume(program, checkpoint, { ...traced(), decisions });
  }
  return all;
}

let time = 1_000;

function scopeOf(events: TraceEvent[], firewall: ResumeOptions["firewall"]): TraceScope {
  return new TraceScope({
    sink: { emit: (event) => events.push(event) },
    clock: { now: () => ++time, monotonic: () => time },
    random: Math.random,
    traceId: "t".repeat(32),
    firewall: firewall instanceof Firewall ? firewall : undefined,
  });
}

/** Returns events without times and decisions. */
function timeless(events: readonly TraceEvent[]): readonly unknown[] {
  return events.map(({ data, ...event }) => ({
    ...event,
    time: 0,
    data: {
      ...data,
      ...("decision" in data ? { decision: undefined } : {}),
      ...("usage" in data ? { usage: { ...data.usage, durationMs: 0 } } : {}),
    },
  }));
}

/** Returns the events of a run that never waited. */
function others(events: readonly TraceEvent[]): readonly TraceEvent[] {
  return events.filter(({ type }) => !marks.includes(type));
}

function dataOf<Type extends TraceEventType>(
  events: readonly TraceEvent[],
  type: Type,
): readonly TraceEventData[Type][] {
  return events.flatMap((event) =>
    event.type === type ? [event.data as TraceEventData[Type]] : [],
  );
}

const approveAll = (_: number, { pending }: WaitingStep): Decisions =>
  Object.fromEntries(pending.map(({ id }) => [id, approve()]));
const approveFirst = (_: number, { pending }: WaitingStep): Decisions =>
  Object.fromEntries(pending.slice(0, 1).map(({ id }) => [id, approve()]));
const everySecondPass = (pass: number, step: WaitingStep): Decisions =>
  pass % 2 === 0 ? approveAll(pass, step) : {};

test.each([
  ["all at once", approveAll],
  ["one after the other", approveFirst],
  ["after passes without a decision", everySecondPass],
])("the events of all passes are those of one run, with answers %s", async (_, decide) => {
  for (const generate of ["never", { calls: 1, turns: 1 }] as const) {
    const [whole = []] = await passes(refunds, { tools: desk(false), generate }, approveAll);
    const events = (await passes(refunds, { tools: desk(true), generate }, decide)).flat();
    const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
    // Calls that waited end later than their neighbors.
    expect(sorted(timeless(others(events)))).toEqual(sorted(timeless(whole)));
    expect(others(events).at(-1)?.type).toBe("program-end");
    const ids = events.filter(({ type }) => !type.endsWith("-end")).map(({ spanId }) => spanId);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("the events of calls one after the other keep their order", async () => {
  const program = `
    (reduce (fn [sum id] (+ sum (:amount (tool/look {:id id})) (:paid (tool/refund {:amount 101}))))
            0 (map (fn [id] (:paid (tool/refund {:amount (* id 90)}))) [1 2]))`;
  const [whole = []] = await passes(program, { tools: desk(false) }, approveAll);
  const all = await passes(program, { tools: desk(true) }, everySecondPass);
  expect(all.length).toBeGreaterThan(5);
  expect(timeless(others(all.flat()))).toEqual(timeless(whole));
});

test("a pass emits no event of the recorded part, and none after its pause", async () => {
  const all = await passes(refunds, { tools: desk(true) }, approveAll);
  expect(all.map((events) => events.map(({ type }) => type).at(-1))).toEqual([
    "run-paused",
    "run-paused",
    "run-paused",
    "run-paused",
    "program-end",
  ]);
  const [first = [], second = []] = all;
  expect(
    first.filter(({ type }) => type === "program-end" || type === "program-start"),
  ).toHaveLength(1);
  expect(second[0]?.type).toBe("run-resumed");
  const pending = ["r/1/0.2/1", "r/1/0.3/1", "r/1/0.4/1"];
  expect(dataOf(first, "run-paused")).toEqual([{ pending, effects: 7 }]);
  expect(dataOf(second, "run-resumed")).toEqual([{ decided: pending }]);
  const calls = first.filter(({ type }) => type === "tool-call-start").slice(-3);
  expect(first.filter(({ type }) => type === "approval-requested")).toMatchObject(
    calls.map(({ spanId }) => ({ parentSpanId: spanId })),
  );
  expect(dataOf(first, "approval-requested")[0]).toEqual({
    id: "r/1/0.2/1",
    tool: "refund",
    address: "r/1/0.2/1",
    reason: "approval",
    arguments: { id: 3, amount: 120 },
  });
});

const secretive: Tools = {
  user: () => ({ name: "Ada", _token: "tok-4711" }),
  pay: {
    needsApproval: true,
    approvalTimeoutMs: 1e12,
    execute: ({ token, note }) => `${String(token)} ${String(note)}`,
  },
  job: {
    suspends: true,
    execute: ({ token }) => {
      throw suspend({ reason: `job of ${String(token)}`, until: 9e15 });
    },
  },
};

test("the events of calls and their decisions show no firewalled values", async () => {
  const program = `
    (let [token (:_token (tool/user))]
      [(tool/pay {:token token :note "a"})
       (try (tool/pay {:token token :note "b"}) (catch Exception _ "denied"))
       (tool/job {:token token})])`;
  const decide = (_: number, { pending }: WaitingStep): Decisions =>
    Object.fromEntries(
      pending.map(({ id, tool, arguments: args }) => [
        id,
        tool === "job"
          ? answer("done")
          : args["note"] === "a"
            ? approve({ arguments: { ...args, note: "edited" } })
            : deny("not with tok-4711"),
      ]),
    );
  const options = {
    tools: secretive,
    firewall: new Firewall(),
    encryptionKey: "another secret of yours",
  };
  const events = (await passes(program, options, decide)).flat();
  expect(dataOf(events, "approval-requested")).toEqual([
    {
      ...{ id: "r/1/1", tool: "pay", address: "r/1/1", reason: "approval" },
      arguments: { token: "<Firewalled>", note: "a" },
      expiresAt: expect.any(Number) as number,
    },
    {
      ...{ id: "r/1/2", tool: "pay", address: "r/1/2", reason: "approval" },
      arguments: { token: "<Firewalled>", note: "b" },
      expiresAt: expect.any(Number) as number,
    },
    {
      ...{ id: "r/1/3", tool: "job", address: "r/1/3", reason: "job of <Firewalled>" },
      arguments: { token: "<Firewalled>" },
      until: 9e15,
    },
  ]);
  expect(dataOf(events, "approval-decided")).toEqual([
    {
      ...{ id: "r/1/1", tool: "pay", decision: "edited" },
      arguments: { token: "<Firewalled>", note: "edited" },
    },
    { id: "r/1/2", tool: "pay", decision: "denied", message: "not with <Firewalled>" },
    { id: "r/1/3", tool: "job", decision: "answered" },
  ]);
});

test("a run whose checkpoint can't be written ends its spans", async () => {
  const events: TraceEvent[] = [];
  const tools: Tools = {
    user: () => ({ _id: "u-4711" }),
    pay: { needsApproval: true, execute: () => 1 },
  };
  const step = await run("(let [id (:_id (tool/user))] (task id (tool/pay {})))", {
    tools,
    journal: {},
    trace: scopeOf(events, new Firewall()),
  });
  expect(step.ok ? "" : step.fail.reason).toBe("checkpoint_failed");
  expect(events.map(({ type }) => type)).toEqual([
    ...["program-start", "tool-call-start", "tool-call-end"],
    ...["tool-call-start", "approval-requested", "tool-call-end", "program-end"],
  ]);
});
