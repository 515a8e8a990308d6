// Tests which parts of an answer leave the server, and that each of them leaves it once.
import { describe, expect, test } from "vitest";
import { createScriptedModel, ModelError, type LanguageModel } from "@ptc/llm";
import { defineAgent, runEvents, tool } from "../../src/index.ts";
import { toEventStream, type StreamedContent } from "../../src/streams/index.ts";
import { eventsIn, piecesOf, started } from "./streamed.ts";

const fence = "```";
const program =
  '(def rows (tool/rows {:team "SECRET-ARGUMENT"}))\n(println (first rows))\n(return {:n 1 :_key "SECRET-KEY"})';
const answer = `I add them.\n\n${fence}clojure\n${program}\n${fence}\nDone.\n`;
const tools = {
  rows: tool({
    description: "Returns rows.",
    signature: "(team :string) -> [{n :int, _key :string}]",
    execute: () => [{ n: 715517, _key: "SECRET-KEY" }],
  }),
};

/** A model that streams an answer in pieces of a few characters. */
const inPieces = (text: string, size: number): LanguageModel => ({
  ...createScriptedModel([]),
  stream: async function* () {
    await Promise.resolve();
    for (let at = 0; at < text.length; at += size)
      yield { type: "text-delta", text: text.slice(at, at + size) };
    yield { type: "finish", finishReason: "stop" };
  },
});

describe("a stream without include", () => {
  test("has no prompts, arguments, results, errors or firewalled values", async () => {
    const run = started([new ModelError({ kind: "overloaded", message: "SECRET-ERROR" }), answer], {
      tools,
      llmRetry: { baseDelayMs: 0 },
      systemPrompt: "SECRET-PROMPT",
      prompt: "SECRET-QUESTION",
    });
    const events = await eventsIn(toEventStream(run));
    const text = JSON.stringify(events.filter(({ type }) => type !== "model-delta"));
    for (const secret of ["PROMPT", "QUESTION", "ARGUMENT", "KEY", "ERROR"])
      expect(text).not.toContain(`SECRET-${secret}`);
    expect(text).not.toContain("715517");
    const end = events.find(({ type }) => type === "mission-end");
    expect(end?.data).toMatchObject({ ok: true, return: { n: 1, _key: "<Firewalled>" } });
    expect(events.every(({ data }) => typeof data === "object")).toBe(true);
    expect(events.at(-1)).toEqual({ type: "stream-end", data: {} });
  });

  test.each([
    ["prompts", "SECRET-QUESTION"],
    ["arguments", "SECRET-ARGUMENT"],
    ["results", "715517"],
  ] as const)("has %s on request, and still no firewalled values", async (content, shown) => {
    const run = started([answer], { tools, prompt: "SECRET-QUESTION" });
    const events = await eventsIn(toEventStream(run, { include: [content] }));
    const text = JSON.stringify(events.filter(({ type }) => type !== "model-delta"));
    expect(text).toContain(shown);
    expect(text).not.toContain("SECRET-KEY");
  });
});

describe("the pieces of an answer", () => {
  test.each([1, 2, 3, 7, 1000])("arrive once, in pieces of %i characters", async (size) => {
    const run = runEvents(defineAgent({ prompt: "Add.", tools }), { llm: inPieces(answer, size) });
    const events = await eventsIn(toEventStream(run));
    expect(piecesOf(events, "program")).toBe(program);
    expect(piecesOf(events, "text")).toBe("I add them.\n\nDone.\n");
    expect(events.find(({ type }) => type === "program-start")?.data).toEqual({});
  });

  test("an answer that is only a program is no text", async () => {
    const events = await eventsIn(toEventStream(started(["(return 1)"])));
    expect(piecesOf(events, "text")).toBe("");
    expect(events.find(({ type }) => type === "program-start")?.data).toEqual({
      source: "(return 1)",
    });
  });

  test("prose that begins with a bracket arrives if no program ran", async () => {
    const events = await eventsIn(toEventStream(started(["(I am not sure.)"], { mode: "text" })));
    expect(piecesOf(events, "text")).toBe("(I am not sure.)");
  });

  test("a code block in an answer of text is text", async () => {
    const text = `Write:\n${fence}clojure\n(+ 1 2)\n${fence}\n`;
    const events = await eventsIn(toEventStream(started([text], { mode: "text" })));
    expect(piecesOf(events, "text")).toBe(text);
  });
});

describe("the size of events", () => {
  test("a longer field is omitted, and named", async () => {
    const run = started(['(return (apply str (repeat 500 "x")))']);
    const events = await eventsIn(toEventStream(run, { maxFieldChars: 300 }));
    expect(events.find(({ type }) => type === "mission-end")?.data).toEqual({
      ok: true,
      turns: 1,
      omitted: ["return"],
    });
  });

  test("refuses unknown contents and options by name", () => {
    const run = started(["(return 1)"]);
    expect(() => toEventStream(run, { include: ["all" as StreamedContent] })).toThrow(
      'option `include`: expected names of thinking, prompts, arguments, results, errors, got "all"',
    );
    expect(() => toEventStream({} as never)).toThrow(
      "option `run`: expected the result of runEvents",
    );
  });
});
