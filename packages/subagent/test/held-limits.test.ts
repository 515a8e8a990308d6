// Time limits above calls that wait for a decision: their time stops while a mission can only wait.

import { beforeAll, describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  llmTool,
  run,
  runAll,
  selfTool,
  tool,
  type AgentTools,
} from "../src/index.ts";
import { asks, caught, heldBeside, loadLanguage, settled, World } from "./held-world.ts";
import { call, calls } from "./native-calls.ts";

beforeAll(loadLanguage);

describe("the time of a limit stops while a call below is held and nothing below works:", () => {
  const limits = { missionTimeoutMs: 100 };
  const done = { ok: true, return: [1, "done"] };

  test("the limit of a child mission", async () => {
    const world = new World();
    const step = await heldBeside(world, { child: asTool(world.child("Work", {}, limits)) });
    expect(step).toMatchObject(done);
  });

  test("the limit of the call of a child mission", async () => {
    const world = new World();
    const child = asTool(world.child("Work"), { timeoutMs: 100 });
    expect(await heldBeside(world, { child })).toMatchObject(done);
  });

  test("all limits of nested missions", async () => {
    const world = new World();
    const below = asTool(world.child("Work", {}, limits), { timeoutMs: 100 });
    const child = asTool(world.child("Middle", { below }, limits), { timeoutMs: 100 });
    const programs = { Middle: "(return (tool/below {:id data/id}))" };
    expect(await heldBeside(world, { child }, programs)).toMatchObject(done);
  });

  test("the limit of an agent that runs itself", async () => {
    const world = new World();
    const child = asTool(world.child("Work", { again: selfTool }, { ...limits, maxDepth: 3 }));
    const work = "(return (if (= data/id 1) (tool/again {:id 7}) (tool/ask {:id 1})))";
    expect(await heldBeside(world, { child }, { Work: work })).toMatchObject(done);
  });

  test("the limit of an agent that calls tools natively", async () => {
    const world = new World();
    const child = asTool(
      world.child("Work", {}, { ...limits, mode: "text", signature: "(id :int?) -> :string" }),
    );
    const answers = [calls(call("a", "ask", { id: 1 })), "finished"];
    const native = { Work: () => answers.shift() ?? "" };
    expect(await heldBeside(world, { child }, native)).toMatchObject({
      ok: true,
      return: ["finished", "done"],
    });
  });

  test("the limit of the mission itself, and that of a function", async () => {
    const world = new World();
    const { clock, holds } = world;
    const { step } = await world.start(
      { Lead: "(return (tool/ask {:id 1}))" },
      {},
      { ...limits, toolTimeoutMs: 50 },
    );
    await clock.pass(1_000);
    await holds.decideAll();
    expect(await step).toMatchObject({ ok: true, return: 1 });
  });

  test.each(["program", "program-call"] as const)(
    "the limit of a program whose tool time counts, in the mode %s",
    async (mode) => {
      const world = new World();
      const { clock, holds } = world;
      const source = "(return [(tool/ask {:id 1}) (tool/ask {:id 2})])";
      const answer = calls(call("a", "lisp_eval", { program: source }));
      const { step } = await world.start(
        { Lead: mode === "program" ? source : () => answer },
        {},
        { mode, chargeToolTime: true, limits: { timeoutMs: 100 } },
      );
      for (let decided = 0; decided < 2; decided++) {
        await clock.pass(300);
        await holds.decide();
      }
      expect(await step).toMatchObject({ ok: true, return: [1, 2], usage: { toolCalls: 2 } });
    },
  );

  test("the limits of several runs", async () => {
    const worlds = [new World(), new World()] as const;
    const steps = runAll(
      worlds.map((world, index) => ({
        agent: world.child("Work", {}, limits),
        context: { id: index },
        ...world.options({ Work: asks }),
      })),
    );
    await settled();
    for (const { clock, holds } of worlds) {
      await clock.pass(300);
      await holds.decideAll();
    }
    expect(await steps).toMatchObject([
      { ok: true, return: 0 },
      { ok: true, return: 1 },
    ]);
  });
});

