// Streamed responses: the events for listeners, and the handling of broken streams.
import { describe, expect, test } from "vitest";
import { unrecoverablePrefix } from "@ptc/lisp";
import {
  ModelError,
  createScriptedModel,
  type LanguageModel,
  type ModelResponse,
  type ModelStreamEvent,
  type ScriptEntry,
} from "@ptc/llm";
import {
  asTool,
  createChat,
  defineAgent,
  llmTool,
  run,
  runEvents,
  type AgentOptions,
  type MissionEvent,
  type ModelDelta,
  type ModeName,
} from "../src/index.ts";
import { ProgramInArguments, ProgramsInText } from "../src/model/program-pieces.ts";
import { call, calls, program } from "./native-calls.ts";

const source = '(println "a long enough text") (return 42)';
const answer = `Let me see.\n\`\`\`clojure\n${source}\n\`\`\``;

/** A model that streams these events. */
const streaming = (events: (attempt: number) => AsyncIterable<ModelStreamEvent>): LanguageModel => {
  let attempt = 0;
  const model = createScriptedModel([]);
  return { ...model, stream: () => events(++attempt) };
};

const textOf = (deltas: readonly ModelDelta[], kind: ModelDelta["kind"]): string =>
  deltas
    .filter((delta) => delta.kind === kind)
    .map(({ text }) => text)
    .join("");

const cyclic = (): object => {
  const input: Record<string, unknown> = {};
  input["self"] = input;
  return input;
};

