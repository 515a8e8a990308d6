// The tool `askUser`: the types of an answer, in prompts, in forms and when a run continues.

import { expect, test } from "vitest";
import { z } from "zod";
import { answer, resume, run } from "@ptc/lisp";
import { OptionError } from "@ptc/core/errors";
import { askUser, defineAgent, previewPrompt } from "../src/index.ts";

test("the model sees the question, the choices and the type of the answer", () => {
  // The types in a prompt don't depend on the wait.
  const ask = { ...askUser(), suspends: false };
  const budget = askUser({
    answer: "{amount :float}",
    description: "Asks the user for the budget.",
  });
  const askBudget = { ...budget, suspends: false };
  const agent = defineAgent({ prompt: "Book it.", tools: { ask, "ask-budget": askBudget } });
  const preview = previewPrompt(agent);
  const system = preview.ok ? preview.system : "";
  expect(system).toContain("(tool/ask {:question :string, :choices [:string]?}) -> :string");
  expect(system).toContain("Asks the user a question and returns the answer.");
  expect(system).toContain(
    "(tool/ask-budget {:question :string, :choices [:string]?}) -> {amount :float}",
  );
  expect(system).toContain("Asks the user for the budget.");
});

test.each([
  [":int", 7, 7, { type: "integer" }],
  [z.object({ day: z.enum(["mon", "tue"]) }), { day: "mon" }, { day: "mon" }, { type: "object" }],
])("an answer is typed by %o", async (type, given, expected, schema) => {
  const tools = { ask: askUser({ answer: type }) };
  const program = '(tool/ask {:question "?"})';
  const step = await run(program, { tools, runId: "r" });
  if (step.status !== "waiting") throw new Error("expected a run that waits");
  expect(step.pending).toMatchObject([{ data: { question: "?", schema } }]);
  const end = await resume(program, step.checkpoint, {
    tools,
    decisions: { "r/1/0": answer(given) },
  });
  expect(end.ok && end.return).toEqual(expected);
  await expect(
    resume(program, step.checkpoint, { tools, decisions: { "r/1/0": answer(["wrong"]) } }),
  ).rejects.toThrow('decisions["r/1/0"]: the answer doesn\'t match the outputSchema of tool/ask: ');
});

test("a wrong type is an option error", () => {
  expect(() => askUser({ answer: ":nope" })).toThrow(OptionError);
  expect(() => askUser({ answer: 5 as unknown as string })).toThrow(OptionError);
});
