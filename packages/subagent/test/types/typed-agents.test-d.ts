// The types that follow from a literal signature: of the context, of the arguments and results of
// tools, and of the agent's answer. This file is compiled, not run.

import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { FileFields } from "@ptc/core/values";
import type { ModelFunction } from "@ptc/llm";
import { run as runProgram } from "@ptc/lisp";
import { signature } from "@ptc/signature";
import {
  asTool,
  contextFile,
  defineAgent,
  depsOf,
  llmQuery,
  llmTool,
  run,
  runEvents,
  runOrThrow,
  selfTool,
  tool,
  type MissionStep,
  type ToolContext,
} from "../../src/index.ts";

declare const llm: ModelFunction;

describe("an agent", () => {
  const agent = defineAgent({
    prompt: "p",
    signature:
      "(city :string, limit :int?) -> {total :float, rows [{id :int, state #{open closed}}]}",
  });

  test("an agent returns the type of its signature", async () => {
    const step = await run(agent, { llm, context: { city: "bern" } });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<
      false | { total: number; rows: { id: number; state: "open" | "closed" }[] }
    >();
  });

  test("an agent requires the context of its signature and accepts more", async () => {
    await run(agent, { llm, context: { city: "bern", limit: undefined, rows: [1] as const } });
    // @ts-expect-error city is missing
    await run(agent, { llm, context: { limit: 1 } });
    // @ts-expect-error the context is missing
    await run(agent, { llm });
    // @ts-expect-error city is no number
    await run(agent, { llm, context: { city: 1 } });
  });

  test("an agent needs no context if no parameter is required", async () => {
    await run(defineAgent({ prompt: "p", signature: "(limit :int?) -> :int" }), { llm });
    await run(defineAgent({ prompt: "p" }), { llm, context: { anything: 1 } });
    const step = await run(defineAgent({ prompt: "p" }), { llm });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<unknown>();
  });

  test("an agent with a signature that isn't a literal returns any type", async () => {
    const text: string = ":int";
    const step = await run(defineAgent({ prompt: "p", signature: text }), { llm });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<unknown>();
  });

  test("an agent accepts files", async () => {
    const reading = defineAgent({ prompt: "p", signature: "(photos [:file]) -> {best :file}" });
    const photo = contextFile({ data: "AQID", mediaType: "image/png" });
    const step = await run(reading, { llm, context: { photos: [photo] } });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<false | { best: FileFields }>();
    // @ts-expect-error a text is no file
    await run(reading, { llm, context: { photos: ["a.png"] } });
    // @ts-expect-error either the bytes or a URL
    contextFile({ data: "AQID", url: "https://a.example", mediaType: "image/png" });
  });

  test("an agent with a malformed signature doesn't compile", () => {
    // @ts-expect-error unknown type :list: write [:any], or name the type of the elements as in
    // [:string]
    defineAgent({ prompt: "p", signature: "(a :list) -> :int" });
  });
});

