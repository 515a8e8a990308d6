// Tests AI SDK tools in the programs of an agent.

import { jsonSchema, tool, zodSchema, type ToolSet } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Clock } from "@ptc/core/contracts";
import { defineAgent, previewPrompt, run, type MissionStep } from "@ptc/subagent";
import { aiSdkTools, type AiSdkToolsOptions } from "../src/index.ts";

const call = async (
  program: string,
  tools: ToolSet,
  options: AiSdkToolsOptions = {},
): Promise<MissionStep> =>
  await run("Do it.", { llm: () => program, maxTurns: 1, tools: aiSdkTools(tools, options).tools });

const answer = async (...given: Parameters<typeof call>): Promise<unknown> => {
  const step = await call(...given);
  return step.ok ? step.return : `${step.fail.reason}: ${step.fail.message}`;
};

describe("schemas", () => {
  const said = z.object({ name: z.string().min(2), count: z.number().int().default(3) });
  const schemas = {
    zod: said,
    zodSchema: zodSchema(said),
    lazy: () => zodSchema(said),
  };

  test.each(Object.entries(schemas))(
    "of %s are enforced, including their defaults",
    async (_, inputSchema) => {
      const tools: ToolSet = { give: tool({ inputSchema, execute: (input: unknown) => input }) };
      expect(await answer('(tool/give {:name "ab"})', tools)).toEqual({ name: "ab", count: 3 });
      expect(await answer('(tool/give {:name "a"})', tools)).toMatch(/wrong arguments: name: /);
    },
  );

  const typed = jsonSchema<{ name: string }>({
    type: "object",
    properties: { name: { type: "string" }, kind: { enum: ["a", "b"] } },
    required: ["name"],
  });

  test("of jsonSchema() are enforced, although the AI SDK doesn't", async () => {
    const tools: ToolSet = { give: tool({ inputSchema: typed, execute: (input) => input }) };
    expect(await answer('(tool/give {:name "ab" :kind "a"})', tools)).toEqual({
      name: "ab",
      kind: "a",
    });
    expect(await answer("(tool/give {})", tools)).toMatch(/wrong arguments: name/);
    expect(await answer('(tool/give {:name "x" :kind "c"})', tools)).toMatch(
      /wrong arguments: kind/,
    );
  });

  test("of jsonSchema() with a validate function are checked by it", async () => {
    const inputSchema = jsonSchema<{ n: number }>(
      { type: "object", properties: { n: { type: "number" } } },
      {
        validate: (value) =>
          (value as { n: number }).n > 5
            ? { success: true, value: { n: 6 } }
            : { success: false, error: new Error("n is too small") },
      },
    );
    const tools: ToolSet = { give: tool({ inputSchema, execute: ({ n }) => n }) };
    expect(await answer("(tool/give {:n 9})", tools)).toBe(6);
    expect(await answer("(tool/give {:n 1})", tools)).toMatch(/wrong arguments: n is too small/);
  });

  test("of results are enforced", async () => {
    for (const outputSchema of [
      z.object({ n: z.number() }),
      jsonSchema<{ n: number }>({
        type: "object",
        properties: { n: { type: "number" } },
        required: ["n"],
      }),
    ]) {
      const giving = (n: unknown): ToolSet => ({
        give: tool({
          inputSchema: z.object({}),
          outputSchema,
          execute: () => ({ n }) as { n: number },
        }),
      });
      expect(await answer("(:n (tool/give {}))", giving(1))).toBe(1);
      expect(await answer("(:n (tool/give {}))", giving("one"))).toMatch(
        /its result does not match/,
      );
    }
  });

  test("are shown to the model as types", () => {
    const preview = previewPrompt(
      defineAgent({
        prompt: "Do it.",
        tools: aiSdkTools({
          a: tool({ inputSchema: said, execute: () => 1 }),
          b: tool({ inputSchema: typed, outputSchema: z.array(z.string()), execute: () => [] }),
        }).tools,
      }),
    );
    if (!preview.ok) expect.fail(preview.fail.message);
    expect(preview.system).toContain("(tool/a {:name :string, :count :int?})");
    expect(preview.system).toContain("(tool/b {:name :string, :kind #{a b}?}) -> [:string]");
  });

  test("of jsonSchema() cause a warning for unchecked parts", () => {
    const schema = {
      type: "object",
      properties: { n: { type: "integer", multipleOf: 3 } },
    } as const;
    const validate = (value: unknown): { success: true; value: unknown } => ({
      success: true,
      value,
    });
    const given = {
      loose: tool({ inputSchema: jsonSchema(schema), execute: () => 1 }),
      strict: tool({ inputSchema: jsonSchema(schema, { validate }), execute: () => 1 }),
      zod: tool({ inputSchema: said, execute: () => 1 }),
    } as ToolSet;
    expect(aiSdkTools(given).warnings).toEqual([
      {
        kind: "loosened",
        tool: "loose",
        message: "the tool loose: nothing checks input/properties/n: multipleOf 3",
      },
    ]);
  });

  test("aiSdkTools suggests the nearest name for an unknown option", () => {
    expect(() => aiSdkTools({}, { toolContext: {} } as AiSdkToolsOptions)).toThrow(
      "option `toolContext`: unknown option (did you mean `toolsContext`?)",
    );
  });

  test("that can't be read are rejected by name", () => {
    const given = (inputSchema: unknown) => (): unknown =>
      aiSdkTools({ x: { inputSchema, execute: () => 1 } } as unknown as ToolSet);
    expect(given(jsonSchema(Promise.resolve({ type: "object" })))).toThrow("jsonSchema(await …)");
    expect(given({ type: "object" })).toThrow("tools.x.inputSchema");
    expect(given(() => 1)).toThrow("tools.x.inputSchema");
  });
});

