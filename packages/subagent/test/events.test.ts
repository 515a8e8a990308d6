// The events of a mission, as `onEvent`, a trace and an iterator receive them. All three get the
// same events, and every start event has its end event.
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel, ModelError, type ScriptEntry } from "@ptc/llm";
import {
  MissionError,
  defineAgent,
  run,
  runEvents,
  runOrThrow,
  type AgentOptions,
} from "../src/index.ts";
import { fenced, settled } from "./missions.ts";

const tools = {
  find: () => Promise.resolve([1]),
  break: () => {
    throw new Error("down");
  },
};
const agentOf = (options: Partial<AgentOptions> = {}) =>
  defineAgent({ prompt: "Do it.", tools, llmRetry: { baseDelayMs: 0 }, ...options });

/** Missions by the reason of their end. */
const scripts: Readonly<
  Record<string, readonly [script: readonly ScriptEntry[], options?: Partial<AgentOptions>]>
> = {
  "an answer": [["(tool/find)", "(return (tool/find))"]],
  retries: [[new ModelError({ kind: "overloaded" }), "(return 1)"]],
  "a failing model": [[new ModelError({ kind: "auth" })]],
  "a failing tool": [["(tool/break)"], { maxTurns: 1 }],
  "branches that fail": [
    ["(pmap (fn [x] (if (= x 2) (tool/break) (tool/find))) (range 4))", "(return 1)"],
  ],
  "`fail`": [['(fail "no")']],
  "no program": [["prose", `${fenced("1")}\n${fenced("2")}`], { maxTurns: 2 }],
  "programs that cannot run": [["(+ 1", "(foo)", "(return 1)"]],
  "an answer that does not fit": [['(return "a")'], { maxTurns: 1, signature: ":int" }],
  "memory that is too large": [["(def a (vec (range 1000)))"], { memoryLimitBytes: 100 }],
  "a refusal": [[], { prompt: "{{nobody}}" }],
  "a limit": [["(tool/find) (reduce + (range 100000))"], { maxTurns: 1, limits: { steps: 500 } }],
};

/**
 * The clock doesn't move. In a long run, the host takes turns and branches continue in another
 * order.
 */
const clock = { now: () => 0, monotonic: () => 0 };

const shape = ({ type, data }: TraceEvent): unknown => ({
  type,
  data: JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      ["durationMs", "address"].includes(key) ? 0 : value,
    ),
  ) as unknown,
});

describe.each(Object.entries(scripts))("a mission that ends with %s", (_, [script, options]) => {
  test("all listeners get the same events, and every start event has its end inside its parent", async () => {
    const heard: TraceEvent[] = [];
    const traced: TraceEvent[] = [];
    await run(agentOf(options), {
      llm: createScriptedModel(script),
      clock,
      onEvent: (event) => {
        heard.push(event);
      },
      trace: {
        emit: (event) => {
          traced.push(event);
        },
      },
    });
    expect(heard).toEqual(traced);
    const stream = runEvents(agentOf(options), { llm: createScriptedModel(script), clock });
    const streamed: TraceEvent[] = [];
    for await (const event of stream) if (event.type !== "model-delta") streamed.push(event);
    expect(streamed.map(shape)).toEqual(heard.map(shape));
    expect((await stream.step).traceId).toBe(streamed[0]?.traceId);
    const open = new Set<string>();
    for (const { type, spanId, parentSpanId } of heard) {
      if (type.endsWith("-start")) {
        expect(parentSpanId === undefined ? type === "mission-start" : open.has(parentSpanId)).toBe(
          true,
        );
        open.add(spanId);
      } else {
        expect(open.delete(spanId)).toBe(true);
      }
    }
    expect([...open]).toEqual([]);
    expect([heard[0]?.type, heard.at(-1)?.type]).toEqual(["mission-start", "mission-end"]);
  });
});