describe("pieces of responses", () => {
  test("have no program if a tool asks a model", async () => {
    const written = "```clojure\n(+ 1 2)\n```";
    const llm = createScriptedModel([
      '```clojure\n(return (tool/write {:what "a program"}))\n```',
      written,
    ]);
    const agent = defineAgent({
      prompt: "Go.",
      tools: {
        write: llmTool({ prompt: "Write {{what}}.", signature: "(what :string) -> :string" }),
      },
    });
    const seen: ModelDelta[] = [];
    for await (const event of runEvents(agent, { llm }))
      if (event.type === "model-delta") seen.push(event.data);
    expect(textOf(seen, "text")).toContain(written);
    expect(textOf(seen, "program")).toBe('(return (tool/write {:what "a program"}))');
  });

  test("are events of `runEvents` and arrive before the response is complete", async () => {
    const llm = createScriptedModel([
      {
        content: [
          { type: "thinking", text: "What is asked?" },
          { type: "text", text: "I look." },
          call("a", "lisp_eval", { program: source }),
        ],
      },
      "It is 42.",
    ]);
    const agent = defineAgent({ prompt: "Go.", mode: "combined", name: "looker" });
    const seen: ModelDelta[] = [];
    const order: string[] = [];
    for await (const event of runEvents(agent, { llm })) {
      order.push(event.type);
      if (event.type === "model-delta") seen.push(event.data);
    }
    const [first, second] = [1, 2].map((turn) => seen.filter((delta) => delta.turn === turn));
    expect(textOf(first ?? [], "thinking")).toBe("What is asked?");
    expect(textOf(first ?? [], "text")).toBe("I look.");
    expect(first?.find(({ kind }) => kind === "tool-input")).toMatchObject({
      kind: "tool-input",
      toolName: "lisp_eval",
      toolCallId: "a",
      attempt: 1,
    });
    expect(textOf(second ?? [], "text")).toBe("It is 42.");
    expect(order.indexOf("model-delta")).toBeLessThan(order.indexOf("model-request-end"));
    expect(order.indexOf("model-delta")).toBeGreaterThan(order.indexOf("model-request-start"));
  });

  test("reach `onText` for the mission itself, and errors of the callback are ignored", async () => {
    const heard: string[] = [];
    const child = defineAgent({ prompt: "Child.", signature: ":string", mode: "text" });
    const { asTool } = await import("../src/index.ts");
    const step = await run("Go.", {
      tools: { ask: asTool(child) },
      llm: createScriptedModel(["(def x (tool/ask))", "from below", answer]),
      onText: (text) => {
        heard.push(text);
        throw new Error("no");
      },
    });
    expect(step).toMatchObject({ ok: true, return: 42 });
    expect(heard.join("")).toBe(`(def x (tool/ask))${answer}`);
    expect(heard.length).toBeGreaterThan(3);
  });

  test("reach an async `onText`, which may reject", async () => {
    let heard = 0;
    const step = await run("Go.", {
      llm: createScriptedModel([answer]),
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- what is tested
      onText: async () => {
        heard += 1;
        await Promise.reject(new Error("the socket is gone"));
      },
    });
    expect(step.ok && heard > 1).toBe(true);
  });

  test.each([
    ["a large integer", { at: 1234567890123456789n }, '{"at":1234567890123456789}'],
    ["a cyclic object", cyclic(), "(arguments can't be shown)"],
  ])("may have arguments that JSON.stringify can't write: %s", async (_, input, shown) => {
    const heard: string[] = [];
    const llm = createScriptedModel([calls(call("a", "look", input)), answer], {
      capabilities: { streaming: false },
    });
    const agent = defineAgent({ prompt: "Go.", mode: "text", tools: { look: () => 1 } });
    for await (const event of runEvents(agent, { llm }))
      if (event.type === "model-delta") heard.push(event.data.text);
    expect(heard).toEqual(["", shown, answer]);
  });

  test("can be read after all of them arrived, in linear time", { tags: "full" }, async () => {
    const pieces = 300_000;
    const llm = streaming(async function* () {
      await Promise.resolve();
      for (let piece = 0; piece < pieces; piece++) yield { type: "text-delta", text: "x" };
      yield { type: "finish", finishReason: "stop" };
    });
    const events = runEvents(defineAgent({ prompt: "Go.", mode: "text" }), { llm });
    await events.step;
    const cpu = process.cpuUsage();
    let read = 0;
    for await (const { type } of events) if (type === "model-delta") read += 1;
    const { user, system } = process.cpuUsage(cpu);
    expect(read).toBe(pieces);
    // Takes some tenths of a second. Slicing each piece off the front of the rest took 40 seconds.
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test("are one piece if a model doesn't stream", async () => {
    const heard: string[] = [];
    await run("Go.", { llm: () => answer, onText: (text) => heard.push(text) });
    expect(heard).toEqual([answer]);
  });

  test("start over with the next attempt", async () => {
    const llm = streaming(async function* (attempt) {
      await Promise.resolve();
      yield { type: "text-delta", text: attempt === 1 ? "(return 1" : "(return 7)" };
      if (attempt === 1) throw new ModelError({ kind: "network", message: "cut" });
      yield { type: "finish", finishReason: "stop" };
    });
    const heard: [number, string][] = [];
    const step = await run("Go.", {
      llm,
      llmRetry: { baseDelayMs: 1 },
      onText: (text, { attempt }) => heard.push([attempt, text]),
    });
    expect(step).toMatchObject({ ok: true, return: 7, usage: { llmRequests: 2 } });
    expect(heard).toEqual([
      [1, "(return 1"],
      [2, "(return 7)"],
    ]);
  });
});

describe("the shape of events", () => {
  const ids = /^[0-9a-f]{16}$/;

  const expectShape = (event: MissionEvent): void => {
    const { type, traceId, spanId, time, data } = event;
    expect([typeof type, typeof time, typeof data]).toEqual(["string", "number", "object"]);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanId).toMatch(ids);
    const others = Object.keys(event).filter(
      (name) =>
        !["type", "traceId", "spanId", "parentSpanId", "agent", "time", "data"].includes(name),
    );
    expect(others).toEqual([]);
  };

  const childAgent = defineAgent({ prompt: "Child.", signature: ":string", name: "child" });

  test.each<[string, AgentOptions, ScriptEntry[]]>([
    ["a program", { prompt: "Go." }, [answer]],
    ["text", { prompt: "Go.", mode: "text" }, ["A line."]],
    [
      "thinking and a native call",
      { prompt: "Go.", mode: "combined" },
      [
        {
          content: [{ type: "thinking", text: "Hm." }, call("a", "lisp_eval", { program: source })],
        },
        "It is 42.",
      ],
    ],
    [
      "a call of the program tool",
      { prompt: "Go.", mode: "program-call" },
      [calls(program("a", source))],
    ],
    [
      "a child mission",
      { prompt: "Go.", tools: { ask: asTool(childAgent) } },
      ["(return (tool/ask))", '(return "x")'],
    ],
    ["a failed request", { prompt: "Go." }, [new ModelError({ kind: "auth" })]],
    ["a failed program", { prompt: "Go.", maxTurns: 1 }, ["(foo)"]],
  ])(
    "every event has a type, ids, a time and data, and no other field: %s",
    async (_, options, script) => {
      const llm = createScriptedModel(script);
      const seen: MissionEvent[] = [];
      for await (const event of runEvents(defineAgent({ ...options, name: "looker" }), { llm })) {
        expectShape(event);
        seen.push(event);
      }
      const requests = new Map(
        seen
          .filter(({ type }) => type === "model-request-start")
          .map((event) => [event.spanId, event]),
      );
      for (const event of seen)
        if (event.type === "model-delta") {
          const { traceId, parentSpanId, agent } = requests.get(event.spanId) ?? {};
          expect([event.traceId, event.parentSpanId, event.agent]).toEqual([
            traceId,
            parentSpanId,
            agent,
          ]);
        }
      expect(seen.some(({ type }) => type === "model-delta")).toBe(
        !(script[0] instanceof ModelError),
      );
    },
  );

  test("the pieces of each attempt are in the span of that attempt", async () => {
    const llm = streaming(async function* (attempt) {
      await Promise.resolve();
      yield { type: "text-delta", text: attempt === 1 ? "(return 1" : "(return 7)" };
      if (attempt === 1) throw new ModelError({ kind: "network", message: "cut" });
      yield { type: "finish", finishReason: "stop" };
    });
    const order: string[] = [];
    const agent = defineAgent({ prompt: "Go.", llmRetry: { baseDelayMs: 1 } });
    for await (const { type, spanId } of runEvents(agent, { llm }))
      if (/^model/.test(type)) order.push(`${type} ${spanId}`);
    const [first, second] = [order[0], order.at(-1)].map((line) => line?.split(" ")[1] ?? "");
    expect(first).not.toBe(second);
    expect(order).toEqual(
      [first, second].flatMap((id) =>
        ["model-request-start", "model-delta", "model-request-end"].map(
          (type) => `${type} ${id ?? ""}`,
        ),
      ),
    );
  });

  test("the events of a chat have the same shape", async () => {
    const agent = defineAgent({ prompt: "Answer.", mode: "text" });
    const chat = createChat(agent, { llm: createScriptedModel(["A line."]) });
    let pieces = "";
    for await (const event of chat.events("Hello")) {
      expectShape(event);
      if (event.type === "model-delta") pieces += event.data.text;
    }
    expect(pieces).toBe("A line.");
  });

  test("`onText` receives the data of the event", async () => {
    const heard: ModelDelta[] = [];
    await run("Go.", { llm: () => answer, onText: (_, delta) => heard.push(delta) });
    expect(heard).toEqual([{ turn: 1, attempt: 1, kind: "text", hasPrograms: true, text: answer }]);
  });
});

describe("pieces of programs", () => {
  const heard = async (llm: LanguageModel, mode: ModeName) => {
    const events = runEvents(defineAgent({ prompt: "Go.", mode, maxTurns: 2 }), { llm });
    const seen: ModelDelta[] = [];
    for await (const event of events)
      if (event.type === "model-delta" && event.data.turn === 1) seen.push(event.data);
    return seen;
  };

  test("pieces of concurrently streamed blocks are reported by block, and none is stopped", async () => {
    // The first mistake loads the code that explains mistakes.
    await unrecoverablePrefix("(tool/none {}) (", {});
    const padding = "(def x 1)\n".repeat(40);
    const whole = `\`\`\`clojure\n${padding}${source}\n\`\`\`\n`;
    // The text of the other block would be a mistake within the program.
    const llm = streaming(async function* () {
      for (let at = 0; at < whole.length; at += 21) {
        // A model takes time, and a mistake stops it at a later piece.
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield { type: "text-delta", id: "a", text: whole.slice(at, at + 21) };
        yield { type: "text-delta", id: "b", text: "])} " };
      }
      yield { type: "finish", finishReason: "stop" };
    });
    const seen: ModelDelta[] = [];
    const events = runEvents(defineAgent({ prompt: "Go." }), { llm });
    for await (const event of events) if (event.type === "model-delta") seen.push(event.data);
    expect(await events.step).toMatchObject({ ok: true, return: 42, usage: { turns: 1 } });
    const ofBlock = seen.filter(({ blockId }) => blockId === "a");
    expect(textOf(ofBlock, "text")).toBe(whole);
    expect(textOf(ofBlock, "program")).toBe(`${padding}${source}`);
  });

  test("are source without the fence of its block, beside the text as written", async () => {
    const seen = await heard(createScriptedModel([answer]), "program");
    expect(textOf(seen, "program")).toBe(source);
    expect(textOf(seen, "text")).toBe(answer);
    expect(seen.filter(({ kind }) => kind === "program").length).toBeGreaterThan(1);
  });

  test("are source without escapes, with their call", async () => {
    const text = '(println "a\\b \u00e9 😀"\n  {:a 1})\t(return 42)';
    const model = createScriptedModel([
      calls(call("x", "look", { program: "1" }), program("y", text)),
      "It is 42.",
    ]);
    const seen = await heard(model, "combined");
    expect(textOf(seen, "program")).toBe(text);
    expect(seen.find(({ kind }) => kind === "program")).toMatchObject({
      toolCallId: "y",
      toolName: "lisp_eval",
    });
  });

  test.each<readonly [string, string, string]>([
    ["an unclosed block", "```clojure\n(+ 1 2)", "(+ 1 2)"],
    [
      "empty lines, and marks within a line",
      "```clj\n(f\n\n `a ``` b)\n```\nso",
      "(f\n\n `a ``` b)",
    ],
    ["a block of another language", "```json\n[1]\n```", ""],
    ["two blocks", "```lisp\n1\n```\nor\n~~~clojure\n2\n~~~", "12"],
    ["longer fences", "````clojure\n1\n```\n2\n````\n3", "1\n```\n2"],
    ["no block", "(return 1)", ""],
  ])("reports pieces of %s", (_, text, expected) => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      const pieces = new ProgramsInText();
      const parts = text.match(new RegExp(`[^]{1,${String(size)}}`, "g")) ?? [];
      expect(parts.map((part) => pieces.push(part)).join("")).toBe(expected);
    }
  });

  test.each<readonly [string, string, string]>([
    [
      "every escape",
      String.raw`{ "program" : "\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00" }`,
      '"\\/\b\f\n\r\tA😀',
    ],
    ["an invalid escape", String.raw`{"program": "a\uZZb"}`, "a"],
    ["another field first", '{"why": "x", "program": "(f)"}', ""],
    ["a value that isn't an object", '"program"', ""],
    ["a field after it", '{"program": "(f)", "program": "(g)"}', "(f)"],
  ])("reports pieces in arguments with %s", (_, json, expected) => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      const pieces = new ProgramInArguments();
      const parts = json.match(new RegExp(`[^]{1,${String(size)}}`, "g")) ?? [];
      expect(parts.map((part) => pieces.push(part)).join("")).toBe(expected);
    }
  });

  test("reads pieces in linear time, however a response is split", () => {
    const hostile = [" ", "`", "\n", "x", "```clojure\n \t", '{"program": "', "\\u"];
    const before = process.cpuUsage();
    for (const beginning of hostile)
      for (const more of hostile) {
        const readers = [new ProgramsInText(), new ProgramInArguments()];
        for (const reader of readers) {
          reader.push(beginning);
          for (let count = 0; count < 20_000; count++) reader.push(more);
        }
      }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(8_000);
  });
});

