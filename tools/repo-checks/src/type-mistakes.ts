// Common mistakes in users' code with the compiler's message for each: its first line, located at
// the code between « and ».

export interface TypeMistake {
  readonly name: string;
  readonly code: string;
  /** The beginning of the message, for every version of the compiler. */
  readonly message: string;
  /** The message of TypeScript 7, if different. */
  readonly lastMessage?: string;
}

const agent = `const agent = defineAgent({ prompt: "p", signature: "(city :string, limit :int?) -> {total :float}" });\n`;

const chained = `${agent}const texts = defineAgent({ prompt: "p", signature: "(total :string) -> :int" });
const letters = defineAgent({ prompt: "p", signature: "(total :float, tone :string) -> :string" });
const step = await run(agent, { llm, context: { city: "bern" } });\n`;

export const typeMistakes: readonly TypeMistake[] = [
  {
    name: "an unknown type in the signature of a tool",
    code: `tool({ «signature»: "(rows :list) -> :int", execute: () => 1 });`,
    message: `Type '"(rows :list) -> :int"' is not assignable to type '"unknown type :list: write [:any], or name the type of the elements as in [:string]"'.`,
  },
  {
    name: "an open bracket in the signature of a tool",
    code: `tool({ «signature»: "() -> {a :int", execute: () => ({ a: 1 }) });`,
    message: `Type '"() -> {a :int"' is not assignable to type '"the { is still open: write }"'.`,
  },
  {
    name: "a mistake in the signature of an agent",
    code: `defineAgent({ prompt: "p", «signature»: "(a :str) -> :int" });`,
    message: `Type '"(a :str) -> :int"' is not assignable to type '"unknown type :str: write :string"'.`,
  },
  {
    name: "a mistake in the signature of run",
    code: `await run("p", { llm, «signature»: "() => :int" });`,
    message: `Type '"() => :int"' is not assignable to type '"the arrow is not written =>: write ->"'.`,
  },
  {
    name: "a mistake in the signature of runOrThrow",
    code: `await runOrThrow("p", { llm, «signature»: "{count int}" });`,
    message: `Type '"{count int}"' is not assignable to type '"a type starts with a colon: write count :int"'.`,
  },
  {
    name: "a mistake in the signature of runEvents",
    code: `runEvents("p", { llm, «signature»: "(a :int) :int" });`,
    message: `Type '"(a :int) :int"' is not assignable to type '"the arrow before the output type is missing: write ->"'.`,
  },
  {
    name: "a mistake in the signature of a model as a tool",
    code: `llmTool({ prompt: "p", «signature»: "() -> :boolean" });`,
    message: `Type '"() -> :boolean"' is not assignable to type '"unknown type :boolean: write :bool"'.`,
  },
  {
    name: "a field of the context that has another type",
    code: `${agent}await run(agent, { llm, context: { «city»: 1 } });`,
    message: "Type 'number' is not assignable to type 'string'.",
  },
  {
    name: "a context without a field",
    code: `${agent}await run(agent, { llm, «context»: { limit: 1 } });`,
    message:
      "Type '{ limit: number; }' is not assignable to type 'ContextData<{ city: string; limit?: number | null | undefined; }>",
    // The named part of the union depends on the order in which the compiler saw the types.
    lastMessage: "Type '{ limit: number; }' is not assignable to type '",
  },
  {
    name: "no context",
    code: `${agent}await run(agent, «{ llm }»);`,
    message: "Argument of type '{ llm: ModelFunction; }' is not assignable to parameter of type",
  },
  {
    name: "a context that does not fit a prompt's signature",
    code: `await run("p", { llm, signature: "(day :datetime) -> :int", context: { «day»: "monday" } });`,
    message: "Type 'string' is not assignable to type 'Date'.",
  },
  {
    name: "a field of the answer that is not there",
    code: `${agent}const step = await run(agent, { llm, context: { city: "bern" } });\nif (step.ok) console.log(step.return.«sum»);`,
    message: "Property 'sum' does not exist on type '{ total: number; }'.",
  },
  {
    name: "the value of a step that may have failed",
    code: `const step = await run("p", { llm });\nconsole.log(step.«return»);`,
    message: "Property 'return' does not exist on type 'MissionStep<unknown>'.",
  },
  {
    name: "an option of an agent that does not exist",
    code: `defineAgent({ prompt: "p", «maxTurn»: 3 });`,
    message:
      "Object literal may only specify known properties, but 'maxTurn' does not exist in type",
  },
  {
    name: "an option of a run that does not exist",
    code: `${agent}await run(agent, { llm, context: { city: "bern" }, «maxTurn»: 3 });`,
    message:
      "Object literal may only specify known properties, but 'maxTurn' does not exist in type",
  },
  {
    name: "an answer of a tool that is not what its signature says",
    code: `tool({ signature: "() -> :int", execute: () => «"one"» });`,
    message: "Type 'string' is not assignable to type 'ToolAnswer<number>'.",
  },
  {
    name: "an argument of a tool that its signature does not have",
    code: `tool({ signature: "(day :string) -> :int", execute: ({ «date» }) => 1 });`,
    message: "Property 'date' does not exist on type '{ day: string; }'.",
  },
  {
    name: "a call of a tool in a test without an argument",
    code: `tool({ signature: "(day :string) -> :int", execute: () => 1 }).execute(«{}»);`,
    message: "Argument of type '{}' is not assignable to parameter of type '{ day: string; }'.",
    lastMessage: "Property 'day' is missing in type '{}' but required in type '{ day: string; }'.",
  },
  {
    name: "a function that takes its arguments one after the other",
    code: `defineAgent({ prompt: "p", tools: { «add»: (a: number, b: number) => a + b } });`,
    message: "Type '(a: number, b: number) => number' is not assignable to type",
  },
  {
    name: "a run without what its tools need",
    code: `const agent = defineAgent({ prompt: "p", depsType: depsOf<{ user: string }>() });\nawait run(agent, «{ llm }»);`,
    message: "Argument of type '{ llm: ModelFunction; }' is not assignable to parameter of type",
  },
  {
    name: "deps of a run with another type",
    code: `const agent = defineAgent({ prompt: "p", depsType: depsOf<{ user: string }>() });\nawait run(agent, { llm, deps: { «user»: 1 } });`,
    message: "Type 'number' is not assignable to type 'string'.",
  },
  {
    name: "a step as the context whose field has another type",
    code: `${chained}await run(texts, { llm, «context»: step });`,
    message: "Type 'MissionStep<{ total: number; }>' is not assignable to type",
  },
  {
    name: "a chain whose types do not meet",
    code: `${chained}await chain(«step», texts, { llm });`,
    message: `Argument of type 'MissionStep<{ total: number; }>' is not assignable to parameter of type '"the field total that the step returns does not fit the parameter total"'.`,
  },
  {
    name: "a chain without a field that the step does not give",
    code: `${chained}await chain(step, letters, { llm, «context»: {} });`,
    message: "Type '{}' is not assignable to type 'AdditionalData<",
  },
];

/** Returns the module around the code of a mistake. */
export function mistakeModule({ code }: TypeMistake): string {
  return [
    'import { chain, defineAgent, depsOf, llmTool, run, runEvents, runOrThrow, tool } from "@ptc/subagent";',
    'import type { ModelFunction } from "@ptc/llm";',
    "declare const llm: ModelFunction;",
    "export const used = [chain, defineAgent, depsOf, llmTool, run, runEvents, runOrThrow, tool, llm];",
    code.replaceAll(/[«»]/gu, ""),
    "",
  ].join("\n");
}

/** Returns the expected position of the message, as `line,column` of the module. */
export function placeOfMistake({ code }: TypeMistake): string {
  const before = code.slice(0, code.indexOf("«")).split("\n");
  return `${String(linesBefore + before.length)},${String((before.at(-1) ?? "").length + 1)}`;
}

const linesBefore = 4;
