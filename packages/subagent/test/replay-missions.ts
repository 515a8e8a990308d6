// Missions whose tools, models and stores settle in a random order, and share something whose use
// depends on that order.

import type { Clock } from "@ptc/core/contracts";
import type { ModelRequest, ModelResponse } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  llmTool,
  tool,
  type Agent,
  type MissionOptions,
} from "../src/index.ts";
import { fenced, textOf } from "./missions.ts";
import { call } from "./native-calls.ts";

/** A mission: an agent and its options. */
export interface Mission {
  readonly agent: Agent;
  readonly options: Omit<MissionOptions, "record">;
}

/** Returns a function that waits for a random number of microtasks, tasks or milliseconds. */
function waits(random: () => number) {
  return async (): Promise<void> => {
    const kind = random();
    const count = Math.floor(random() * 4);
    if (kind < 0.4) for (let index = 0; index < count; index++) await Promise.resolve();
    else if (kind < 0.7)
      for (let index = 0; index < count; index++)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    else
      await new Promise((resolve) => {
        setTimeout(resolve, count);
      });
  };
}

/**
 * A clock whose waits take a random time. It advances at some readings, so programs that compute
 * give up their turn after a random amount of work.
 */
function clockOf(wait: () => Promise<void>, random: () => number): Clock {
  let time = 1_000;
  return {
    now: () => 1_000,
    monotonic: () => (time += random() < 0.5 ? 0 : 5),
    sleep: async (_milliseconds, signal, place) => {
      if (place === undefined)
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => {
            resolve();
          });
        });
      else await wait();
    },
  };
}

/** Decides whether a call waits for an approval. */
export type Held = (tool: string, id: number) => boolean;

/** Notes each call that reaches a tool. */
export type Note = (call: string) => void;

/** How the calls of a mission wait, and where they are noted. Absent: none waits. */
export interface Desk {
  readonly held: Held;
  readonly note: Note;
}

/** Returns the fields of a tool whose calls wait. */
function heldBy(desk: Desk | undefined, name: string) {
  return desk === undefined
    ? {}
    : { needsApproval: ({ id }: { readonly id: number }) => desk.held(name, id) };
}

/** The tools of these missions. Each waits for a random time. */
function toolsOf(wait: () => Promise<void>, desk?: Desk) {
  const failed = new Set<unknown>();
  return {
    look: tool({
      signature: "(id :int) -> :int",
      description: "Looks.",
      expose: "both",
      ...heldBy(desk, "look"),
      execute: async ({ id }, { callId }) => {
        desk?.note(`look ${callId}`);
        await wait();
        return id;
      },
    }),
    row: tool({
      signature: "(id :int) -> :int",
      description: "Returns a row.",
      expose: "both",
      cache: true,
      ...heldBy(desk, "row"),
      execute: async ({ id }, { callId }) => {
        desk?.note(`row ${callId}`);
        await wait();
        return id * 10;
      },
    }),
    flaky: tool({
      signature: "(id :int) -> :int",
      description: "Fails at first.",
      retries: 1,
      ...heldBy(desk, "flaky"),
      execute: async ({ id }, { callId }) => {
        desk?.note(`flaky ${callId}`);
        await wait();
        if (!failed.has(id)) {
          failed.add(id);
          throw new Error("busy");
        }
        return id;
      },
    }),
    word: llmTool({ prompt: "A word for {{id}}", signature: "(id :int) -> :string" }),
  };
}

/** Answers with the program that belongs to the start of the prompt. */
function answering(wait: () => Promise<void>, programs: Readonly<Record<string, string>>) {
  return async ({ messages }: ModelRequest): Promise<string> => {
    const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
    await wait();
    const [, program = "w"] =
      Object.entries(programs).find(([beginning]) => prompt.startsWith(beginning)) ?? [];
    return program.startsWith("(") ? fenced(program) : program;
  };
}

