// Agents as tools: the values a child mission inherits, and the records its parent keeps.
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel, type ModelRequest, type ScriptEntry } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  previewPrompt,
  run,
  selfTool,
  type Agent,
  type AgentOptions,
  type AsToolOptions,
  type MissionOptions,
} from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { ManualClock, settled, textOf } from "./missions.ts";

/** Returns the prompt of a request, which identifies the mission. */
function promptOf({ messages }: ModelRequest): string {
  return textOf(messages.find(({ role }) => role === "user")?.content);
}

/** A model that chooses its response by the start of the prompt. */
function answering(programs: Readonly<Record<string, string | (() => Promise<string>)>>) {
  const asked: string[] = [];
  const llm = async (request: ModelRequest) => {
    const prompt = promptOf(request);
    asked.push(prompt);
    const program = Object.entries(programs)
      .toSorted(([left], [right]) => right.length - left.length)
      .find(([start]) => prompt.startsWith(start))?.[1];
    return typeof program === "function" ? await program() : (program ?? "(fail :not-expected)");
  };
  return { llm, asked };
}

function finder(options: Partial<AgentOptions> = {}): Agent {
  return defineAgent({
    name: "finder",
    prompt: "Find {{topic}}.",
    signature: "(topic :string) -> {count :int}",
    ...options,
  });
}

const counted = "(return {:count (count data/topic)})";

interface Asked extends MissionOptions, Partial<Omit<AgentOptions, "llm" | "firewall">> {
  readonly child?: Agent;
  readonly tool?: AsToolOptions;
}

/** Runs a mission whose tool `find` is an agent. */
async function above(
  program: string,
  { child = finder(), tool, ...options }: Asked = {},
  answers: Parameters<typeof answering>[0] = {},
) {
  const { llm, asked } = answering({ Do: program, Find: counted, ...answers });
  const step = await run("Do it.", { llm, tools: { find: asTool(child, tool) }, ...options });
  return { step, asked };
}

describe("an agent as a tool", () => {
  test("an agent as a tool takes arguments and returns results as in its signature", async () => {
    const { step, asked } = await above('(return (:count (tool/find {:topic "tea"})))');
    expect(step).toMatchObject({ ok: true, return: 3 });
    expect(asked).toEqual(["Do it.", "Find tea."]);
    const wrong = await above("(return (tool/find {:subject 1}))", { maxTurns: 1 });
    expect(wrong.step).toMatchObject({
      fail: { reason: "tool_error", message: expect.stringContaining("topic") as unknown },
    });
    expect(wrong.asked).toEqual(["Do it."]);
  });

  test("the prompt describes an agent as a tool with its type and purpose", () => {
    const toldOf = (child: Agent, options?: AsToolOptions) => {
      const preview = previewPrompt(
        defineAgent({ prompt: "Do it.", tools: { find: asTool(child, options) } }),
      );
      return preview.ok ? preview.system : "";
    };
    expect(toldOf(finder())).toContain(
      "- (tool/find {:topic :string}) -> {count :int}\n  Find {{topic}}.",
    );
    const prompt = "\nYou research {{topic}}.\n\nBe brief.\nNever guess.\n";
    expect(toldOf(finder({ prompt }))).toContain("  You research {{topic}}. Be brief.");
    expect(toldOf(finder({ prompt }))).not.toContain("Never guess");
    expect(toldOf(finder({ description: "Finds things." }))).toContain("  Finds things.");
    expect(toldOf(finder({ description: "a" }), { description: "Finds b." })).toContain("Finds b.");
  });

  test("an agent as a tool calls its own model, else the bound one, else its parent's", async () => {
    const named = (name: string) => () => `(return {:count ${String(name.length)}})`;
    const llmRegistry = { own: named("own"), bound: named("bound") };
    const count = async (options: Asked) =>
      (await above('(return (:count (tool/find {:topic ""})))', { llmRegistry, ...options })).step;
    expect(await count({ child: finder({ llm: "own" }), tool: { llm: "bound" } })).toMatchObject({
      return: 3,
    });
    expect(await count({ tool: { llm: "bound" } })).toMatchObject({ return: 5 });
    expect(await count({})).toMatchObject({ return: 0 });
  });

  test("an agent as a tool with an unregistered model ends the mission before any model is called", async () => {
    const grandchild = defineAgent({
      prompt: "Find more.",
      signature: "(topic :string) -> :any",
      tools: { find: asTool(finder({ llm: "smal" })) },
    });
    const { step, asked } = await above(
      "(return 1)",
      { child: finder({ tools: { deep: asTool(grandchild) } }), llmRegistry: { small: () => "" } },
      {},
    );
    expect(asked).toEqual([]);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "llm_not_found",
        message:
          'tool/find: tool/deep: tool/find: the registry has no model "smal"; it has "small". Did you mean "small"?',
      },
    });
  });

  test("a cached agent as a tool runs once for the same arguments", async () => {
    const { step, asked } = await above(
      '(return (pmap (fn [t] (:count (tool/find {:topic t}))) ["a" "bb" "a"]))',
      { tool: { cache: true } },
    );
    expect(step).toMatchObject({ ok: true, return: [1, 2, 1], usage: { llmRequests: 3 } });
    expect(asked.toSorted()).toEqual(["Do it.", "Find a.", "Find bb."]);
    expect(
      step.toolCalls.map(({ cached, childTraceIds }) => [cached, childTraceIds?.length]),
    ).toEqual([
      [undefined, 1],
      [undefined, 1],
      [true, undefined],
    ]);
  });

  test("refuses an agent without a signature as a tool, and suggests one", () => {
    const agent = defineAgent({ prompt: "Write about {{topic}} for {{reader.name}}." });
    expect(() => asTool(agent)).toThrow(
      'option `agent`: has no signature, so the tool\'s input and output are unknown: define the agent with one, such as "(topic :any, reader :any) -> :any"',
    );
    expect(() => asTool({} as never)).toThrow(
      "option `agent`: expected an agent from `defineAgent`",
    );
    expect(() => asTool(finder(), { descripton: "x" } as never)).toThrow("unknown option");
    expect(() => defineAgent({ prompt: "p", tools: { self: selfTool } })).toThrow(
      "option `tools.self`: is the agent itself, which has no signature",
    );
  });
});