test("a stream with all data ready still lets the mission time out", async () => {
  let events = 0;
  const llm = streaming(async function* () {
    await Promise.resolve();
    for (;;) {
      events += 1;
      yield { type: "thinking-delta", text: "" };
    }
  });
  const step = await run("Go.", { llm, missionTimeoutMs: 50 });
  expect(step).toMatchObject({ ok: false, fail: { reason: "mission_timeout" } });
  expect(events).toBeLessThan(20_000_000);
});

test("closes an endless stream of calls long before it fills the memory", async () => {
  const llm = streaming(async function* () {
    await Promise.resolve();
    for (let at = 0; ; at++)
      yield { type: "tool-call-start", toolCallId: String(at), toolName: "x".repeat(1_000) };
  });
  const step = await run("Go.", { llm });
  expect(step).toMatchObject({ ok: false, fail: { reason: "llm_error" } });
});

test("closes an endless stream", async () => {
  let isClosed = false;
  const llm = streaming(async function* () {
    await Promise.resolve();
    try {
      for (;;) yield { type: "text-delta", text: "x".repeat(1_000_000) };
    } finally {
      isClosed = true;
    }
  });
  const step = await run("Go.", { llm });
  expect(step).toMatchObject({
    ok: false,
    fail: {
      reason: "llm_error",
      message:
        "the model failed: the model's stream was closed, because it is longer than 20000000 characters",
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(isClosed).toBe(true);
});

test.each<readonly [string, unknown]>([
  ["expected an object", undefined],
  ["text: expected a string", { content: [] }],
  ["content: expected an array", { text: "x" }],
  ["content[0]: expected a part with text", { text: "", content: [{ type: "tool-call" }] }],
])("an invalid response of a model ends its mission: %s", async (problem, response) => {
  const llm: LanguageModel = {
    ...createScriptedModel([], { capabilities: { streaming: false } }),
    generate: () => Promise.resolve(response as ModelResponse),
  };
  const step = await run("Go.", { llm, mode: "text", tools: { look: () => 1 } });
  expect(step).toMatchObject({
    ok: false,
    fail: {
      reason: "llm_error",
      message: `the model failed: the model returned an invalid answer: ${problem}`,
    },
  });
});