describe("a span of a mission", () => {
  test("a span also ends if a function of the host throws", async () => {
    const events: TraceEvent[] = [];
    const agent = agentOf({
      systemPrompt: () => {
        throw new Error("mine");
      },
    });
    await expect(
      run(agent, {
        llm: () => "1",
        onEvent: (event) => {
          events.push(event);
        },
      }),
    ).rejects.toThrow("mine");
    expect(events.map(({ type }) => type)).toEqual(["mission-start", "mission-end"]);
  });
});

describe("event listeners", () => {
  const loud = (): never => {
    throw new Error("broken listener");
  };
  const late = (() => Promise.reject(new Error("broken listener"))) as () => void;

  test.each<[string, () => void]>([
    ["throw", loud],
    ["reject", late],
  ])("listeners that %s change nothing", async (_, listener) => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => {
      rejections.push(reason);
    };
    process.on("unhandledRejection", note);
    const heard: string[] = [];
    expect(
      await run(agentOf(), {
        llm: createScriptedModel(["(return 1)"]),
        onEvent: listener,
        trace: { emit: listener },
      }),
    ).toMatchObject({ ok: true });
    expect(
      await run(agentOf(), {
        llm: createScriptedModel(["(return 1)"]),
        onEvent: ({ type }) => {
          heard.push(type);
        },
        trace: { emit: listener },
      }),
    ).toMatchObject({ ok: true });
    const stream = runEvents(agentOf(), {
      llm: createScriptedModel(["(return 1)"]),
      onEvent: listener,
    });
    for await (const { type } of stream) heard.push(type);
    await settled();
    process.off("unhandledRejection", note);
    expect(rejections).toEqual([]);
    expect(heard.filter((type) => type === "mission-end")).toHaveLength(2);
  });
});

describe("runEvents", () => {
  test("breaking out of the loop over runEvents cancels the mission", async () => {
    const llm = createScriptedModel(["(def a 1)", () => new Promise(() => undefined)]);
    const stream = runEvents(agentOf(), { llm });
    for await (const event of stream) if (event.type === "turn-end") break;
    expect(await stream.step).toMatchObject({
      ok: false,
      fail: { reason: "cancelled" },
      turns: [{ ok: true }],
    });
  });

  test("the step is available without reading the events", async () => {
    expect(
      await runEvents(agentOf(), { llm: createScriptedModel(["(return 1)"]) }).step,
    ).toMatchObject({ ok: true, return: 1 });
  });

  test("the caller's signal still ends the mission", async () => {
    const controller = new AbortController();
    const stream = runEvents(agentOf(), {
      llm: () => new Promise(() => undefined),
      signal: controller.signal,
    });
    controller.abort();
    expect(await stream.step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });

  test("a failing host function rejects the step and ends the iteration", async () => {
    const stream = runEvents(
      agentOf({
        systemPrompt: () => {
          throw new Error("mine");
        },
      }),
      { llm: () => "1" },
    );
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types).toEqual(["mission-start", "mission-end"]);
    await expect(stream.step).rejects.toThrow("mine");
  });
});

describe("runOrThrow", () => {
  test("runOrThrow returns the step of a successful mission", async () => {
    expect(await runOrThrow(agentOf(), { llm: createScriptedModel(["(return 1)"]) })).toMatchObject(
      { ok: true, return: 1 },
    );
    expect((await runOrThrow("p", { signature: ":int", llm: () => "(return 1)" })).return).toBe(1);
  });

  test("runOrThrow throws the step of a failed mission", async () => {
    const failing = runOrThrow(agentOf(), {
      llm: createScriptedModel(['(fail {:reason :gone :message "nobody"})']),
    });
    await expect(failing).rejects.toThrow(
      new MissionError(
        ((await failing.catch((error: unknown) => error as MissionError)) as MissionError).step,
      ),
    );
    await expect(failing).rejects.toMatchObject({
      name: "MissionError",
      message: "gone: nobody",
      step: { ok: false, turns: [{ ok: false }] },
    });
  });
});
