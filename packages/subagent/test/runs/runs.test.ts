import { createMemoryStore } from "@ptc/core/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answer, approve, defineAgent, deny } from "../../src/index.ts";
import { createRuns, RunsError, type RunSummary } from "../../src/runs/index.ts";
import { stepFromJson } from "../../src/step-json/index.ts";
import { payAgents, withStatus, World } from "./run-world.ts";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

/** Returns the first call that waits. */
async function waitingCall(runs: ReturnType<World["runs"]>, id: string): Promise<string> {
  const { pending } = await withStatus(runs, id, "waiting");
  return pending[0]?.id ?? "";
}

describe("a run", () => {
  test("is started, run by a worker, and kept with its step", async () => {
    const runs = world.runs();
    const started = await runs.start("payer", { tags: ["may"] });
    expect(started).toMatchObject({ agent: "payer", tags: ["may"], pending: [] });
    const ended = await withStatus(runs, started.id, "done");
    expect(ended).toMatchObject({ attempts: 1, pending: [], step: { ok: true } });
    expect(ended.dueAt).toBeUndefined();
    const read = await stepFromJson(ended.step);
    expect(read.ok && read.step.ok && read.step.return).toEqual(["paid 1", "paid 2"]);
    expect(world.paid.calls).toHaveLength(2);
    expect(world.errors).toEqual([]);
  });

  test("waits for decisions that another process makes, one call after another", async () => {
    const runs = world.runs();
    const office = world.runs({ worker: false, agents: {} });
    const { id } = await runs.start("refunds");
    const waiting = await withStatus(office, id, "waiting");
    expect(waiting.pending).toMatchObject([{ tool: "pay", arguments: { id: 1 } }]);
    await office.decide(id, { [waiting.pending[0]?.id ?? ""]: approve() });
    const second = await waitingCall(office, id);
    await office.decide(id, { [second]: approve({ arguments: { id: 7 } }) });
    const ended = await withStatus(office, id, "done");
    expect(ended.attempts).toBe(3);
    expect(ended.step).toMatchObject({ return: ["paid 1", "paid 7"] });
    expect(world.paid.calls).toHaveLength(2);
  });

  test("fails like its mission, and keeps the step", async () => {
    const agents = payAgents(world.paid, '(fail {:reason :no_money :message "empty"})');
    const runs = world.runs({ agents });
    const { id } = await runs.start("payer");
    const ended = await withStatus(runs, id, "failed");
    expect(ended.step).toMatchObject({ ok: false, fail: { reason: "no_money" } });
    expect(ended.failure).toBeUndefined();
  });

  test("is started once for a key", async () => {
    const runs = world.runs();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => runs.start("payer", { key: "order 7" })),
    );
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(["order 7"]));
    await withStatus(runs, "order 7", "done");
    await runs.start("payer", { key: "order 7" });
    expect(world.paid.calls).toHaveLength(2);
    await expect(runs.start("refunds", { key: "order 7" })).rejects.toThrow(
      'the key "order 7" belongs to a run of the agent "payer": choose another key',
    );
  });

  test("gets its context, and a prompt through a function", async () => {
    const llm = () => Promise.resolve('(return (str data/name " " data/n))');
    const runs = world.runs({
      agents: {
        echo: ({ prompt = "", context }) => ({
          agent: defineAgent({ prompt: `${prompt} ${JSON.stringify(context)}`, llm }),
        }),
      },
    });
    const { id } = await runs.start("echo", {
      prompt: "Say it.",
      context: { name: "Ada", n: 12n },
    });
    const ended = await withStatus(runs, id, "done");
    expect(ended.step).toMatchObject({ return: "Ada 12" });
    expect(JSON.stringify(ended.step)).toContain("Say it.");
  });
});