describe("a child mission that fails", () => {
  const failing = { Find: '(fail {:reason :no_such_topic :message "gone" :id 7})' };

  test("a failed child mission fails the call with its reason and message", async () => {
    const { step } = await above('(return (tool/find {:topic "x"}))', { maxTurns: 1 }, failing);
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "tool_error",
        message: "tool/find failed: the mission failed: no_such_topic: gone",
        details: {
          data: { reason: "no_such_topic", message: "gone", kind: "fail", details: { id: 7 } },
        },
      },
      childSteps: [{ tool: "find", step: { ok: false, fail: { reason: "no_such_topic" } } }],
    });
  });

  test("programs can catch a failed child mission and read its message", async () => {
    const { step } = await above(
      '(return (try (tool/find {:topic "x"}) (catch Exception e (:data (ex-data e)))))',
      {},
      failing,
    );
    expect(step).toMatchObject({
      ok: true,
      return: { reason: "no_such_topic", details: { id: 7 } },
    });
  });
});

describe("the steps of child missions", () => {
  test("steps of child missions keep the order of the calls, however they end", async () => {
    const slow: (() => void)[] = [];
    const { llm } = answering({
      Do: '(return (pmap (fn [t] (:count (tool/find {:topic t}))) ["aaa" "bb" "c"]))',
      Find: () => new Promise((resolve) => slow.push(() => resolve(counted))),
    });
    const running = run("Do it.", { llm, tools: { find: asTool(finder()) } });
    await settled();
    for (const end of slow.toReversed()) {
      end();
      await settled();
    }
    const step = await running;
    expect(step).toMatchObject({ ok: true, return: [3, 2, 1] });
    expect(step.childSteps?.map(({ step: child }) => child.ok && child.return)).toEqual([
      { count: 3 },
      { count: 2 },
      { count: 1 },
    ]);
    const traces = step.childSteps?.map(({ step: { traceId } }) => traceId);
    expect(step.childTraces).toEqual(traces);
    expect(step.toolCalls.flatMap(({ childTraceIds }) => childTraceIds)).toEqual(traces);
    expect(step.parallelCalls[0]?.childTraceIds).toEqual(traces);
    expect(step.childSteps?.map(({ address }) => address)).toEqual(
      step.toolCalls.map(({ address }) => address),
    );
    expect(step.childSteps?.every(({ step: child }) => child.parentTraceId === step.traceId)).toBe(
      true,
    );
  });

  test("the usage of the mission includes its child missions and shows which is whose", async () => {
    const llm = createScriptedModel([
      { text: '(return (tool/find {:topic "a"}))', usage: { inputTokens: 100, outputTokens: 10 } },
      { text: counted, usage: { inputTokens: 7, outputTokens: 3 } },
    ]);
    const price = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) =>
      inputTokens + 10 * outputTokens;
    const step = await run("Do it.", { llm, price, tools: { find: asTool(finder()) } });
    expect(step.usage).toMatchObject({
      turns: 2,
      llmRequests: 2,
      toolCalls: 1,
      inputTokens: 107,
      outputTokens: 13,
      totalTokens: 120,
      cost: 237,
      children: { turns: 1, llmRequests: 1, toolCalls: 0, totalTokens: 10, cost: 37 },
    });
  });

  test("steps of child missions survive JSON at every depth", async () => {
    const middle = defineAgent({
      prompt: "Find with help {{topic}}.",
      signature: "(topic :string) -> {count :int}",
      tools: { find: asTool(finder()) },
    });
    const { step } = await above(
      '(return (tool/find {:topic "x"}))',
      { child: middle },
      { "Find with": "(return (tool/find {:topic data/topic}))" },
    );
    const grandchild = step.childSteps?.[0]?.step.childSteps?.[0]?.step;
    expect(grandchild).toMatchObject({ ok: true, return: { count: 1 } });
    const json: unknown = JSON.parse(JSON.stringify(stepToJson(step)));
    const read = await stepFromJson(json);
    expect(read.ok && JSON.parse(JSON.stringify(stepToJson(read.step)))).toEqual(json);
  });

  test("child steps that aren't steps are refused with their path", async () => {
    const { step } = await above('(return (tool/find {:topic "x"}))');
    const json = JSON.parse(JSON.stringify(stepToJson(step))) as {
      childSteps: { step: { traceId: unknown; childSteps?: unknown } }[];
    };
    const [child] = json.childSteps;
    if (child !== undefined) child.step.traceId = 5;
    expect(await stepFromJson(json)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/childSteps\[0\]\.step: .*traceId/) as unknown,
    });
    let nested: object = json;
    for (let depth = 0; depth < 200; depth++)
      nested = { ...json, childSteps: [{ ...child, step: nested }] };
    expect(await stepFromJson(nested)).toMatchObject({
      ok: false,
      message: expect.stringContaining("nested too deep") as unknown,
    });
  });

  test("keeps the step of a tool function that ran an agent and returned its step", async () => {
    const { llm } = answering({ Do: "(return (:count (tool/look)))", Find: counted });
    const look = () => run(finder(), { llm, context: { topic: "four" } });
    const step = await run("Do it.", { llm, tools: { look } });
    expect(step).toMatchObject({
      ok: true,
      return: 4,
      childSteps: [{ tool: "look", step: { return: { count: 4 } } }],
      usage: { llmRequests: 2, children: { llmRequests: 1 } },
    });
  });
});

