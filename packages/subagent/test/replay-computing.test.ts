// Replays of runs whose branches compute for different times and let the host and other branches
// have their turns meanwhile. The turns depend on the machine, so they must not decide which branch
// gets what all of them share.

import { describe, expect, test } from "vitest";
import type { Clock } from "@ptc/core/contracts";
import {
  asTool,
  defineAgent,
  llmTool,
  run,
  tool,
  type AgentOptions,
  type MissionOptions,
} from "../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { fenced, textOf } from "./missions.ts";

/**
 * A clock that advances at each reading, so programs give up their turn after a fixed amount of
 * work. `tick` is called at each reading.
 */
function clockOf(tick: () => void): Clock {
  let time = 1_000;
  return {
    now: () => 1_000,
    monotonic: () => {
      tick();
      return (time += 3);
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

function work(tasks: number): Promise<void> {
  return new Promise((resolve) => {
    let left = tasks;
    const next = (): void => {
      if (left-- <= 0) resolve();
      else setImmediate(next);
    };
    next();
  });
}

const tools = {
  look: tool({
    signature: "(id :int) -> :int",
    description: "Looks.",
    execute: async ({ id }) => {
      await work(id % 7);
      return id;
    },
  }),
  now: tool({
    signature: "(id :int) -> :int",
    description: "Returns at once.",
    execute: ({ id }) => id,
  }),
  row: tool({
    signature: "(id :int) -> :int",
    description: "Returns a row.",
    cache: true,
    execute: async ({ id }) => {
      await work(1);
      return id * 10;
    },
  }),
  word: llmTool({ prompt: "A word for {{id}}", signature: "(id :int) -> :string" }),
};

const child = asTool(
  defineAgent({
    name: "child",
    prompt: "Work on {{id}}.",
    description: "Works.",
    signature: "(id :int) -> :any",
    tools,
    limits: { timeoutMs: 1_000_000 },
  }),
);

interface Scene {
  readonly lead: string;
  readonly child?: string;
  readonly options?: Partial<AgentOptions>;
}

async function played({ lead, child: below = "1", options }: Scene) {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const agent = defineAgent({
    prompt: "Lead.",
    maxTurns: 2,
    tools: { ...tools, child },
    limits: { timeoutMs: 1_000_000 },
    ...options,
  });
  const given: MissionOptions = {
    journal: {},
    collectMessages: true,
    clock: clockOf(() => undefined),
    llm: ({ messages }) => {
      const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
      if (prompt.startsWith("Lead")) return Promise.resolve(fenced(lead));
      return Promise.resolve(prompt.startsWith("Work") ? fenced(below) : "w");
    },
  };
  const step = await run(agent, { ...given, record });
  expect(record.error).toBeUndefined();
  const again = await replay(agent, readRunRecording(lines.join("")));
  return { step, again };
}

/** A loop of the program, in which it gives up some turns. */
const computing = (amount: string): string =>
  `(loop [n 0] (if (< n (* 400 ${amount})) (recur (inc n)) n))`;

/** Four branches. The first of them computes longest before `body`. */
const branches = (body: string): string =>
  `(return (pmap (fn [i] (do ${computing("(- 5 i)")} (try ${body} (catch Exception e (ex-message e))))) [1 2 3 4]))`;

describe("a replay is equal although branches compute longer than a turn before", () => {
  test.each<readonly [string, Scene]>([
    [
      "calls within the limit maxToolCalls",
      { lead: branches("(tool/look {:id i})"), options: { maxToolCalls: 2 } },
    ],
    [
      "calls of a synchronous tool within the limit maxToolCalls",
      { lead: branches("(tool/now {:id i})"), options: { maxToolCalls: 2 } },
    ],
    [
      "requests within the limit maxModelCalls",
      { lead: branches("(tool/word {:id i})"), options: { maxModelCalls: 3 } },
    ],
    ["a cached call", { lead: branches("(tool/row {:id 1})") }],
    ["a task with other bodies", { lead: branches('(task "a" (tool/look {:id i}))') }],
    [
      "a task in child missions",
      {
        lead: branches("(tool/child {:id i})"),
        child: `(return (do ${computing("(mod (* 3 data/id) 5)")} (task "a" (tool/look {:id data/id}))))`,
      },
    ],
    [
      "child missions within the limit turnBudget",
      { lead: branches("(tool/child {:id i})"), child: "(return 1)", options: { turnBudget: 3 } },
    ],
    [
      "journal lines in the prompts of child missions",
      {
        lead: branches("(tool/child {:id i})"),
        child: '(return (task (str "t" data/id) data/id))',
      },
    ],
  ])("%s", async (_what, scene) => {
    const { step, again } = await played(scene);
    expect(step.ok).toBe(true);
    expect(again.divergence).toBeUndefined();
    expect(again.isSame).toBe(true);
  });
});

test("a call that waits for branches that compute doesn't run after an abort", async () => {
  const controller = new AbortController();
  let readings = 0;
  let calls = 0;
  const agent = defineAgent({
    prompt: "Lead.",
    maxToolCalls: 2,
    tools: { count: () => ++calls },
    limits: { timeoutMs: 1_000_000 },
  });
  const step = await run(agent, {
    llm: () =>
      Promise.resolve(
        "(return (pcalls #(loop [n 0] (if (< n 100000) (recur (inc n)) n)) #(tool/count {})))",
      ),
    clock: clockOf(() => {
      if (++readings === 40) controller.abort();
    }),
    signal: controller.signal,
    record: createRunRecorder({ write: () => undefined }),
  });
  expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  expect(step.toolCalls.map(({ name, attempts }) => [name, attempts])).toEqual([["count", 0]]);
  await work(20);
  expect(calls).toBe(0);
});