describe("the time of a limit runs while a call below is held, but something below works:", () => {
  const reason = "mission_timeout: the mission took longer than 100 milliseconds";
  const timedOut = { ok: true, return: expect.stringContaining(reason) as unknown };

  test.each([
    ["a tool", "(tool/slow {})"],
    ["a pause of the program", "(Thread/sleep 300)"],
    ["a child mission", "(tool/deep {:id 2})"],
    ["a question to a model", "(tool/question {})"],
    ["the pause before a retry", "(tool/fails {})"],
    ["the store of the journal", '(task "a" 1)'],
  ])("%s", async (_, work) => {
    const world = new World();
    const { clock } = world;
    const never = (): Promise<never> => new Promise(() => undefined);
    const tools: AgentTools = {
      deep: asTool(world.child("Deep")),
      question: llmTool({ prompt: "Question.", signature: "() -> :any" }),
      fails: tool({
        signature: "() -> :any",
        description: "Fails.",
        retries: 1,
        execute: () => Promise.reject(new Error("down")),
      }),
    };
    const child = asTool(world.child("Work", tools, { missionTimeoutMs: 100 }));
    const agent = defineAgent({ prompt: "Lead.", tools: { child }, maxTurns: 2 });
    const step = run(agent, {
      ...world.options({
        Lead: caught,
        Work: `(return (pcalls #(tool/ask {:id 1}) #${work}))`,
        Deep: "(return (tool/slow {}))",
        Question: never,
      }),
      journal: {},
      onJournal: never,
    });
    await settled();
    await clock.pass(99);
    expect(world.holds.pending).toHaveLength(1);
    await clock.pass(1);
    expect(await step).toMatchObject(timedOut);
  });

  test("a callback that decides about the budget", async () => {
    const world = new World();
    let asked = 0;
    const child = asTool(
      world.child("Work", { deep: asTool(world.child("Deep")) }, { missionTimeoutMs: 100 }),
    );
    const agent = defineAgent({ prompt: "Lead.", tools: { child }, maxTurns: 2 });
    const step = run(agent, {
      ...world.options({
        Lead: caught,
        Work: "(return (pcalls #(tool/ask {:id 1}) #(tool/deep {:id 2})))",
      }),
      budget: () => (++asked === 3 ? new Promise(() => undefined) : "continue"),
    });
    await settled();
    expect([asked, world.holds.pending.length]).toEqual([3, 1]);
    await world.clock.pass(100);
    expect(await step).toMatchObject(timedOut);
  });

  test("the times between several holds add up", async () => {
    for (const [limit, isOver] of [
      [100, true],
      [130, false],
    ] as const) {
      const world = new World();
      const { clock, holds } = world;
      const work = "(tool/slow {:ms 60})";
      const { step } = await world.start(
        { Lead: caught, Work: `(return (do ${work} (tool/ask {}) ${work} (tool/ask {}) 5))` },
        { child: asTool(world.child("Work", {}, { missionTimeoutMs: limit })) },
      );
      for (let decided = 0; decided < 2; decided++) {
        await clock.pass(60);
        await clock.pass(1_000);
        await holds.decide();
      }
      expect(await step).toMatchObject(isOver ? timedOut : { ok: true, return: 5 });
    }
  });

  test("a program that never ends", async () => {
    const world = new World();
    let reads = 0;
    const start = world.clock.monotonic();
    world.clock.monotonic = () => start + ++reads / 100;
    const tools = { soon: () => Promise.resolve(1) };
    const { step } = await world.start(
      { Lead: "(return (pcalls #(do (tool/soon {}) (loop [] (recur))) #(tool/ask {})))" },
      tools,
      { limits: { timeoutMs: 5 }, maxTurns: 1, retryTurns: 0 },
    );
    await world.holds.decideAll();
    expect(await step).toMatchObject({ ok: false, fail: { reason: "timeout" } });
  });

  test("a program whose tool time counts", async () => {
    const world = new World();
    const { clock } = world;
    const { step } = await world.start(
      { Lead: "(return (pcalls #(tool/ask {:id 1}) #(tool/slow {})))" },
      {},
      { chargeToolTime: true, limits: { timeoutMs: 200 }, maxTurns: 1, retryTurns: 0 },
    );
    await clock.pass(300);
    expect(await step).toMatchObject({ ok: false, fail: { reason: "timeout" } });
  });
});