describe("one budget for parent and child missions", () => {
  const tenTopics = "(map str (range 10))";
  const inParallel = `(return (pmap (fn [t] (try (:count (tool/find {:topic t})) (catch Exception e (:reason (:data (ex-data e)))))) ${tenTopics}))`;

  test("ten concurrent child missions cannot each spend the whole turn budget", async () => {
    const { step, asked } = await above(inParallel, { turnBudget: 4 });
    expect(asked).toHaveLength(4);
    expect(step).toMatchObject({
      ok: true,
      return: [1, 1, 1, ...Array.from({ length: 7 }, () => "turn_budget_exhausted")],
      usage: { turns: 4 },
    });
  });

  test("child missions share the request limit in the same way", async () => {
    const { step, asked } = await above(inParallel, { maxModelCalls: 6 });
    // One request is reserved for the parent mission, which may have to answer.
    expect(asked).toHaveLength(5);
    expect(step).toMatchObject({ ok: true, usage: { llmRequests: 5 } });
    expect(
      step.ok && (step.return as unknown[]).filter((it) => it === "budget_exceeded"),
    ).toHaveLength(6);
  });

  const costing = (usage: { readonly inputTokens: number; readonly outputTokens: number }) =>
    createScriptedModel([
      { text: inParallel, usage },
      ...Array.from({ length: 30 }, (): ScriptEntry => ({ text: "(return {:count 1})", usage })),
    ]);

  test("tokens are reserved before a request and settled after it", async () => {
    const llm = costing({ inputTokens: 900, outputTokens: 100 });
    // Each request reserves more than it spends, so later ones wait for earlier ones.
    const step = await run("Do it.", {
      llm,
      tools: { find: asTool(finder({ modelOptions: { maxOutputTokens: 1_500 } })) },
      maxTokens: 8_000,
    });
    const { totalTokens = 0, llmRequests = 0 } = step.usage ?? {};
    expect(totalTokens).toBeLessThanOrEqual(8_000);
    expect(llmRequests).toBe(6);
    expect(step.ok && (step.return as unknown[]).filter((it) => it === 1)).toHaveLength(5);
  });

  test("costs are computed with the application's prices", async () => {
    const llm = costing({ inputTokens: 0, outputTokens: 1_000 });
    const modelOptions = { maxOutputTokens: 1_000 };
    const step = await run("Do it.", {
      llm,
      modelOptions,
      tools: { find: asTool(finder({ modelOptions })) },
      price: ({ outputTokens }) => outputTokens / 1_000,
      maxCost: 3.5,
    });
    expect(step.usage?.cost).toBe(3);
    const failed = step.childSteps?.find(({ step: child }) => !child.ok)?.step;
    expect(failed).toMatchObject({
      fail: {
        reason: "budget_exceeded",
        message: expect.stringMatching(
          /^the model was not called: the limit of 3.5 units of cost for the mission and those below it would be exceeded: 0.5 are left, but the request may take 1 \(option maxCost\)$/,
        ) as unknown,
        details: { limit: { option: "maxCost", value: 3.5 } },
      },
    });
  });

  test("the budget counts aborted requests", async () => {
    const stop = new AbortController();
    const step = run("Do it.", {
      llm: () => new Promise(() => undefined),
      signal: stop.signal,
      maxTokens: 10_000,
    });
    await settled();
    stop.abort();
    expect(await step).toMatchObject({ fail: { reason: "cancelled" } });
    expect((await step).usage?.inputTokens).toBeGreaterThan(500);
  });

  test("estimates tokens for models that don't report usage", async () => {
    let requests = 0;
    const step = await run("Do it.", {
      llm: () => {
        requests += 1;
        return `;; ${"x".repeat(20_000)}\n(+ 1 ${String(requests)})`;
      },
      maxTokens: 20_000,
      maxTurns: 20,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "budget_exceeded" } });
    expect(requests).toBeLessThan(5);
  });

  test("limits the output of models to the reservation", async () => {
    const llm = createScriptedModel(["(return 1)"]);
    await run("Do it.", { llm, maxTokens: 20_000 });
    expect(llm.requests[0]?.maxOutputTokens).toBe(4_000);
  });

  test("a price function that fails is reported as a mistake of the host", async () => {
    await expect(
      run("Do it.", {
        llm: createScriptedModel([
          { text: "(return 1)", usage: { inputTokens: 1, outputTokens: 1 } },
        ]),
        price: () => NaN,
      }),
    ).rejects.toThrow("option `price`: expected a function that returns a number from 0, got NaN");
  });
});

