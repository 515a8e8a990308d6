// The types that follow from a literal signature: of the context, of the arguments and answers of
// tools, and of the agent's answer. This file is compiled, not run.

import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { ModelFunction } from "@ptc/llm";
import { run as runProgram } from "@ptc/lisp";
import { signature } from "@ptc/signature";
import { asTool, defineAgent, llmQuery, llmTool, run, self, tool } from "../../src/index.ts";

declare const llm: ModelFunction;

describe("an agent", () => {
  const agent = defineAgent({
    prompt: "p",
    signature:
      "(city :string, limit :int?) -> {total :float, rows [{id :int, state #{open closed}}]}",
  });

  test("answers what its signature says", async () => {
    const step = await run(agent, { llm, context: { city: "bern" } });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<
      false | { total: number; rows: { id: number; state: "open" | "closed" }[] }
    >();
  });

  test("asks for the context its signature says, and takes more", async () => {
    await run(agent, { llm, context: { city: "bern", limit: undefined, rows: [1] as const } });
    // @ts-expect-error city is missing
    await run(agent, { llm, context: { limit: 1 } });
    // @ts-expect-error the context is missing
    await run(agent, { llm });
    // @ts-expect-error city is no number
    await run(agent, { llm, context: { city: 1 } });
  });

  test("needs no context where no parameter has to be there", async () => {
    await run(defineAgent({ prompt: "p", signature: "(limit :int?) -> :int" }), { llm });
    await run(defineAgent({ prompt: "p" }), { llm, context: { anything: 1 } });
    const step = await run(defineAgent({ prompt: "p" }), { llm });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<unknown>();
  });

  test("of a text that is no literal answers anything", async () => {
    const text: string = ":int";
    const step = await run(defineAgent({ prompt: "p", signature: text }), { llm });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<unknown>();
  });

  test("is not defined with a malformed signature", () => {
    // @ts-expect-error unknown type :list: write [:any], or name the type of the elements as in
    // [:string]
    defineAgent({ prompt: "p", signature: "(a :list) -> :int" });
  });
});

describe("a tool", () => {
  test("takes and answers what its signature says", () => {
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

  test("may answer with an outcome", () => {
    tool({ signature: "() -> :int", cache: true, execute: () => ({ ok: true, value: 1 }) });
    tool({ signature: "() -> :int", execute: () => ({ ok: false, error: "busy" }) });
    tool({ signature: "() -> :int", execute: () => new Error("busy") });
    tool({
      signature: "() -> :int",
      execute: () => run(defineAgent({ prompt: "p", signature: "() -> :int" }), { llm }),
    });
    // @ts-expect-error the value is no text
    tool({ signature: "() -> :int", execute: () => ({ ok: true, value: "1" }) });
    // @ts-expect-error the agent answers a text
    tool({
      signature: "() -> :int",
      execute: () => run(defineAgent({ prompt: "p", signature: "() -> :string" }), { llm }),
    });
  });

  test("takes the bounds of its calls, as tools that run missions do", () => {
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
        again: { ...self, ...bounds },
      },
    });
    // @ts-expect-error milliseconds are no text
    tool({ signature: "() -> :int", timeoutMs: "1s", execute: () => 1 });
    // @ts-expect-error there is no option of that name
    asTool(part, { timeout: 500 });
  });

  test("takes and answers what its schemas say", () => {
    tool({
      inputSchema: z.object({ id: z.coerce.number() }),
      outputSchema: z.object({ open: z.boolean() }),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ id: number }>();
        return { open: args.id > 0 };
      },
    });
    // @ts-expect-error open is a boolean
    tool({
      inputSchema: z.object({}),
      outputSchema: z.object({ open: z.boolean() }),
      execute: () => ({ open: 1 }),
    });
  });

  test("stands in an agent among plain functions", () => {
    defineAgent({
      prompt: "p",
      tools: {
        now: () => 1,
        find: tool({ signature: "(q :string) -> [:int]", execute: ({ q }) => [q.length] }),
      },
    });
  });
});

test("a signature types what a program returns", async () => {
  const step = await runProgram("(count data/rows)", {
    context: { rows: [] },
    returns: signature(":int"),
  });
  expectTypeOf(step.ok && step.return).toEqualTypeOf<number | false>();
});
