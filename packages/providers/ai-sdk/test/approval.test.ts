// Tests AI SDK tools that need an approval in programs that wait and continue.

import { dynamicTool, tool, type ToolSet } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { approve, answer, deny, resume, run, type Decision, type LispStep } from "@ptc/lisp";
import { aiSdkTools, type AiSdkToolsOptions } from "../src/index.ts";

// AI SDK 7 deprecates `needsApproval`, and still supports it.
/* eslint-disable @typescript-eslint/no-deprecated -- the field is what these tests are about */

interface Seen {
  readonly input: unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

interface Desk {
  readonly tools: ToolSet;
  readonly paid: unknown[];
  readonly asked: Seen[];
}

/** Returns tools of which `pay` asks for approval of amounts above 100. */
function desk(): Desk {
  const paid: unknown[] = [];
  const asked: Seen[] = [];
  const pay = tool({
    description: "Pays an amount.",
    inputSchema: z.object({ amount: z.coerce.number(), to: z.string().default("ann") }),
    contextSchema: z.object({ limit: z.number().default(100) }),
    needsApproval: (input, options) => {
      asked.push({ input, options: { ...options } });
      return input.amount > options.context.limit;
    },
    execute: ({ amount, to }, { toolCallId }) => {
      paid.push([amount, to, toolCallId]);
      return `paid ${String(amount)} to ${to}`;
    },
  });
  return { tools: { pay }, paid, asked };
}

const program = `
  (pmap (fn [amount]
          (try (tool/pay {:amount amount}) (catch Exception e (ex-message e))))
        [50 "150" 200 300])`;

async function waitingStep(
  source: string,
  tools: ToolSet,
  options: AiSdkToolsOptions = {},
): Promise<Extract<LispStep, { status: "waiting" }>> {
  const step = await run(source, { tools: aiSdkTools(tools, options).tools, runId: "r" });
  if (step.status !== "waiting") throw new Error(`expected a run that waits: ${String(step.ok)}`);
  return step;
}

async function resumed(
  source: string,
  tools: ToolSet,
  step: Extract<LispStep, { status: "waiting" }>,
  given: readonly Decision[],
  options: AiSdkToolsOptions = {},
): Promise<LispStep> {
  const decisions = Object.fromEntries(
    step.pending.flatMap(({ id }, index) => {
      const decision = given[index];
      return decision === undefined ? [] : [[id, decision]];
    }),
  );
  const checkpoint = JSON.parse(JSON.stringify(step.checkpoint)) as typeof step.checkpoint;
  return await resume(source, checkpoint, { tools: aiSdkTools(tools, options).tools, decisions });
}

const context = { toolsContext: { pay: {} } };

describe("an AI SDK tool with needsApproval", () => {
  test("waits for the calls that its function selects, and executes each once", async () => {
    const first = desk();
    const step = await waitingStep(program, first.tools, context);
    expect(
      step.pending.map(({ tool: name, arguments: args, reason }) => [name, args, reason]),
    ).toEqual([
      ["pay", { amount: "150" }, "approval"],
      ["pay", { amount: 200 }, "approval"],
      ["pay", { amount: 300 }, "approval"],
    ]);
    expect(first.paid).toEqual([[50, "ann", "r/1/0.0/0"]]);

    const second = desk();
    const decisions = [approve(), approve({ arguments: { amount: 120, to: "bob" } }), deny("no")];
    const next = await resumed(program, second.tools, step, decisions, context);
    expect(next.ok && next.return).toEqual([
      "paid 50 to ann",
      "paid 150 to ann",
      "paid 120 to bob",
      "the call was denied: no",
    ]);
    expect(second.paid).toEqual([
      [150, "ann", step.pending[0]?.id],
      [120, "bob", step.pending[1]?.id],
    ]);
    // Neither a recorded call nor one that waited is judged again.
    expect(second.asked).toEqual([]);
  });

  test("is asked with checked arguments, and with the AI SDK's options", async () => {
    const { tools, asked } = desk();
    await waitingStep('(tool/pay {:amount "150"})', tools, context);
    expect(asked).toEqual([
      {
        input: { amount: 150, to: "ann" },
        options: {
          toolCallId: "r/1/0",
          callId: "r/1/0",
          address: expect.anything() as unknown,
          noteWhy: expect.any(Function) as unknown,
          messages: [],
          context: { limit: 100 },
        },
      },
    ]);
  });

  test("judges by the context of the option toolsContext", async () => {
    const { tools, paid } = desk();
    const options = { toolsContext: { pay: { limit: 1_000 } } };
    const step = await run(program, { tools: aiSdkTools(tools, options).tools });
    expect(step.ok).toBe(true);
    expect(paid).toHaveLength(4);
  });

  test("isn't called, and asks no person, if the arguments are wrong", async () => {
    const { tools, asked } = desk();
    const step = await run('(tool/pay {:amount "much"})', {
      tools: aiSdkTools(tools, context).tools,
    });
    expect(step.ok ? "" : step.fail.message).toContain("wrong arguments: amount");
    expect(asked).toEqual([]);
  });

  test("fails the call if its context is wrong, without executing it", async () => {
    const { tools, paid } = desk();
    const options = { toolsContext: { pay: { limit: "high" } } };
    const step = await run("(tool/pay {:amount 1})", { tools: aiSdkTools(tools, options).tools });
    expect(step.ok ? "" : step.fail.message).toContain(
      "needsApproval failed: the call was not made: the context of the tool (option toolsContext) is wrong",
    );
    expect(paid).toEqual([]);
  });

  test.each<readonly [string, ToolSet[string]["needsApproval"], boolean]>([
    ["true", true, true],
    ["false", false, false],
    ["nothing", undefined, false],
    ["null, as some libraries write it", null as never, false],
    ["a function that returns true", () => true, true],
    ["a function that returns false", () => false, false],
    ["an async function that returns true", () => Promise.resolve(true), true],
    ["an async function that returns false", () => Promise.resolve(false), false],
    // The AI SDK takes any value as a condition.
    ["a function that returns an object", () => ({ why: "large" }) as never, true],
    ["a function that returns nothing", () => undefined as never, false],
  ])("%s", async (_, needsApproval, waits) => {
    let count = 0;
    const tools = {
      pay: { inputSchema: z.object({}), needsApproval, execute: () => ++count },
      dynamic: {
        ...dynamicTool({ inputSchema: z.object({}), execute: () => ++count }),
        needsApproval,
      },
    } as ToolSet;
    for (const name of Object.keys(tools)) {
      count = 0;
      const source = `(tool/${name} {})`;
      const step = await run(source, { tools: aiSdkTools(tools).tools });
      expect([name, step.status, count]).toEqual([
        name,
        waits ? "waiting" : undefined,
        waits ? 0 : 1,
      ]);
      if (step.status !== "waiting") continue;
      const next = await resumed(source, tools, step, [approve()]);
      expect([next.ok && next.return, count]).toEqual([1, 1]);
    }
  });

  test("fails the call if the function throws", async () => {
    let count = 0;
    const tools: ToolSet = {
      pay: tool({
        inputSchema: z.object({}),
        needsApproval: (): boolean => {
          throw new Error("no policy");
        },
        execute: () => ++count,
      }),
    };
    const step = await run("(tool/pay {})", { tools: aiSdkTools(tools).tools });
    expect(step.ok ? "" : step.fail.message).toContain("needsApproval failed: no policy");
    expect(count).toBe(0);
  });

  test("is called as a method of its tool", async () => {
    const pay = {
      inputSchema: z.object({ amount: z.number() }),
      limit: 10,
      needsApproval(this: { limit: number }, { amount }: { amount: number }) {
        return amount > this.limit;
      },
      execute: () => 1,
    };
    const { tools } = aiSdkTools({ pay });
    expect((await run("(tool/pay {:amount 11})", { tools })).status).toBe("waiting");
    expect((await run("(tool/pay {:amount 10})", { tools })).ok).toBe(true);
  });

  test("streams its result after the approval, and takes an answer instead of a call", async () => {
    let count = 0;
    const tools: ToolSet = {
      watch: tool({
        inputSchema: z.object({}),
        needsApproval: true,
        execute: async function* () {
          count++;
          yield await Promise.resolve("loading");
          yield "done";
        },
      }),
    };
    const step = await waitingStep("(tool/watch {})", tools);
    const next = await resumed("(tool/watch {})", tools, step, [approve()]);
    expect([next.ok && next.return, count]).toEqual(["done", 1]);
    const other = await resumed("(tool/watch {})", tools, step, [answer("known")]);
    expect([other.ok && other.return, count]).toEqual(["known", 1]);
  });

  test.each([["yes"], [1], [0], [""], [{}]])("refuses %j by name", (needsApproval) => {
    const tools = {
      pay: { inputSchema: z.object({}), execute: () => 1, needsApproval },
    } as unknown as ToolSet;
    expect(() => aiSdkTools(tools)).toThrow(
      "option `tools.pay.needsApproval`: expected true, false or a function",
    );
  });
});