describe("the depth of missions", () => {
  const part = defineAgent({
    prompt: "Add {{numbers}}.",
    signature: "(numbers [:int]) -> :int",
    tools: { part: selfTool },
    turnBudget: 50,
    maxDepth: 2,
  });
  const halves =
    "(let [n (count data/numbers)] (return (if (<= n 2) (reduce + 0 data/numbers) (reduce + (pmap (fn [half] (tool/part {:numbers half})) (partition-all (quot (inc n) 2) data/numbers))))))";

  test("an agent may call itself, with its own contract", async () => {
    const step = await run(part, {
      llm: () => halves,
      context: { numbers: [1, 2, 3, 4, 5, 6, 7, 8] },
    });
    expect(step).toMatchObject({ ok: true, return: 36, usage: { llmRequests: 7 } });
    expect(step.childSteps?.map(({ step: { childSteps } }) => childSteps?.length)).toEqual([2, 2]);
  });

  test("refuses a child mission below the deepest level, and the model sees what to do", async () => {
    const step = await run(part, {
      llm: () => "(return (tool/part {:numbers data/numbers}))",
      context: { numbers: [1] },
    });
    expect(step).toMatchObject({ ok: false });
    const deepest = step.childSteps?.[0]?.step.childSteps?.[0]?.step.childSteps?.[0]?.step;
    expect(deepest).toMatchObject({
      ok: false,
      turns: [],
      fail: {
        reason: "max_depth_exceeded",
        message:
          "agents are nested 3 deep, the maximum is 2 (option maxDepth): do this part of the work here",
      },
    });
  });

  test("programs can read the depth and the maximum depth", async () => {
    const { step } = await above("(return (:depth (budget/remaining)))", { maxDepth: 5 });
    expect(step).toMatchObject({ return: { current: 0, max: 5 } });
  });

  test("limits agents that contain each other", async () => {
    const tools = new Map<string, unknown>();
    const first = finder({ prompt: "First {{topic}}." });
    const second = finder({ tools: { other: asTool({ ...first, tools } as unknown as Agent) } });
    tools.set("other", second.tools.get("other"));
    const { step } = await above(
      '(return (tool/find {:topic "x"}))',
      { child: second, maxTurns: 1 },
      {
        Find: "(return (tool/other {:topic data/topic}))",
        First: "(return (tool/other {:topic data/topic}))",
      },
    );
    expect(step).toMatchObject({
      ok: false,
      fail: { message: expect.stringContaining("agents are nested 4 deep") as unknown },
    });
  });
});