describe("a tool", () => {
  test("a tool accepts and returns the types of its signature", () => {
    tool({
      signature: "(query :string, since :datetime?) -> {rows [{id :int}]}",
      execute: (args, { signal }) => {
        expectTypeOf(args).toEqualTypeOf<{ query: string; since?: Date | null | undefined }>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return { rows: [{ id: 1 }] as const };
      },
    });
    tool({ signature: "() -> :int", execute: () => Promise.resolve(1) });
    // @ts-expect-error the answer is no text
    tool({ signature: "() -> :int", execute: () => "1" });
    // @ts-expect-error a promise of a text is none either
    tool({ signature: "() -> :int", execute: () => Promise.resolve("1") });
    // @ts-expect-error the colon belongs to the type
    tool({ signature: "(a: int) -> :int", execute: () => 1 });
  });

  test("a tool may return an outcome", () => {
    tool({ signature: "() -> :int", cache: true, execute: () => ({ ok: true, value: 1 }) });
    tool({ signature: "() -> :int", execute: () => ({ ok: false, error: "busy" }) });
    tool({ signature: "() -> :int", execute: () => new Error("busy") });
    tool({
      signature: "() -> :int",
      execute: () => run(defineAgent({ prompt: "p", signature: "() -> :int" }), { llm }),
    });
    // @ts-expect-error the value is no text
    tool({ signature: "() -> :int", execute: () => ({ ok: true, value: "1" }) });
    tool({
      signature: "() -> :int",
      // @ts-expect-error the agent answers a text
      execute: () => run(defineAgent({ prompt: "p", signature: "() -> :string" }), { llm }),
    });
  });

  test("a tool accepts limits for its calls, as tools that run missions do", () => {
    const bounds = { timeoutMs: 500, retries: 2, concurrency: 3 };
    const part = defineAgent({ prompt: "p", signature: "() -> :int" });
    defineAgent({
      prompt: "p",
      signature: "() -> :int",
      maxToolCalls: 50,
      tools: {
        plain: { ...bounds, execute: () => 1 },
        typed: tool({ ...bounds, signature: "() -> :int", execute: () => 1 }),
        schemas: tool({ ...bounds, inputSchema: z.object({}), execute: () => 1 }),
        part: asTool(part, bounds),
        judge: llmTool({ ...bounds, prompt: "p", signature: "() -> :bool" }),
        ask: llmQuery(bounds),
        again: { ...selfTool, ...bounds },
      },
    });
    // @ts-expect-error milliseconds are no text
    tool({ signature: "() -> :int", timeoutMs: "1s", execute: () => 1 });
    // @ts-expect-error there is no option of that name
    asTool(part, { timeout: 500 });
  });

  test("a tool accepts and returns the types of its schemas", () => {
    tool({
      inputSchema: z.object({ id: z.coerce.number() }),
      outputSchema: z.object({ open: z.boolean() }),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ id: number }>();
        return { open: args.id > 0 };
      },
    });
    tool({
      inputSchema: z.object({}),
      outputSchema: z.object({ open: z.boolean() }),
      // @ts-expect-error open is a boolean
      execute: () => ({ open: 1 }),
    });
  });

  test("a tool may be beside plain functions in an agent", () => {
    defineAgent({
      prompt: "p",
      tools: {
        now: () => 1,
        find: tool({ signature: "(q :string) -> [:int]", execute: ({ q }) => [q.length] }),
      },
    });
  });
});

describe("a plain function", () => {
  interface Addends {
    a: number;
    b: number;
  }
  const add = async ({ a, b }: Addends) => Promise.resolve(a + b);

  test("a plain function is a tool, whatever the types of its arguments", async () => {
    const tools = { add, twice: ({ n }: { n: number }) => 2 * n };
    defineAgent({
      prompt: "p",
      tools: { ...tools, typed: { execute: add, description: "Adds." } },
    });
    await run("p", { llm, tools });
    await runProgram("1", { tools });
    defineAgent({ prompt: "p", tools: { id: ({ id }, { signal }) => [id, signal] } });
  });

  test("a plain function gets its arguments as one object", () => {
    // @ts-expect-error not one after the other
    defineAgent({ prompt: "p", tools: { add: (a: number, b: number) => a + b } });
    // @ts-expect-error not the value alone
    defineAgent({ prompt: "p", tools: { find: (id: string) => id } });
    // @ts-expect-error nothing says what they are
    defineAgent({ prompt: "p", tools: { find: ({ id }) => [id satisfies string] } });
  });
});

describe("the return value of a tool", () => {
  test("has the types of its contract in a unit test", async () => {
    const rooms = tool({
      signature: "(day :string, guests :int?) -> [{room :string, state #{free taken}}]",
      execute: async ({ day }) => Promise.resolve([{ room: day, state: "free" }]),
    });
    expectTypeOf(await rooms.execute({ day: "monday" })).toEqualTypeOf<
      { room: string; state: "free" | "taken" }[]
    >();
    // @ts-expect-error day is missing
    await rooms.execute({ guests: 1 });
    const failing = tool({
      signature: "(n :int) -> :int",
      execute: ({ n }) => (n > 0 ? { ok: true, value: n } : { ok: false, error: "negative" }),
    });
    const outcome = failing.execute({ n: 1 });
    if (outcome.ok) expectTypeOf(outcome.value).toEqualTypeOf<number>();
    const found = tool({
      inputSchema: z.object({ id: z.number() }),
      execute: ({ id }) => ({ id, open: true }),
    });
    expectTypeOf(found.execute({ id: 1 }).id).toEqualTypeOf<number>();
  });
});

