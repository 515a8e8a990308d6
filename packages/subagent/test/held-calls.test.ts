// Limits above calls that wait for a decision: their time stops and their slots are free while a
// mission can only wait.

import { beforeAll, describe, expect, test } from "vitest";
import type { ToolFunction } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { Activity } from "@ptc/core/internal/task";
import type { LanguageModel, ModelRequest, ModelResponse } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  llmTool,
  run,
  runAll,
  selfTool,
  tool,
  type AgentOptions,
  type AgentTools,
  type MissionOptions,
  type MissionStep,
} from "../src/index.ts";
import { realEffects, type Effects } from "../src/bounds/effects.ts";
import { placeOf } from "../src/bounds/place.ts";
import type { RunObserver, StartedRun } from "../src/loop/run-observer.ts";
import { createRunRecorder, type RunRecorder } from "../src/recording/index.ts";
import { fenced, ManualClock, settled as settledOnce, textOf } from "./missions.ts";
import { call, calls } from "./native-calls.ts";

/** Missions of several levels need more tasks. */
async function settled(): Promise<void> {
  for (let round = 0; round < 8; round++) await settledOnce();
}

/** Holds the calls of tools whose names begin with `ask`, until the test decides about them. */
class Holds implements RunObserver {
  readonly pending: { readonly id: unknown; readonly decide: () => void }[] = [];
  readonly effects: Effects;
  private readonly recorder: RunRecorder | undefined;

  constructor(recorder?: RunRecorder) {
    const base = (recorder as RunObserver | undefined)?.effects;
    this.recorder = recorder;
    this.effects = {
      ...realEffects,
      activity: base?.activity ?? new Activity(),
      claim: base?.claim,
      // Only runs whose calls can be held have places for calls. This one holds them as it does
      // calls that may have run before.
      holds: { held: ({ call }) => call, waitedBefore: () => false, isUncertain: () => true },
      asked: (model) => base?.asked(model) ?? model,
      clock: (clock) => base?.clock(clock) ?? clock,
      tool: (name, work) => {
        const held = name.startsWith("ask") ? this.held : work;
        return base?.tool(name, held) ?? held;
      },
    };
  }

  begin(started: StartedRun): void {
    (this.recorder as RunObserver | undefined)?.begin(started);
  }

  end(): void {
    // No test reads the end of the recording.
  }

  private readonly held: ToolFunction = ({ id }, context) =>
    new Promise((resolve) => {
      const release = placeOf(context)?.hold();
      const decide = (): void => {
        release?.();
        resolve(id);
      };
      this.pending.push({ id, decide });
    });

  /** Decides about the first call that waits. */
  async decide(): Promise<void> {
    this.pending.shift()?.decide();
    await settled();
  }

  async decideAll(): Promise<void> {
    for (const { decide } of this.pending.splice(0)) decide();
    await settled();
  }
}

/** Programs of agents, by the starts of their prompts. */
type Programs = Readonly<Record<string, string | ((request: ModelRequest) => Answer)>>;
type Answer = Pick<ModelResponse, "content" | "finishReason"> | string | Promise<string>;

class World {
  readonly clock = new ManualClock();
  readonly holds: Holds;
  /** The largest number of calls of `slow` at once. */
  most = 0;
  private working = 0;

  constructor(recorder?: RunRecorder) {
    this.holds = new Holds(recorder);
  }

  readonly ask = tool({
    signature: "(id :int?) -> :any",
    description: "Asks.",
    execute: () => undefined,
  });

  /** Works for 300 milliseconds, or for `ms`. */
  readonly slow = tool({
    signature: "(ms :int?) -> :string",
    description: "Works.",
    execute: async ({ ms }, { signal }) => {
      this.most = Math.max(this.most, ++this.working);
      await sleep(this.clock, ms ?? 300, signal);
      this.working -= 1;
      return "done";
    },
  });