describe("the end of a parent mission", () => {
  const waiting = (options: MissionOptions & Partial<AgentOptions>) => {
    const clock = new ManualClock();
    const { llm } = answering({
      Do: '(return (pmap (fn [t] (tool/find {:topic t})) ["a" "b"]))',
      Find: () => new Promise(() => undefined),
    });
    const step = run("Do it.", {
      llm,
      clock,
      tools: { find: asTool(finder({ missionTimeoutMs: 5_000 })) },
      ...options,
    });
    return { clock, step };
  };

  test("a mission timeout ends its child missions with that reason and keeps their steps", async () => {
    const { clock, step } = waiting({ missionTimeoutMs: 100 });
    await settled();
    await clock.pass(100);
    const ended = await step;
    expect(ended).toMatchObject({
      fail: { reason: "mission_timeout", details: { limit: { value: 100 } } },
      usage: { llmRequests: 3 },
    });
    expect(ended.childSteps?.map(({ step: child }) => !child.ok && child.fail.message)).toEqual([
      "the mission that started this one has timed out",
      "the mission that started this one has timed out",
    ]);
  });

  test("an abort by the caller cancels the child missions too", async () => {
    const stop = new AbortController();
    const { step } = waiting({ signal: stop.signal });
    await settled();
    stop.abort();
    const ended = await step;
    expect(ended).toMatchObject({ fail: { reason: "cancelled" } });
    expect(ended.childSteps?.map(({ step: child }) => !child.ok && child.fail)).toEqual([
      { reason: "cancelled", message: "the mission that started this one was cancelled" },
      { reason: "cancelled", message: "the mission that started this one was cancelled" },
    ]);
  });

  test("a child mission may cancel its parent mission", async () => {
    const stop = new AbortController();
    const child = finder({
      tools: {
        stop: () => {
          stop.abort();
          return 1;
        },
      },
    });
    const { step } = await above(
      '(return (tool/find {:topic "x"}))',
      { child, signal: stop.signal },
      { Find: "(do (tool/stop) (return {:count 1}))" },
    );
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(step.childSteps).toHaveLength(1);
  });

  test("the timeout of a child mission doesn't end its parent", async () => {
    const clock = new ManualClock();
    const { llm } = answering({
      Do: '(return (try (tool/find {:topic "a"}) (catch Exception e (ex-message e))))',
      Find: () => new Promise(() => undefined),
    });
    const child = finder({ missionTimeoutMs: 5_000 });
    const step = run("Do it.", { llm, clock, tools: { find: asTool(child) } });
    await settled();
    await clock.pass(5_000);
    expect(await step).toMatchObject({
      ok: true,
      return:
        "the mission failed: mission_timeout: the mission took longer than 5000 milliseconds (option missionTimeoutMs)",
    });
  });
});

