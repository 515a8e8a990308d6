// What `defineAgent` says of names: errors for those that cannot work, warnings for those that were
// probably meant otherwise.
import { expect, test } from "vitest";
import { defineAgent, previewPrompt, run, type AgentOptions } from "../src/index.ts";

const warningsOf = (options: Partial<AgentOptions>): readonly string[] =>
  defineAgent({ prompt: "Find it.", ...options }).warnings;

const find = { description: "Finds it.", execute: () => 1 };

test.each<readonly [string, string]>([
  [
    "get user",
    'option `tools["get user"]`: is no name that a program can call: name the tool get-user',
  ],
  ["2nd", 'option `tools["2nd"]`: is no name that a program can call: name the tool tool-2nd'],
  ["", 'option `tools[""]`: is no name that a program can call: name the tool tool'],
  ["return", "option `tools.return`: is a form of the language: give the tool another name"],
])("a tool named %j is refused, and another name is advised", (name, message) => {
  expect(() => defineAgent({ prompt: "x", tools: { [name]: find } })).toThrow(message);
});

test("a placeholder that is no parameter of the signature is named", () => {
  const signature = "(limit :int, user {name :string}) -> :int";
  expect(warningsOf({ signature, prompt: "{{limit}} {{user.name}}" })).toEqual([]);
  expect(warningsOf({ signature, prompt: "{{limt}} {{#rows}}{{id}}{{/rows}}" })).toEqual([
    "prompt: {{limt}} is no parameter of the signature: did you mean `limit`?",
    "prompt: {{rows}} is no parameter of the signature; its value must be in the context of every run",
  ]);
  // Without parameters the context says what there is.
  expect(warningsOf({ signature: "() -> :int", prompt: "{{limt}}" })).toEqual([]);
  expect(warningsOf({ prompt: "{{limt}}" })).toEqual([]);
});

test("a tool that a model knows little of, or may take for data, is named", () => {
  expect(warningsOf({ tools: { find } })).toEqual([]);
  expect(
    warningsOf({
      signature: "(orders [:int]) -> :int",
      tools: { orders: find, load: () => 1 },
    }),
  ).toEqual([
    "tools.orders: has the name of a parameter; programs read data/orders and call (tool/orders …), which a model may confuse",
    "tools.load: has no description; a model knows it by its name and its type only",
  ]);
});

test("a plan whose steps no program can report is told", () => {
  const plan = ["Charge card"];
  expect(warningsOf({ plan, mode: "text" })).toEqual([
    'plan: not shown, because programs report its steps and the model writes none in mode "text"',
  ]);
  expect(warningsOf({ plan, mode: "combined" })).toEqual([]);
});

test("warnings of the definition stand in a preview, and in no step", async () => {
  const agent = defineAgent({
    prompt: "{{limt}}",
    signature: "(limit :int) -> :int",
    maxTurns: 1,
  });
  const context = { limit: 3, limt: "x" };
  expect(previewPrompt(agent, context)).toMatchObject({ ok: true, warnings: agent.warnings });
  const step = await run(agent, { llm: () => "(return data/limit)", context });
  expect(step).toMatchObject({ ok: true, return: 3 });
  expect(step).not.toHaveProperty("warnings");
});

test("a tool that takes a file, which a model cannot write, is named where the model calls it", () => {
  const look = { ...find, signature: "(photo :file, note :string?) -> :string" };
  const perhaps = { ...find, signature: "(photo :file?) -> :string" };
  expect(warningsOf({ tools: { look } })).toEqual([]);
  expect(warningsOf({ mode: "text", tools: { perhaps } })).toEqual([]);
  expect(warningsOf({ mode: "combined", tools: { look: { ...look, expose: "program" } } })).toEqual(
    [],
  );
  for (const mode of ["text", "combined"] as const)
    expect(warningsOf({ mode, tools: { look } })).toEqual([
      'tools.look: only programs can pass the file that it takes, photo: set expose: "program", and use mode "combined"',
    ]);
});
