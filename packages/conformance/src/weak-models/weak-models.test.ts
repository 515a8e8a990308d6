// Tests answers in the style of small models. Either their program runs, or the feedback explains
// how to continue, and a model that follows it finishes in the next turn.

import { expect, test } from "vitest";
import { contentText } from "@ptc/llm";
import { defineAgent, run } from "@ptc/subagent";
import { writtenCalls } from "../../../subagent/src/answer/written-calls.ts";
import { weakAnswers } from "./weak-answers.ts";

const agent = defineAgent({
  prompt: "How many invoices of 2026 are above 10?",
  signature: "() -> :int",
  maxTurns: 2,
  tools: {
    invoices: { signature: "(year :int) -> [:int]", execute: () => [5, 11, 20, 30] },
  },
});

test.each(weakAnswers.map((each) => [each.name, each] as const))(
  "handles the weak answer: %s",
  async (_, each) => {
    const feedback: string[] = [];
    let requests = 0;
    const step = await run(agent, {
      llm: ({ messages }) => {
        requests += 1;
        if (requests === 1) return each.answer;
        feedback.push(contentText(messages.at(-1)?.content ?? ""));
        return "(return (count (filter #(> % 10) (tool/invoices {:year 2026}))))";
      },
    });
    expect(step).toMatchObject({ ok: true, return: 3 });
    if (each.gets === "ran") expect(feedback).toEqual([]);
    else expect(feedback[0]?.split("\nReply with exactly")[0]).toBe(each.gets);
  },
);

test("a text that looks like endless calls is read in linear time", () => {
  const pieces = [
    '{"name": ',
    "[",
    '<tool_call>{"',
    "[TOOL_CALLS]",
    "to=x",
    '"\\',
    "```json ",
    " ",
  ];
  const before = process.cpuUsage();
  for (const piece of pieces)
    for (const beginning of ["", "[", '{"a": "', "```", "<tool_call>["])
      writtenCalls(beginning + piece.repeat(180_000 / piece.length));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(8_000);
});