describe("events of child missions", () => {
  const recorded = async (options: Asked = {}) => {
    const events: TraceEvent[] = [];
    const { step } = await above('(return (tool/find {:topic "x"}))', {
      name: "boss",
      onEvent: (event) => void events.push(event),
      ...options,
    });
    return { events, step };
  };

  test("events of a child mission have a trace of their own, below the call that started it", async () => {
    const { events, step } = await recorded();
    const [child] = step.childTraces ?? [];
    const call = events.find(({ type }) => type === "tool-call-start");
    const end = events.find(({ type }) => type === "tool-call-end");
    expect(end).toMatchObject({ agent: "boss", data: { name: "find", childTraceIds: [child] } });
    expect(call).toMatchObject({ agent: "boss", traceId: step.traceId });
    const started = events.filter(({ type }) => type === "mission-start");
    expect(started).toMatchObject([
      { traceId: step.traceId, agent: "boss" },
      {
        traceId: child,
        agent: "finder",
        parentSpanId: call?.spanId,
        data: { parentTraceId: step.traceId, depth: 1 },
      },
    ]);
    expect(started[0]?.data).not.toHaveProperty("depth");
    const ofChild = events.filter(({ traceId }) => traceId === child).map(({ type }) => type);
    expect(ofChild).toEqual([
      "mission-start",
      "turn-start",
      "model-request-start",
      "model-request-end",
      "program-start",
      "program-end",
      "turn-end",
      "mission-end",
    ]);
  });

  test("a listener that throws doesn't break child missions", async () => {
    const { step } = await above('(return (tool/find {:topic "x"}))', {
      onEvent: () => {
        throw new Error("disk full");
      },
    });
    expect(step).toMatchObject({
      ok: true,
      childTraces: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    });
  });
});

describe("hostile child missions", () => {
  test("ten thousand concurrent child missions reach a limit quickly", async () => {
    const { step, asked } = await above(
      "(return (count (pmap (fn [n] (try (tool/find {:topic (str n)}) (catch Exception e 0))) (range 1000))))",
      { maxTurns: 1 },
    );
    expect(step).toMatchObject({ ok: true, return: 1000 });
    expect(asked.length).toBe(20);
    const more = await above(
      "(return (count (pmap (fn [n] (tool/find {:topic (str n)})) (range 10000))))",
      { maxTurns: 1 },
    );
    expect(more.step).toMatchObject({ ok: false, fail: { reason: "branches_exceeded" } });
    expect(more.asked).toHaveLength(1);
  });

  test("names of prototype members work like other names", async () => {
    const agent = defineAgent({
      prompt: "Find it.",
      signature: "(constructor :string, toString :int?) -> {valueOf :string}",
    });
    const { llm } = answering({
      Do: '(return (:valueOf (tool/hasOwnProperty {:constructor "c"})))',
      Find: "(return {:valueOf data/constructor})",
    });
    const step = await run("Do it.", { llm, tools: { hasOwnProperty: asTool(agent) } });
    expect(step).toMatchObject({ ok: true, return: "c" });
  });

  test("values hidden from the parent's model are hidden from the child's model too", async () => {
    const { llm, asked } = answering({
      Do: "(return (tool/find {:topic (:_token (first data/rows))}))",
      Find: counted,
    });
    const sent: string[] = [];
    const step = await run("Do it.", {
      llm: (request) => {
        sent.push(JSON.stringify(request.messages));
        return llm(request);
      },
      tools: { find: asTool(finder({ firewall: { allow: ["_token"] } })) },
      context: { rows: [{ _token: "canary-4711" }] },
    });
    expect(step).toMatchObject({ ok: true, return: { count: 11 } });
    expect(asked[1]).toBe("Find <Firewalled>.");
    expect(sent.join("\n")).not.toContain("canary-4711");
  });
});