describe("deps of a run", () => {
  interface Services {
    user: string;
    level: number;
  }
  const whoami = tool({
    signature: "(greeting :string) -> :string",
    execute: ({ greeting }, { deps }: ToolContext<Pick<Services, "user">>) => {
      expectTypeOf(greeting).toEqualTypeOf<string>();
      return greeting + deps.user;
    },
  });
  const agent = defineAgent({
    prompt: "p",
    signature: "() -> :string",
    depsType: depsOf<Services>(),
    systemPrompt: (text, { deps }) => text + deps.user,
    tools: {
      whoami,
      level: (_args, { deps }) => {
        expectTypeOf(deps).toEqualTypeOf<Services>();
        return deps.level;
      },
    },
  });

  test("the compiler requires deps", async () => {
    await run(agent, { llm, deps: { user: "ann", level: 1 } });
    // @ts-expect-error the agent needs deps
    await run(agent, { llm });
    // @ts-expect-error level is missing
    await run(agent, { llm, deps: { user: "ann" } });
    whoami.execute({ greeting: "hello " }, { deps: { user: "ann" } });
    // @ts-expect-error deps are missing
    whoami.execute({ greeting: "hello " });
    defineAgent({ prompt: "p", depsType: depsOf<Services>(), tools: { part: asTool(agent) } });
    // @ts-expect-error the agent has no deps
    defineAgent({ prompt: "p", tools: { whoami } });
    // @ts-expect-error nor for an agent that is its tool
    defineAgent({ prompt: "p", tools: { part: asTool(agent) } });
  });

  test("deps of a prompt must satisfy its tools", async () => {
    await run("p", { llm, deps: { user: "ann" }, tools: { whoami } });
    // @ts-expect-error there is no user
    await run("p", { llm, deps: { level: 1 }, tools: { whoami } });
  });
});

describe("a run", () => {
  const agent = defineAgent({ prompt: "p", signature: "(n :int) -> {count :int}" });

  test("a run overrides options of its agent, but not its contract", async () => {
    await run(agent, { llm, context: { n: 1 }, maxTurns: 2, tools: { add: () => 1 } });
    // @ts-expect-error the signature stays
    await run(agent, { llm, context: { n: 1 }, signature: "() -> :int" });
    // @ts-expect-error there is no such option
    await run(agent, { llm, context: { n: 1 }, maxTurn: 2 });
  });

  test("a run of a prompt has the types of its signature", async () => {
    const given = { llm, signature: "(n :int) -> {count :int}", context: { n: 1 } } as const;
    const step = await run("p", given);
    expectTypeOf(step.ok && step.return).toEqualTypeOf<false | { count: number }>();
    expectTypeOf((await runOrThrow("p", given)).return).toEqualTypeOf<{ count: number }>();
    const events = runEvents("p", given);
    expectTypeOf(events.step).resolves.toEqualTypeOf<MissionStep<{ count: number }>>();
    // @ts-expect-error n is missing
    runEvents("p", { llm, signature: "(n :int) -> :int", context: {} });
    await run("p", { llm: ({ messages }) => String(messages.length) });
  });
});

test("a signature types the return value of a program", async () => {
  const step = await runProgram("(count data/rows)", {
    context: { rows: [] },
    returns: signature(":int"),
  });
  expectTypeOf(step.ok && step.return).toEqualTypeOf<number | false>();
});

test("an agent that needs neither context nor deps runs without options", () => {
  const alone = defineAgent({ prompt: "p", signature: "(limit :int?) -> :string", llm });
  expectTypeOf(run(alone)).resolves.toEqualTypeOf<MissionStep<string>>();
  expectTypeOf(runOrThrow(alone)).resolves.toHaveProperty("return").toEqualTypeOf<string>();
  expectTypeOf(runEvents(alone).step).resolves.toEqualTypeOf<MissionStep<string>>();
  const needy = defineAgent({ prompt: "p", signature: "(limit :int) -> :string", llm });
  // @ts-expect-error its context is missing
  void run(needy);
  const withDeps = defineAgent({ prompt: "p", llm, depsType: depsOf<{ db: string }>() });
  // @ts-expect-error its deps are missing
  void runEvents(withDeps);
  // @ts-expect-error a prompt needs a model
  void runOrThrow("p");
});