/** Four branches, which compute for different times first. */
const branches = (body: string): string =>
  `(return (pmap (fn [i]
     (loop [n 0] (if (< n (* 400 (mod (* 3 i) 5))) (recur (inc n)) n))
     (try ${body} (catch Exception e (ex-message e)))) [1 2 3 4]))`;

/** A child that computes `body` with its argument `id`. */
function childOf(wait: () => Promise<void>, body: string, desk?: Desk) {
  const { look, row } = toolsOf(wait, desk);
  return {
    program: body,
    tool: asTool(
      defineAgent({
        name: "child",
        prompt: "Work on {{id}}.",
        description: "Works.",
        signature: "(id :int) -> :any",
        tools: { look, row },
        limits: { timeoutMs: 1_000_000 },
      }),
      { expose: "both" },
    ),
  };
}

type Make = (random: () => number, desk?: Desk) => Mission;

/** Returns a mission whose program runs in the agent with all tools. */
function ofProgram(
  program: string,
  more: Parameters<typeof defineAgent>[0] | Record<string, unknown> = {},
  body = "(return (tool/look {:id data/id}))",
  options: (wait: () => Promise<void>) => Partial<MissionOptions> = () => ({}),
): Make {
  return (random, desk) => {
    const wait = waits(random);
    const child = childOf(wait, body, desk);
    return {
      agent: defineAgent({
        prompt: "Lead.",
        maxTurns: 3,
        limits: { timeoutMs: 1_000_000 },
        tools: { ...toolsOf(wait, desk), child: child.tool },
        ...(more as Record<string, unknown>),
      }),
      options: {
        clock: clockOf(wait, random),
        collectMessages: true,
        llm: answering(wait, { Lead: program, Work: child.program }),
        ...options(wait),
      },
    };
  };
}

const storing = (wait: () => Promise<void>): Partial<MissionOptions> => ({
  journal: {},
  onJournal: wait,
});

/** Missions by the kind of what their branches share. */
export const kinds: Readonly<Record<string, Make>> = {
  "a cached call": ofProgram(branches("(do (tool/look {:id i}) (tool/row {:id (mod i 2)}))")),
  "the limit maxToolCalls": ofProgram(
    branches("(do (tool/look {:id i}) (tool/look {:id (* 10 i)}))"),
    { maxToolCalls: 6 },
  ),
  "the limit maxModelCalls": ofProgram(branches("(do (tool/look {:id i}) (tool/word {:id i}))"), {
    maxModelCalls: 3,
  }),
  "a task of child missions": ofProgram(
    branches("(tool/child {:id i})"),
    {},
    '(return (do (tool/look {:id data/id}) (task (str "t_" (mod data/id 2)) (tool/look {:id data/id}))))',
    () => ({ journal: {} }),
  ),
  "the journal in the prompts of child missions": ofProgram(
    branches("(do (tool/look {:id i}) (tool/child {:id i}))"),
    {},
    '(return (do (tool/look {:id data/id}) (task (str "t_" data/id) data/id)))',
    () => ({ journal: {} }),
  ),
  "a journal whose store is slow": ofProgram(
    branches('(do (task (str "t_" i) (tool/look {:id i})) (tool/row {:id (mod i 2)}))'),
    {},
    undefined,
    storing,
  ),
  "retried calls": ofProgram(branches("(do (tool/flaky {:id i}) (tool/row {:id (mod i 2)}))")),
  "calls after a wait of the program": ofProgram(
    branches("(do (Thread/sleep (* 10 i)) (tool/row {:id (mod i 2)}))"),
  ),
  "requests after a slow budget": ofProgram(
    branches("(do (tool/look {:id i}) (tool/word {:id i}))"),
    { maxModelCalls: 4 },
    undefined,
    (wait) => ({
      budget: async (): Promise<"continue"> => {
        await wait();
        return "continue";
      },
    }),
  ),
  "calls of child missions": ofProgram(
    branches("(do (tool/look {:id i}) (tool/child {:id i}))"),
    { maxToolCalls: 18 },
    "(return (pmap (fn [i] (do (tool/look {:id i}) (tool/row {:id i}))) [data/id 2 3]))",
  ),
  "native calls": (random, desk) => {
    const wait = waits(random);
    const body = "(return (do (tool/look {:id data/id}) (tool/look {:id 7})))";
    const child = childOf(wait, body, desk);
    const programs = answering(wait, { Work: body });
    const { look, row } = toolsOf(wait, desk);
    const responses: readonly (readonly ModelContent[])[] = [
      [
        ...[1, 2, 3, 4].map((id) => call(`c${String(id)}`, "child", { id })),
        call("r", "row", { id: 1 }),
        call("s", "row", { id: 1 }),
      ],
      [textPart("Done.")],
    ];
    return {
      agent: defineAgent({
        prompt: "Lead.",
        mode: "combined",
        limits: { timeoutMs: 1_000_000 },
        maxToolCalls: 10,
        tools: { look, row, child: child.tool },
      }),
      options: {
        clock: clockOf(wait, random),
        collectMessages: true,
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
          generate: async (request) => {
            const program = await programs(request);
            const asked = request.messages.filter(({ role }) => role === "assistant").length;
            const content = program === "w" ? (responses[asked] ?? []) : [textPart(program)];
            const [part] = content;
            return {
              content,
              text: part?.type === "text" ? part.text : "",
              finishReason: part?.type === "text" ? "stop" : "tool_calls",
              modelId: "calling",
            };
          },
        },
      },
    };
  },
};

