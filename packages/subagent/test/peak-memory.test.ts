// `usage.peakMemoryBytes`: the memory charge of the program with the highest one, while
// `memoryBytes` is the sum of all programs.
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  asTool,
  createChat,
  defineAgent,
  llmTool,
  run,
  type AgentOptions,
  type MissionOptions,
  type MissionUsage,
} from "../src/index.ts";
import { compileAgent } from "../src/compiled/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { fenced } from "./missions.ts";

const small = "(count (vec (range 10)))";
const large = "(count (vec (range 5000)))";

interface Measured {
  readonly usage: MissionUsage;
  /** The memory charge of each program, in order, of child missions too. */
  readonly programs: readonly number[];
}

async function measured(
  script: readonly string[],
  options: Partial<AgentOptions> = {},
  missionOptions: MissionOptions = {},
): Promise<Measured> {
  const programs: number[] = [];
  const { usage } = await run(defineAgent({ prompt: "Count.", ...options }), {
    llm: createScriptedModel([...script]),
    onEvent: (event: TraceEvent) => {
      if (event.type === "program-end") programs.push(event.data.usage.memoryBytes);
    },
    ...missionOptions,
  });
  if (usage === undefined) throw new Error("the mission has no usage");
  return { usage, programs };
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((left, right) => left + right, 0);

const child = (program: string, name: string) =>
  asTool(defineAgent({ prompt: "Count below.", name, signature: ":int" }), {
    llm: () => `(return ${program})`,
  });

describe("`peakMemoryBytes`", () => {
  test.each<[string, readonly string[], Partial<AgentOptions>]>([
    ["one program", [`(return ${small})`], {}],
    ["a large turn first", [large, small, `(return ${small})`], {}],
    ["a large turn last", [small, `(return ${large})`], {}],
    ["a failed turn", [`(do ${large} (/ 1 0))`, "(return 1)"], {}],
    [
      "a program that exceeds its limit",
      ["(vec (range 100000))", "(return 1)"],
      { limits: { memoryBytes: 50_000 } },
    ],
    ["branches", [`(return (pmap (fn [_] ${large}) (range 3)))`], {}],
    [
      "child missions",
      ["(return [(tool/few) (tool/many) (tool/few)])"],
      { tools: { few: child(small, "few"), many: child(large, "many") } },
    ],
    [
      "child missions at the same time",
      ["(return (pmap (fn [_] (tool/many)) (range 3)))"],
      { tools: { many: child(large, "many") } },
    ],
    [
      "a model that is a tool",
      [`(return [${small} (tool/ask)])`, "7"],
      { tools: { ask: llmTool({ prompt: "How many?", signature: "() -> :int" }) } },
    ],
  ])(
    "is the maximum of all programs, and `memoryBytes` is their sum: %s",
    async (_, script, options) => {
      const { usage, programs } = await measured(script, options);
      expect(usage.peakMemoryBytes).toBe(Math.max(...programs));
      expect(usage.memoryBytes).toBe(sum(programs));
      expect(usage.peakMemoryBytes).toBeGreaterThan(0);
      expect((await measured(script, options)).usage.peakMemoryBytes).toBe(usage.peakMemoryBytes);
    },
  );

  test("of child missions is their own maximum, and the mission has at least that", async () => {
    const tools = { few: child(small, "few"), many: child(large, "many") };
    const { usage, programs } = await measured(["(tool/few)", "(return (tool/many))"], { tools });
    expect(usage.children?.peakMemoryBytes).toBe(Math.max(...programs));
    expect(usage.peakMemoryBytes).toBe(usage.children?.peakMemoryBytes);
    const own = await measured([`(do (tool/few) (return ${large}))`], { tools });
    expect(own.usage.peakMemoryBytes).toBeGreaterThan(
      own.usage.children?.peakMemoryBytes ?? Infinity,
    );
  });

  test("is zero without a program", async () => {
    const { usage } = await measured(["A line."], { mode: "text" });
    expect(usage).toMatchObject({ memoryBytes: 0, peakMemoryBytes: 0 });
  });

  test("is counted for compiled agents and their child missions", async () => {
    const agent = defineAgent({
      prompt: "Count.",
      signature: "(n :int) -> :int",
      tools: { many: child(large, "many") },
    });
    const result = await compileAgent(agent, {
      llm: createScriptedModel([fenced("(do (tool/many) (return data/n))")]),
      samples: [{ context: { n: 1 }, expected: 1 }],
    });
    if (!result.ok) throw new Error(result.fail.message);
    const { usage } = await result.compiled.run({ context: { n: 2 } });
    expect(usage?.peakMemoryBytes).toBe(usage?.children?.peakMemoryBytes);
    expect(usage?.memoryBytes).toBeGreaterThan(usage?.peakMemoryBytes ?? Infinity);
  });

  test("of a chat is the maximum of its messages", async () => {
    const llm = createScriptedModel([`(return ${large})`, `(return ${small})`]);
    const chat = createChat(defineAgent({ prompt: "Count." }), { llm });
    const first = await chat.send("Many.");
    const second = await chat.send("Few.");
    expect(second.usage?.peakMemoryBytes).toBeLessThan(first.usage?.peakMemoryBytes ?? 0);
    expect(chat.usage?.peakMemoryBytes).toBe(first.usage?.peakMemoryBytes);
  });

  test("is at most the sum in a step that an earlier release stored", async () => {
    const agent = defineAgent({
      prompt: "Count.",
      tools: { count: child(large, "counter") },
    });
    const step = await run(agent, { llm: createScriptedModel(["(return (tool/count {}))"]) });
    const stored = JSON.stringify(stepToJson(step)).replace(/"peakMemoryBytes":\d+,?/g, "");
    const read = await stepFromJson(JSON.parse(stored.replaceAll(",}", "}")));
    expect(stored).not.toContain("peakMemoryBytes");
    const { usage } = read.ok ? read.step : {};
    expect(usage?.children).toBeDefined();
    expect(usage?.peakMemoryBytes).toBe(usage?.memoryBytes);
    expect(usage?.children?.peakMemoryBytes).toBe(usage?.children?.memoryBytes);
  });

  test("stays with a step as JSON, and a replay has the same", async () => {
    const agent = defineAgent({ prompt: "Count." });
    const lines: string[] = [];
    const recorder = createRunRecorder({ write: (text) => void lines.push(text) });
    const step = await run(agent, {
      llm: createScriptedModel([large, `(return ${small})`]),
      record: recorder,
    });
    const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
    expect(read.ok && read.step.usage).toEqual(step.usage);
    const replayed = await replay(agent, readRunRecording(lines.join("")));
    expect(replayed.isSame).toBe(true);
    expect(replayed.step.usage?.peakMemoryBytes).toBe(step.usage?.peakMemoryBytes);
  });
});
