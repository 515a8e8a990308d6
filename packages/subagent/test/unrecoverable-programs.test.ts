// A model that writes an unrecoverable program is stopped and gets the mistake as feedback. Only
// the text written so far is paid for.
import { beforeAll, describe, expect, test } from "vitest";
import { unrecoverablePrefix } from "@ptc/lisp";
import { createScriptedModel, type LanguageModel, type StreamingModel } from "@ptc/llm";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { defineAgent, run, runEvents } from "../src/index.ts";
import { calls, program, resultsIn } from "./native-calls.ts";

const rest = "(def more (map inc (range 10)))\n".repeat(40);
const wrong = `(def user (tool/find-usr {:id 1}))\n${rest}(return user)`;
const block = (source: string): string => `\`\`\`clojure\n${source}\n\`\`\``;
const tools = { "find-user": () => ({ name: "Ann" }) };
const right = "(return (:name (tool/find-user {:id 1})))";

// The first mistake loads the code that explains mistakes.
beforeAll(async () => {
  await unrecoverablePrefix("(tool/none {}) (", {});
});

/** A model that takes time, like a real one. */
const slowly = (model: StreamingModel): LanguageModel => ({
  ...model,
  async *stream(request) {
    for await (const event of model.stream(request)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield event;
    }
  },
});

const written = async (mode: "program" | "program-call", source: string) => {
  const heard: string[] = [];
  const entry = (text: string) => (mode === "program" ? block(text) : calls(program("a", text)));
  const llm = createScriptedModel([entry(source), entry(right)], { estimateUsage: true });
  const agent = defineAgent({ prompt: "Who is it?", mode, tools, signature: ":string" });
  const events = runEvents(agent, { llm: slowly(llm) });
  for await (const event of events)
    if (event.type === "model-delta" && event.data.turn === 1) heard.push(event.data.text);
  return { step: await events.step, heard: heard.join(""), llm };
};

describe.each(["program", "program-call"] as const)(
  "an unrecoverable program in the mode %s",
  (mode) => {
    test("stops a program with an unknown tool early and repairs it", async () => {
      const { step, heard, llm } = await written(mode, wrong);
      expect(step).toMatchObject({ ok: true, return: "Ann" });
      expect(step.turns[0]).toMatchObject({ ok: false, fail: { reason: "tool_not_found" } });
      expect(step.toolCalls).toHaveLength(1);
      // Less than half of the first response was written.
      expect(heard.length).toBeLessThan(wrong.length / 2);
      const last = llm.requests[1]?.messages.at(-1)?.content;
      const feedback = typeof last === "string" ? last : (resultsIn(llm.requests[1])[0] ?? "");
      expect(feedback).toContain(
        "Your answer was stopped at its first error, which later code could not fix:",
      );
      expect(feedback).toContain("there is no tool find-usr");
      const whole = await run("Who is it?", {
        mode,
        tools,
        signature: ":string",
        llm: createScriptedModel(
          [wrong, right].map((text) =>
            mode === "program" ? block(text) : calls(program("a", text)),
          ),
          { estimateUsage: true, capabilities: { streaming: false } },
        ),
      });
      expect(whole).toMatchObject({ ok: true, return: "Ann" });
      expect(step.usage?.outputTokens).toBeLessThan((whole.usage?.outputTokens ?? 0) / 2);
    });

    test("reads a correct program to its end", async () => {
      const source = `(def user (tool/find-user {:id 1}))\n${rest}(return (:name user))`;
      const { step, heard } = await written(mode, source);
      expect(step).toMatchObject({ ok: true, return: "Ann", usage: { turns: 1 } });
      expect(heard.length).toBeGreaterThan(source.length);
    });
  },
);

test("a stopped response replays as it was recorded", async () => {
  const agent = defineAgent({ prompt: "Who is it?", tools, signature: ":string" });
  const lines: string[] = [];
  const record = createRunRecorder({ write: (line) => lines.push(line) });
  const llm = createScriptedModel([block(wrong), block(right)]);
  const step = await run(agent, { llm: slowly(llm), record });
  const played = await replay(agent, readRunRecording(lines.join("")));
  expect(played.divergence).toBeUndefined();
  expect([step.ok, played.isSame]).toEqual([true, true]);
  expect(lines.join("")).toContain('"stopped"');
});

test("doesn't stop text that may still be read differently", async () => {
  for (const answer of [
    `I call a tool:\n${block(wrong)}`,
    `<think>\n${block(wrong)}\n</think>\n${block(right)}`,
  ]) {
    const llm = createScriptedModel([answer, block(right)]);
    let heard = "";
    await run("Go.", {
      tools,
      llm: slowly(llm),
      maxTurns: 1,
      onText: (text) => {
        heard += text;
      },
    });
    expect(heard).toBe(answer);
  }
});

test("doesn't make a call whose arguments haven't arrived when the model is stopped", async () => {
  const removed: unknown[] = [];
  const llm = createScriptedModel(["done"]);
  let answers = 0;
  const stream: LanguageModel["stream"] = async function* (request) {
    answers += 1;
    if (answers > 1) {
      yield* llm.stream(request);
      return;
    }
    yield { type: "tool-call-start", toolCallId: "a", toolName: "lisp_eval" };
    const inputText = JSON.stringify({ program: wrong });
    yield { type: "tool-call-delta", toolCallId: "a", inputText };
    yield { type: "tool-call-end", toolCallId: "a" };
    yield { type: "tool-call-start", toolCallId: "b", toolName: "remove" };
    // Nothing arrives until the model is stopped.
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield { type: "tool-call-delta", toolCallId: "b", inputText: "" };
    }
  };
  const step = await run("Go.", {
    mode: "combined",
    tools: { remove: (args) => removed.push(args) },
    llm: { ...llm, stream },
  });
  expect(step).toMatchObject({ ok: true, return: "done" });
  expect(step.turns[0]?.rawResponse).toContain("remove");
  expect(removed).toEqual([]);
  expect(resultsIn(llm.requests[0])[1]).toContain("the arguments are not JSON");
});