describe("the execute function", () => {
  test("gets an abortSignal, a call id, messages, and the checked context", async () => {
    const seen: Record<string, unknown>[] = [];
    const tools: ToolSet = {
      look: tool({
        inputSchema: z.object({}),
        contextSchema: z.object({ key: z.string() }),
        execute: (_, { abortSignal, toolCallId, messages, context }) => {
          seen.push({ live: abortSignal?.aborted, toolCallId, messages, context });
          return null;
        },
      }),
    };
    const program = "(do (tool/look {}) (tool/look {}) 1)";
    expect(await answer(program, tools, { toolsContext: { look: { key: "k" } } })).toBe(1);
    expect(seen).toMatchObject([
      { live: false, messages: [], context: { key: "k" } },
      { live: false, messages: [], context: { key: "k" } },
    ]);
    expect(new Set(seen.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    expect(await answer(program, tools)).toMatch(/option toolsContext\) is wrong: Invalid/);
  });

  test("can return anything as data", async () => {
    const giving = (value: unknown): ToolSet => ({
      give: tool({ inputSchema: z.object({}), execute: () => value }),
    });
    for (const value of [
      { ok: true, value: 1 },
      { ok: false, error: "none" },
      { ok: true },
      { ok: true, value: 1, more: 2 },
      [1, "a", null],
      JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
    ])
      expect(await answer("(tool/give {})", giving(value))).toEqual(value);
    expect(await answer("(tool/give {})", giving(undefined))).toBeNull();
  });

  test("fails the call if it throws, and programs can catch the error", async () => {
    const tools: ToolSet = {
      broken: tool({
        inputSchema: z.object({}),
        execute: (): unknown => {
          throw new Error("no route");
        },
      }),
    };
    expect(await answer("(tool/broken {})", tools)).toMatch(/no route/);
    expect(await answer("(try (tool/broken {}) (catch Exception e 7))", tools)).toBe(7);
  });

  test("is called, but not toModelOutput, which is for models", async () => {
    const tools: ToolSet = {
      give: tool({
        inputSchema: z.object({}),
        execute: () => [1, 2],
        toModelOutput: () => ({ type: "text", value: "two numbers" }),
      }),
    };
    expect(await answer("(tool/give {})", tools)).toEqual([1, 2]);
  });
});

describe("a streaming tool", () => {
  const streaming = (
    stream: (signal: AbortSignal | undefined) => AsyncIterable<unknown>,
  ): ToolSet => ({
    watch: tool({
      inputSchema: z.object({}),
      execute: (_, { abortSignal }) => stream(abortSignal),
    }),
  });

  test("returns its last value", async () => {
    const tools = streaming(async function* () {
      yield await Promise.resolve({ status: "loading" });
      yield { status: "done" };
    });
    expect(await answer("(:status (tool/watch {}))", tools)).toBe("done");
    const none = streaming(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: true, value: undefined }),
      }),
    }));
    expect(await answer("(tool/watch {})", none)).toBeNull();
  });

  test("stops reading a stream after the maximum number of values", async () => {
    let ended = false;
    const tools = streaming(async function* () {
      try {
        for (let count = 0; ; count++) yield await Promise.resolve(count);
      } finally {
        ended = true;
      }
    });
    expect(await answer("(tool/watch {})", tools, { maxStreamedValues: 50 })).toMatch(
      /more than 50 values \(option maxStreamedValues\)/,
    );
    expect(ended).toBe(true);
  });

  test("stops reading a stream at its timeout, even if it hangs", async () => {
    const clock: Clock = {
      now: () => 0,
      monotonic: () => 0,
      // A clock that advances as soon as a caller waits.
      sleep: () => new Promise((resolve) => setImmediate(resolve)),
    };
    const tools = streaming(() => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
    }));
    expect(await answer("(tool/watch {})", tools, { streamTimeoutMs: 1_000, clock })).toMatch(
      /did not end within 1000 milliseconds \(option streamTimeoutMs\)/,
    );
  });

  test("fails the call if it throws", async () => {
    const tools = streaming(async function* () {
      yield await Promise.resolve(1);
      throw new Error("connection lost");
    });
    expect(await answer("(tool/watch {})", tools)).toMatch(/connection lost/);
  });
});