const operations: readonly ((id: number) => string)[] = [
  (id) => `(tool/look {:id ${String(id)}})`,
  (id) => `(tool/row {:id ${String(id % 3)}})`,
  (id) => `(tool/flaky {:id ${String(id)}})`,
  (id) => `(tool/word {:id ${String(id)}})`,
  (id) => `(tool/child {:id ${String(id % 5)}})`,
  (id) => `(Thread/sleep ${String(1 + (id % 4))})`,
  (id) => `(task "t_${String(id % 4)}" (tool/look {:id ${String(id)}}))`,
  () => "(rand-int 1000)",
  () => "(System/currentTimeMillis)",
  (id) => `(println ${String(id)})`,
  (id) => `(reduce + (range ${String(id * 300)}))`,
  (id) => `(loop [n 0] (if (< n ${String(id * 200)}) (recur (inc n)) n))`,
];

/** Returns an expression with random operations, some of them in parallel branches. */
function randomExpression(random: () => number, depth: number): string {
  const count = 1 + Math.floor(random() * 3);
  const parts = Array.from({ length: count }, () => {
    const id = Math.floor(random() * 20);
    if (depth > 0 && random() < 0.3) {
      const inner = Array.from(
        { length: 2 + Math.floor(random() * 2) },
        () => `(fn [] ${randomExpression(random, depth - 1)})`,
      );
      return `(pcalls ${inner.join(" ")})`;
    }
    return operations[Math.floor(random() * operations.length)]?.(id) ?? "nil";
  });
  return `(try [${parts.join(" ")}] (catch Exception e (ex-message e)))`;
}

/** Returns a mission of one or two random programs, with random limits. */
export function randomMission(random: () => number, desk?: Desk): Mission {
  const [first, second] = [randomExpression(random, 3), randomExpression(random, 2)];
  const make = ofProgram(
    `(return (pcalls (fn [] ${first}) (fn [] ${second})))`,
    {
      maxToolCalls: 3 + Math.floor(random() * 20),
      maxModelCalls: 2 + Math.floor(random() * 8),
      concurrency: 1 + Math.floor(random() * 6),
    },
    '(return (do (tool/look {:id data/id}) (task (str "c_" (mod data/id 2)) (tool/row {:id data/id}))))',
    storing,
  );
  return make(random, desk);
}

type ModelContent = ModelResponse["content"][number];

function textPart(text: string): ModelContent {
  return { type: "text", text };
}