  child(prompt: string, tools: AgentTools = {}, options: Partial<AgentOptions> = {}) {
    return defineAgent({
      prompt: `${prompt} {{id}}.`,
      description: "Works.",
      signature: "(id :int?) -> :any",
      tools: { ask: this.ask, slow: this.slow, ...tools },
      maxTurns: 2,
      ...options,
    });
  }

  options(programs: Programs) {
    const generate = async (request: ModelRequest): Promise<ModelResponse> => {
      const prompt = textOf(request.messages.find(({ role }) => role === "user")?.content);
      const found = Object.entries(programs).find(([start]) => prompt.startsWith(start));
      const program = found?.[1] ?? "(return nil)";
      const answer = typeof program === "string" ? fenced(program) : await program(request);
      return typeof answer === "string"
        ? {
            content: [{ type: "text", text: answer }],
            text: answer,
            finishReason: "stop" as const,
            modelId: "m",
          }
        : { ...answer, text: "", modelId: "m" };
    };
    const llm: LanguageModel = {
      contractVersion: 1,
      provider: "test",
      modelId: "m",
      capabilities: {
        streaming: false,
        toolCalls: true,
        structuredOutput: "none",
        thinking: false,
      },
      generate,
    };
    const { clock, holds } = this;
    return { llm, clock, random: () => 0, record: holds as never } satisfies MissionOptions;
  }

  async start(
    programs: Programs,
    tools: AgentTools,
    options: Partial<AgentOptions> = {},
  ): Promise<{ readonly step: Promise<MissionStep> }> {
    const agent = defineAgent({
      prompt: "Lead.",
      tools: { ask: this.ask, slow: this.slow, ...tools },
      maxTurns: 2,
      ...options,
    });
    const step = run(agent, { ...this.options(programs), journal: {} });
    await settled();
    return { step };
  }
}

const asks = "(return (tool/ask {:id data/id}))";
const beside = "(return (pcalls #(tool/child {:id 1}) #(tool/slow {})))";
const caught = "(return (try (tool/child {:id 1}) (catch Exception e (ex-message e))))";

// Loads the lazy parts of the language, so that later work continues without waiting for them.
beforeAll(async () => {
  const world = new World();
  const { step } = await world.start(
    { Lead: beside, Work: '(return (pcalls #(Thread/sleep 1) #(task "a" 1)))' },
    { child: asTool(world.child("Work")) },
  );
  await world.clock.passUntil(step);
});

/** Runs a child whose call is held, beside a tool that works for 300 milliseconds. */
async function heldBeside(world: World, tools: AgentTools, programs: Programs = {}) {
  const { clock, holds } = world;
  const { step } = await world.start({ Lead: beside, Work: asks, ...programs }, tools);
  expect(holds.pending.map(({ id }) => id)).toEqual([1]);
  await clock.pass(300);
  await holds.decideAll();
  return step;
}

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