describe("descriptions", () => {
  test("that are functions get the context of the tool", () => {
    const { tools } = aiSdkTools(
      {
        a: tool({
          description: ({ context }) => `Reads ${context.place}.`,
          contextSchema: z.object({ place: z.string() }),
          inputSchema: z.object({}),
          execute: () => 1,
        }),
      },
      { toolsContext: { a: { place: "the archive" } } },
    );
    expect(tools["a"]?.description).toBe("Reads the archive.");
  });

  test("that fail are rejected by name", () => {
    const given = (description: unknown) => (): unknown =>
      aiSdkTools({
        x: { description, inputSchema: z.object({}), execute: () => 1 },
      } as unknown as ToolSet);
    expect(given(() => 1)).toThrow("tools.x.description");
    expect(given(({ context }: { context: { a: string } }) => context.a)).toThrow(
      "option toolsContext",
    );
  });
});

describe("aiSdkTools rejects by name the tools that programs can't call", () => {
  const schema = { inputSchema: z.object({}) };
  const execute = (): number => 1;
  const cases: Readonly<Record<string, readonly [object, string]>> = {
    "one of the client": [schema, "has no `execute`"],
    "one that its provider executes": [
      { ...schema, type: "provider", id: "x.search", args: {}, isProviderExecuted: true },
      "runs on the provider's servers",
    ],
    "one that is none": [null as unknown as object, "expected a tool of the AI SDK"],
  };

  test.each(Object.entries(cases))("%s", (_, [given, message]) => {
    const tools = { risky: given } as unknown as ToolSet;
    expect(() => aiSdkTools(tools)).toThrow(`option \`tools.risky\`: ${message}`);
  });

  test("accepts a tool whose approval is switched off", async () => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- tools of older programs still have it
    const tools: ToolSet = { x: tool({ ...schema, execute, needsApproval: false }) };
    expect(await answer("(tool/x {})", tools)).toBe(1);
  });
});