describe("decisions", () => {
  test.each([
    ["of no form", { type: "maybe" }, 'must be approve(), deny("…") or answer(…)'],
    ["for another call", approve(), 'no call "1/2/3" of the run'],
  ])("are refused at once: %s", async (_, decision, message) => {
    const runs = world.runs();
    const { id } = await runs.start("refunds");
    await waitingCall(runs, id);
    const refused = runs.decide(id, { "1/2/3": decision as never });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow('"1/2/3"');
    await expect(refused).rejects.toBeInstanceOf(RunsError);
  });

  test("are made once, and not for a run that has ended or is unknown", async () => {
    const runs = world.runs();
    const idle = world.runs({ worker: false });
    const { id } = await runs.start("refunds");
    const call = await waitingCall(runs, id);
    await runs.close();
    await idle.decide(id, { [call]: answer("paid before") });
    await expect(idle.decide(id, { [call]: approve() })).rejects.toThrow(
      `the call tool/pay ${JSON.stringify(call)} was decided about before`,
    );
    const others = world.runs();
    const second = await waitingCall(others, id);
    await idle.decide(id, { [second]: deny("no money") });
    // The model tries again, which makes another call.
    const third = await waitingCall(others, id);
    expect(third).not.toBe(second);
    await idle.cancel(id);
    await expect(idle.decide(id, { [call]: approve() })).rejects.toMatchObject({
      problem: "ended",
    });
    await expect(idle.decide("none", { [call]: approve() })).rejects.toThrow(
      'the store memory has no run "none"',
    );
  });

  test("that don't match the tool's contract are refused later, and can be made again", async () => {
    const runs = world.runs();
    const { id } = await runs.start("refunds");
    const call = await waitingCall(runs, id);
    await runs.decide(id, { [call]: approve({ arguments: { id: "seven" } }) });
    const { pending } = await withStatus(runs, id, "waiting");
    expect(pending[0]?.refused).toContain(JSON.stringify(call));
    await runs.decide(id, { [call]: answer("paid by hand") });
    const second = await waitingCall(runs, id);
    await runs.decide(id, { [second]: approve() });
    const ended = await withStatus(runs, id, "done");
    expect(ended.step).toMatchObject({ return: ["paid by hand", "paid 2"] });
  });

  test("from many processes at once: one of them counts", async () => {
    const runs = world.runs({ worker: { concurrency: 1 } });
    const { id } = await runs.start("refunds");
    const call = await waitingCall(runs, id);
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        world.runs({ worker: false }).decide(id, { [call]: approve() }),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("cancelling", () => {
  test("ends a queued and a waiting run at once", async () => {
    const idle = world.runs({ worker: false });
    const queued = await idle.start("payer");
    expect(await idle.cancel(queued.id, "not needed")).toMatchObject({
      status: "cancelled",
      reason: "not needed",
    });
    const runs = world.runs();
    const { id } = await runs.start("refunds");
    const call = await waitingCall(runs, id);
    expect((await idle.cancel(id)).status).toBe("cancelled");
    await expect(idle.decide(id, { [call]: approve() })).rejects.toMatchObject({
      problem: "ended",
    });
    // A second time is the same.
    expect((await idle.cancel(id)).status).toBe("cancelled");
    expect(world.paid.calls).toEqual([]);
  });

  test("ends a run that another process is working on, and aborts its call", async () => {
    let aborted = false;
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = defineAgent({
      prompt: "Wait.",
      llm: () => Promise.resolve("(return (tool/slow {}))"),
      tools: {
        slow: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            begun();
            signal.addEventListener("abort", () => {
              aborted = true;
              reject(new Error("aborted"));
            });
          }),
      },
    });
    const runs = world.runs({ agents: { slow } });
    const { id } = await runs.start("slow");
    await hasBegun;
    await world.runs({ worker: false }).cancel(id, "too slow");
    const ended = await withStatus(runs, id, "cancelled");
    expect(ended).toMatchObject({ reason: "too slow", step: { fail: { reason: "cancelled" } } });
    expect(aborted).toBe(true);
    await expect(runs.cancel("none")).rejects.toMatchObject({ problem: "unknown_run" });
  });

  test("is refused for a run that is done", async () => {
    const runs = world.runs();
    const { id } = await runs.start("payer");
    await withStatus(runs, id, "done");
    await expect(runs.cancel(id)).rejects.toThrow("has ended (done): it can't be cancelled");
    await expect(runs.resume(id)).rejects.toThrow("has ended (done): start a new one");
  });
});

describe("watching and listing", () => {
  test("reports each status of one run, and ends with it", async () => {
    const runs = world.runs({ worker: false });
    const { id } = await runs.start("refunds");
    const seen: string[] = [];
    const watched = (async () => {
      for await (const { status } of world.runs({ worker: false }).watch(id)) seen.push(status);
    })();
    const worker = world.runs();
    for (let calls = 0; calls < 2; calls++) {
      const call = await waitingCall(worker, id);
      await worker.decide(id, { [call]: approve() });
    }
    await watched;
    expect(seen[0]).toBe("queued");
    expect(seen).toContain("waiting");
    expect(seen.at(-1)).toBe("done");
  });

  test("reports the runs of a query until the signal aborts", async () => {
    const runs = world.runs();
    const controller = new AbortController();
    const seen: RunSummary[] = [];
    const watched = (async () => {
      for await (const run of runs.watch({ status: "done" }, { signal: controller.signal })) {
        seen.push(run);
        if (seen.length === 3) controller.abort();
      }
    })();
    for (let index = 0; index < 3; index++) await runs.start("payer", { tags: ["x"] });
    await watched;
    expect(seen.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    const { runs: listed } = await runs.list({ status: "done", tag: "x" }, { limit: 2 });
    expect(listed).toHaveLength(2);
    await expect(runs.list({ state: "done" } as never)).rejects.toThrow("state");
  });

  test("of an unknown run is an error", async () => {
    const runs = world.runs({ worker: false });
    await expect(runs.watch("none").next()).rejects.toThrow('has no run "none"');
    expect(await runs.get("none")).toBeUndefined();
  });
});

test("300 runs at once all end once", async () => {
  const runs = world.runs({ worker: { concurrency: 300 } });
  const started = await Promise.all(
    Array.from({ length: 300 }, (_, index) => runs.start("payer", { key: `run ${String(index)}` })),
  );
  for (const { id } of started) await withStatus(runs, id, "done");
  expect(new Set(world.paid.calls).size).toBe(600);
  expect(world.paid.calls).toHaveLength(600);
  expect(world.errors).toEqual([]);
});

test("wrong options are refused, and closed runs", async () => {
  const store = createMemoryStore();
  expect(() => createRuns({ store, agents: 7 as never })).toThrow("agents");
  expect(() => createRuns({ store: {} as never, agents: {} })).toThrow(
    "expected a store, such as createMemoryStore()",
  );
  expect(() => createRuns({ store, agents: {}, onChange: "finish-on-old" })).toThrow("appVersion");
  const runs = world.runs();
  await expect(runs.start("unknown")).rejects.toThrow(
    'there is no agent "unknown": add it to `agents` (they are: payer, refunds)',
  );
  await expect(runs.start("payer", { prompt: "x" })).rejects.toThrow("has a prompt");
  await runs.close();
  await expect(runs.start("payer")).rejects.toMatchObject({ problem: "closed" });
});
