// Errors of `defineAgent` for names that cannot work, and warnings for names that are probably
// mistakes.
import { expect, test } from "vitest";
import { defineAgent, previewPrompt, run, type AgentOptions } from "../src/index.ts";

const warningsOf = (options: Partial<AgentOptions>): readonly string[] =>
  defineAgent({ prompt: "Find it.", ...options }).warnings;

const find = { description: "Finds it.", execute: () => 1 };

test.each<readonly [string, string]>([
  ["get user", 'option `tools["get user"]`: is not a valid tool name: use get-user'],
  ["2nd", 'option `tools["2nd"]`: is not a valid tool name: use tool-2nd'],
  ["", 'option `tools[""]`: is not a valid tool name: use tool'],
  ["return", "option `tools.return`: is a form of the language: rename the tool"],
])("refuses a tool named %j and suggests another name", (name, message) => {
  expect(() => defineAgent({ prompt: "x", tools: { [name]: find } })).toThrow(message);
});

test("names a placeholder that isn't a parameter of the signature", () => {
  const signature = "(limit :int, user {name :string}) -> :int";
  expect(warningsOf({ signature, prompt: "{{limit}} {{user.name}}" })).toEqual([]);
  expect(warningsOf({ signature, prompt: "{{limt}} {{#rows}}{{id}}{{/rows}}" })).toEqual([
    "prompt: {{limt}} is not a parameter of the signature: did you mean `limit`?",
    "prompt: {{rows}} is not a parameter of the signature; its value must be in the context of every run",
  ]);
  // Without parameters, any name may be in the context.
  expect(warningsOf({ signature: "() -> :int", prompt: "{{limt}}" })).toEqual([]);
  expect(warningsOf({ prompt: "{{limt}}" })).toEqual([]);
});

test("names a tool that the model knows little about or may mistake for data", () => {
  expect(warningsOf({ tools: { find } })).toEqual([]);
  expect(
    warningsOf({
      signature: "(orders [:int]) -> :int",
      tools: { orders: find, load: () => 1 },
    }),
  ).toEqual([
    "tools.orders: has the name of a parameter; a model may confuse data/orders and (tool/orders …)",
    "tools.load: has no description; the model sees only its name and type",
  ]);
});

test("warns of a plan whose steps no program can report", () => {
  const plan = ["Charge card"];
  expect(warningsOf({ plan, mode: "text" })).toEqual([
    'plan: not shown, because programs report its steps, but in mode "text" the model writes no programs',
  ]);
  expect(warningsOf({ plan, mode: "combined" })).toEqual([]);
});

test("warnings of the definition appear in a preview, and not on a step", async () => {
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

test("names a native tool that takes a file, because a model cannot write one", () => {
  const look = { ...find, signature: "(photo :file, note :string?) -> :string" };
  const perhaps = { ...find, signature: "(photo :file?) -> :string" };
  expect(warningsOf({ tools: { look } })).toEqual([]);
  expect(warningsOf({ mode: "text", tools: { perhaps } })).toEqual([]);
  expect(warningsOf({ mode: "combined", tools: { look: { ...look, expose: "program" } } })).toEqual(
    [],
  );
  for (const mode of ["text", "combined"] as const)
    expect(warningsOf({ mode, tools: { look } })).toEqual([
      'tools.look: only programs can pass its file parameter photo: set expose: "program", and use mode "combined"',
    ]);
});