describe("the slot of a call whose mission can only wait", () => {
  const three = "(return (pmap (fn [i] (tool/child {:id i})) [1 2 3]))";

  test.each([
    ["a run", undefined],
    ["a recorded run", createRunRecorder({ write: () => undefined })],
  ])("is free, so all calls of three levels of %s are pending at once", async (_, recorder) => {
    const world = new World(recorder);
    const { holds } = world;
    const bound = { concurrency: 1 };
    const low = asTool(world.child("Low", {}, bound), bound);
    const middle = asTool(world.child("Middle", { low }, bound), bound);
    const child = asTool(world.child("High", { middle }, bound), bound);
    const { step } = await world.start(
      {
        Lead: three,
        High: "(return (tool/middle {:id data/id}))",
        Middle: "(return (tool/low {:id data/id}))",
        Low: asks,
      },
      { child },
      bound,
    );
    expect(holds.pending.map(({ id }) => id)).toEqual([1, 2, 3]);
    await holds.decideAll();
    expect(await step).toMatchObject({ ok: true, return: [1, 2, 3] });
  });

  test("is free for calls inside one mission at the lowest level too", async () => {
    const world = new World();
    const { holds } = world;
    const bound = { concurrency: 1 };
    const low = asTool(world.child("Low", {}, bound), bound);
    const child = asTool(world.child("High", { low }, bound), bound);
    const { step } = await world.start(
      {
        Lead: three,
        High: "(return (pmap (fn [i] (tool/low {:id (+ (* 10 data/id) i)})) [1 2]))",
        Low: asks,
      },
      { child },
    );
    expect(holds.pending).toHaveLength(6);
    for (let decided = 0; decided < 6; decided++) await holds.decide();
    expect(await step).toMatchObject({
      ok: true,
      return: [
        [11, 12],
        [21, 22],
        [31, 32],
      ],
    });
  });

  test("is taken again before the mission has effects", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work"), { concurrency: 1 });
    const { step } = await world.start(
      { Lead: three, Work: "(return [(tool/ask {:id data/id}) (tool/slow {:ms 10})])" },
      { child },
    );
    expect(holds.pending.map(({ id }) => id)).toEqual([1, 2, 3]);
    await holds.decideAll();
    expect(await clock.passUntil(step)).toMatchObject({
      ok: true,
      return: [1, 2, 3].map((id) => [id, "done"]),
    });
    expect(world.most).toBe(1);
  });

  test("is taken again before the mission asks its model", async () => {
    const world = new World();
    const { holds, clock } = world;
    let [open, most] = [0, 0];
    const child = asTool(world.child("Work", {}, { maxTurns: 3 }), { concurrency: 1 });
    const again = async (request: ModelRequest): Promise<string> => {
      if (request.messages.length < 3) return fenced("(def a (tool/ask {:id data/id}))");
      most = Math.max(most, ++open);
      await sleep(clock, 10, new AbortController().signal);
      open -= 1;
      return fenced("(return a)");
    };
    const { step } = await world.start({ Lead: three, Work: again }, { child });
    await holds.decideAll();
    expect(await clock.passUntil(step)).toMatchObject({ ok: true, return: [1, 2, 3] });
    expect(most).toBe(1);
  });

  test("isn't free while another branch of the mission works", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work"), { concurrency: 1 });
    const work = "(return (pcalls #(tool/ask {:id data/id}) #(tool/slow {})))";
    const { step } = await world.start({ Lead: three, Work: work }, { child });
    for (const pending of [1, 2, 3]) {
      expect(holds.pending).toHaveLength(pending);
      await clock.pass(300);
    }
    await holds.decideAll();
    expect(await step).toMatchObject({ ok: true });
    expect(world.most).toBe(1);
  });

  test("doesn't keep a mission from ending that waits for it", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work"), { concurrency: 1 });
    const stop = new AbortController();
    const agent = defineAgent({ prompt: "Lead.", tools: { child }, maxTurns: 2 });
    const step = run(agent, {
      ...world.options({
        Lead: three,
        Work: "(return [(tool/ask {:id data/id}) (tool/slow {})])",
      }),
      signal: stop.signal,
    });
    await settled();
    await holds.decideAll();
    await clock.pass(10);
    stop.abort();
    expect(await step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });

  test("isn't used by the time limit of a mission that waits for it", async () => {
    const world = new World();
    const { clock, holds } = world;
    const child = asTool(world.child("Work", {}, { missionTimeoutMs: 100 }), { concurrency: 1 });
    const { step } = await world.start(
      { Lead: three, Work: "(return [(tool/ask {:id data/id}) (tool/slow {:ms 90})])" },
      { child },
    );
    await holds.decideAll();
    expect(await clock.passUntil(step)).toMatchObject({ ok: true });
  });
});

test("a run without held calls has no places", async () => {
  const world = new World();
  const found: unknown[] = [];
  const look = tool({
    signature: "() -> :any",
    description: "Looks.",
    execute: (_, context) => {
      found.push(placeOf(context));
      return 1;
    },
  });
  const agent = defineAgent({ prompt: "Lead.", tools: { look }, maxTurns: 1 });
  const { llm, clock } = world.options({ Lead: "(return (tool/look {}))" });
  expect(await run(agent, { llm, clock })).toMatchObject({ ok: true, return: 1 });
  expect(found).toEqual([undefined]);
});
