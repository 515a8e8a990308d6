// Answers while a model writes them: what listeners are told, what becomes of a stream that breaks,
// and what is left of a mission that was aborted in the middle of one.
import { describe, expect, test } from "vitest";
import {
  ModelError,
  createScriptedModel,
  type LanguageModel,
  type ModelStreamEvent,
} from "@ptc/llm";
import { defineAgent, run, runEvents, type ModelDelta } from "../src/index.ts";
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

describe("pieces of answers", () => {
  test("are events of `runEvents`, and come before the answer is whole", async () => {
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
      if (event.type === "model-delta") seen.push(event);
    }
    const [first, second] = [1, 2].map((turn) => seen.filter((delta) => delta.turn === turn));
    expect(textOf(first ?? [], "thinking")).toBe("What is asked?");
    expect(textOf(first ?? [], "text")).toBe("I look.");
    expect(first?.at(-1)).toMatchObject({
      kind: "tool-input",
      toolName: "lisp_eval",
      toolCallId: "a",
      agent: "looker",
      attempt: 1,
    });
    expect(textOf(second ?? [], "text")).toBe("It is 42.");
    expect(order.indexOf("model-delta")).toBeLessThan(order.indexOf("model-request-end"));
    expect(order.indexOf("model-delta")).toBeGreaterThan(order.indexOf("model-request-start"));
  });

  test("reach `onText`, of the mission itself, and what it throws is nobody's matter", async () => {
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

  test("are one piece where a model does not stream", async () => {
    const heard: string[] = [];
    await run("Go.", { llm: () => answer, onText: (text) => heard.push(text) });
    expect(heard).toEqual([answer]);
  });

  test("begin anew with the next attempt", async () => {
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

describe("an abort", () => {
  const script = [calls(program("a", "(def x 1)"), call("b", "look", { at: "it" })), "It is done."];

  test.each([1, 2, 3, 5, 8, 12])(
    "after piece %i leaves a history that can go on",
    async (piece) => {
      const stop = new AbortController();
      let pieces = 0;
      const agent = defineAgent({ prompt: "Go.", mode: "combined", tools: { look: () => "seen" } });
      const events = runEvents(agent, {
        llm: createScriptedModel(script),
        collectMessages: true,
        signal: stop.signal,
      });
      for await (const { type } of events)
        if (type === "model-delta" && ++pieces === piece) stop.abort();
      const step = await events.step;
      if (piece < 4) expect(step.ok).toBe(false);
      if (!step.ok) expect(step.fail.reason).toBe("cancelled");
      const messages = step.messages ?? [];
      for (const [index, message] of messages.entries()) {
        if (message.role !== "assistant" || message.parts === undefined) continue;
        const asked = message.parts.filter(({ type }) => type === "tool-call");
        const next = messages[index + 1];
        expect(next?.role === "tool" ? next.parts : []).toHaveLength(asked.length);
      }
      // What was not answered is not there: a next request ends with what the model was told.
      if (!step.ok) expect(messages.at(-1)?.role).not.toBe("assistant");
    },
  );
});

test("a stream without end is closed", async () => {
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
        "the model failed: the model's stream is longer than 20000000 characters: it was closed",
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(isClosed).toBe(true);
});
