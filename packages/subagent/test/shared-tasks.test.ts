// Tasks that a mission shares with its child missions, while a limit of concurrent calls lets only
// some of them run. A mission that waits for a task must not occupy what that task needs.

import { describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  llmQuery,
  run,
  runAll,
  selfTool,
  tool,
  type AgentOptions,
  type AgentTools,
  type MissionStep,
} from "../src/index.ts";
import type { ModelRequest, ModelResponse } from "@ptc/llm";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { fenced, textOf } from "./missions.ts";
import { call } from "./native-calls.ts";

type Programs = Readonly<Record<string, string>>;

/** Answers with the program that belongs to the start of the prompt. */
const answering =
  (programs: Programs) =>
  (request: ModelRequest): Promise<string> =>
    Promise.resolve(answerTo(request, programs));

function answerTo({ messages }: ModelRequest, programs: Programs): string {
  const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
  const found = Object.entries(programs).find(([start]) => prompt.startsWith(start));
  return found === undefined ? "word" : fenced(found[1]);
}

function work(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Counts the calls that are open at once. */
class OpenCalls {
  most = 0;
  private open = 0;

  readonly tool = tool({
    signature: "(id :int?) -> :int",
    description: "Looks.",
    execute: async ({ id = 0 }) => {
      this.most = Math.max(this.most, ++this.open);
      for (let turn = 0; turn < 10; turn++) await work();
      this.open -= 1;
      return id ?? 0;
    },
  });
}

function childOf(prompt: string, tools: AgentTools, options: Partial<AgentOptions> = {}) {
  return defineAgent({
    prompt: `${prompt} {{id}}.`,
    description: "Works.",
    signature: "(id :int) -> :any",
    tools,
    maxTurns: 2,
    ...options,
  });
}

/** Ends a mission that hangs, so that a test fails soon. */
const bounded = { missionTimeoutMs: 20_000 } as const;

interface Scene {
  readonly programs: Programs;
  readonly tools: AgentTools;
  readonly options?: Partial<AgentOptions>;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Runs a mission, and checks that its replay is equal. */
async function played({ programs, tools, options, context = {} }: Scene): Promise<MissionStep> {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const agent = defineAgent({ prompt: "Lead.", tools, maxTurns: 2, ...bounded, ...options });
  const step = await run(agent, { llm: answering(programs), journal: {}, context, record });
  const again = await replay(agent, readRunRecording(lines.join("")));
  expect(again.divergence).toBeUndefined();
  expect(again.isSame).toBe(true);
  return step;
}

/** A branch of the mission computes the task, while a child mission waits for it. */
const lead = '(return (pcalls #(tool/child {:id 1}) #(task "a" (tool/look {:id 7}))))';
const waits = '(return (task "a" (tool/look {:id data/id})))';

describe("a task of a branch finishes, although the slots are taken by", () => {
  const { tool: look } = new OpenCalls();
  const waiting = childOf("Work", { look });

  test.each<readonly [string, Scene]>([
    [
      "a child mission that waits for it",
      {
        programs: { Lead: lead, Work: waits },
        tools: { look, child: asTool(waiting) },
        options: { concurrency: 1 },
      },
    ],
    [
      "two child missions that wait for it",
      {
        programs: {
          Lead: '(return (pcalls #(tool/child {:id 1}) #(tool/child {:id 2}) #(task "a" (tool/look {:id 7}))))',
          Work: waits,
        },
        tools: { look, child: asTool(waiting) },
        options: { concurrency: 2 },
      },
    ],
    [
      "a mission two levels below that waits for it",
      {
        programs: { Lead: lead, Mid: "(return (tool/child {:id data/id}))", Work: waits },
        tools: {
          look,
          child: asTool(childOf("Mid", { child: asTool(waiting) }, { concurrency: 1 })),
        },
        options: { concurrency: 1 },
      },
    ],
    [
      "a child mission in the slot of its own tool, which the task needs too",
      {
        programs: {
          Lead: '(return (pcalls #(tool/child {:id 1}) #(task "a" (tool/child {:id 2}))))',
          Work: '(return (if (= data/id 1) (task "a" 0) (tool/look {:id 7})))',
        },
        tools: { child: asTool(waiting, { concurrency: 1 }) },
      },
    ],
    [
      "the agent itself as a child mission",
      {
        programs: {
          "Part 0": '(return (pcalls #(tool/child {:id 1}) #(task "a" (tool/look {:id 7}))))',
          "Part 1": waits,
        },
        tools: { look, child: selfTool },
        options: { prompt: "Part {{id}}.", signature: "(id :int) -> :any", concurrency: 1 },
      },
    ],
    [
      "a child mission that waits, while the task asks a model",
      {
        programs: {
          Lead: '(return (pcalls #(tool/child {:id 1}) #(task "a" (tool/llm-query {:prompt "Say it"}))))',
          Work: waits,
        },
        tools: { look, "llm-query": llmQuery(), child: asTool(waiting) },
        options: { concurrency: 1 },
      },
    ],
    [
      "a child mission that waits in one of its branches",
      {
        programs: {
          Lead: lead,
          Work: '(return (second (pcalls #(tool/look {:id 1}) #(task "a" (tool/look {:id 2})))))',
        },
        tools: { look, child: asTool(waiting) },
        options: { concurrency: 1 },
      },
    ],
  ])("%s", async (_what, scene) => {
    const context = scene.options?.prompt === undefined ? {} : { context: { id: 0 } };
    const { ok, toolCalls, ...step } = await played({ ...scene, ...context });
    const returned: unknown = "return" in step ? step.return : undefined;
    expect([ok, new Set(returned as readonly unknown[]).size]).toEqual([true, 1]);
    expect(toolCalls.every(({ attempts = 1 }) => attempts === 1)).toBe(true);
  });

  test("a native call of a child mission that waits for it", async () => {
    const responses = [
      [call("x", "child", { id: 1 }), call("y", "child", { id: 2 }), call("z", "child", { id: 3 })],
      [{ type: "text", text: "Done." }],
    ] as const;
    // Each mission computes the task unless another one does. One of them computes it.
    const programs = { Work: '(return (task "a" (do (tool/look {}) (tool/look {}))))' };
    const agent = defineAgent({
      prompt: "Lead.",
      mode: "combined",
      tools: { look, child: asTool(childOf("Work", { look }), { expose: "native" }) },
      concurrency: 1,
      ...bounded,
    });
    const step = await run(agent, {
      journal: {},
      llm: {
        contractVersion: 1,
        provider: "test",
        modelId: "calling",
        capabilities: {
          streaming: false,
          toolCalls: true,
          structuredOutput: "none",
          thinking: false,
        },
        generate: (request): Promise<ModelResponse> => {
          const answer = answerTo(request, programs);
          const asked = request.messages.filter(({ role }) => role === "assistant").length;
          const content: ModelResponse["content"] =
            answer === "word" ? (responses[asked] ?? []) : [{ type: "text", text: answer }];
          const [part] = content;
          const text = part?.type === "text" ? part.text : "";
          const finishReason = text === "" ? "tool_calls" : "stop";
          return Promise.resolve({ content, text, finishReason, modelId: "calling" });
        },
      },
    });
    expect(step).toMatchObject({ ok: true, return: "Done." });
    expect(step.toolCalls.map(({ result }) => result)).toEqual([0, 0, 0]);
  });

  test("runs with a shared budget that wait in child missions", async () => {
    const agent = defineAgent({
      prompt: "Lead.",
      tools: { look, child: asTool(waiting) },
      concurrency: 1,
      ...bounded,
    });
    const steps = await runAll(
      [1, 2, 3].map(() => ({ agent, journal: {} })),
      { llm: answering({ Lead: lead, Work: waits }), maxModelCalls: 9, maxToolCalls: 6 },
    );
    expect(steps.map((step) => step.ok && step.return)).toEqual([
      [7, 7],
      [7, 7],
      [7, 7],
    ]);
  });
});

describe("the number of concurrent calls", () => {
  test("applies to missions that continue after their wait for a task", async () => {
    const calls = new OpenCalls();
    const { tool: look } = new OpenCalls();
    const step = await played({
      programs: {
        Lead: '(return (pcalls #(task "a" (tool/look {:id 7})) #(pmap (fn [i] (tool/child {:id i})) (range 9))))',
        Work: '(return (do (task "a" 0) (tool/count {:id data/id})))',
      },
      tools: { look, child: asTool(childOf("Work", { count: calls.tool })) },
      options: { concurrency: 3 },
    });
    expect(step).toMatchObject({ ok: true, return: [7, [0, 1, 2, 3, 4, 5, 6, 7, 8]] });
    expect(calls.most).toBe(3);
  });

  test("is the same after missions ended while they waited", async () => {
    const calls = new OpenCalls();
    const held: (() => void)[] = [];
    const hold = tool({
      signature: "() -> :int",
      description: "Waits for the test.",
      execute: () =>
        new Promise<number>((resolve) => {
          held.push(() => {
            resolve(7);
          });
        }),
    });
    const look = tool({
      signature: "() -> :int",
      description: "Lets the held call end.",
      execute: async () => {
        for (const end of held) end();
        await work();
        return 1;
      },
    });
    const agent = defineAgent({
      prompt: "Lead.",
      tools: {
        hold,
        look,
        count: calls.tool,
        child: asTool(childOf("Work", {}), { timeoutMs: 30 }),
      },
      concurrency: 2,
      ...bounded,
    });
    const step = await run(agent, {
      journal: {},
      llm: answering({
        Lead: `(return (pcalls #(task "a" (tool/hold {}))
          #(do (pmap (fn [i] (try (tool/child {:id i}) (catch Exception e nil))) (range 5))
               (tool/look {})
               (count (pmap (fn [i] (tool/count {:id i})) (range 9))))))`,
        Work: '(return (task "a" 0))',
      }),
    });
    expect(step).toMatchObject({ ok: true, return: [7, 9] });
    expect(calls.most).toBe(2);
  });
});

describe("two missions whose tasks need each other", () => {
  const catching = (body: string): string => `(try ${body} (catch Exception e (ex-message e)))`;

  test.each([
    [
      "in two child missions",
      '#(task "a" (tool/child {:id 1})) #(task "b" (tool/child {:id 2}))',
      '(if (= data/id 1) (task "b" 2) (task "a" 1))',
    ],
    [
      "in a branch and a child mission",
      '#(task "a" (tool/child {:id 1})) #(task "b" (task "a" 1))',
      '(task "b" 2)',
    ],
  ])("fail instead of waiting for each other, %s", async (_where, branches, body) => {
    const { tool: look } = new OpenCalls();
    const step = await played({
      programs: { Lead: `(return (pcalls ${branches}))`, Work: `(return ${catching(body)})` },
      tools: { look, child: asTool(childOf("Work", { look })) },
      options: { concurrency: 1 },
    });
    const returned = JSON.stringify("return" in step ? step.return : step.fail);
    expect(returned).toMatch(/task: \\"[ab]\\" waits for itself/);
  });
});
