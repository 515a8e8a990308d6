// The option `json`: answers as plain JSON, of agents, runs, child missions and chats.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { asTool, createChat, defineAgent, run, runEvents, runOrThrow } from "../src/index.ts";
import { answering } from "./answering.ts";

const program =
  '(return {:big (* 9007199254740991 3) :set #{1} :at #inst "2026-01-02" :inf ##Inf})';
const plain = {
  big: "27021597764222973",
  set: [1],
  at: "2026-01-02T00:00:00.000Z",
  inf: "Infinity",
};
const agent = defineAgent({
  prompt: "Answer.",
  signature: "() -> :any",
  llm: answering(program),
  json: true,
});

describe("the option json", () => {
  test("returns plain JSON from agents and from single runs", async () => {
    expect((await runOrThrow(agent)).return).toEqual(plain);
    const step = await run("Answer.", { llm: answering(program), json: true });
    expect(step.ok && JSON.parse(JSON.stringify(step.return))).toEqual(plain);
    const other = await run(agent, { json: false });
    expect(() => JSON.stringify(other.ok && other.return)).toThrow("BigInt");
  });

  test("returns plain JSON from events and chats, and the answer itself to programs", async () => {
    const events = runEvents(agent);
    const ends: unknown[] = [];
    for await (const event of events)
      if (event.type === "mission-end") ends.push(event.data.return);
    expect(ends).toEqual([plain]);
    const answer = await createChat(agent, {}).send("Hello.");
    expect(answer.ok && answer.return).toEqual(plain);
    const outer = await run("Ask.", {
      llm: answering("(return (- (:big (tool/ask {})) 1))"),
      tools: { ask: asTool(agent) },
    });
    expect(outer.ok && outer.return).toBe(27021597764222972n);
  });

  test("fails a run whose answer has no JSON", async () => {
    const step = await run("Answer.", {
      llm: answering("(return 1)"),
      output: z.int().transform(() => () => 1),
      json: true,
    });
    expect(step.ok || step.fail).toEqual({
      reason: "validation_error",
      message: "the answer can't be written as JSON: toJson: a function can't be written",
    });
  });

  test("refuses a value that isn't a boolean", () => {
    expect(() => defineAgent({ prompt: "Answer.", json: 1 as never })).toThrow(
      "option `json`: expected true or false, got 1",
    );
  });
});
