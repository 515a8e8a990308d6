// Tools as applications write them: functions with their own types, tools that unit tests call,
// values that a run passes to tools, and options that a run overrides.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { run as runProgram } from "@ptc/lisp";
import { toLanguageModel } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  depsOf,
  previewPrompt,
  run,
  runEvents,
  tool,
  type MissionEvent,
  type ToolContext,
} from "../src/index.ts";

interface Addends {
  readonly a: number;
  readonly b: number;
}

const add = async ({ a, b }: Addends): Promise<number> => await Promise.resolve(a + b);
const answering = (program: string) => () => program;

describe("a function with its own types", () => {
  test("a typed function is a tool of an agent", async () => {
    const step = await run("Add.", {
      llm: answering("(return [(tool/add {:a 1 :b 2}) (tool/twice {:n 4})])"),
      tools: { add, twice: { execute: ({ n }: { n: number }) => 2 * n } },
    });
    expect(step).toMatchObject({ ok: true, return: [3, 8] });
  });

  test("a typed function is a tool of a program", async () => {
    const step = await runProgram("(tool/add {:a 1 :b 2})", { tools: { add } });
    expect(step).toMatchObject({ ok: true, return: 3 });
  });
});

describe("the return value of `tool`", () => {
  const rooms = tool({
    signature: "(day :string, guests :int?) -> [{room :string}]",
    execute: ({ day, guests }, { callId, signal }) =>
      signal.aborted ? [] : [{ room: `${day} ${String(guests ?? 1)} ${callId}` }],
  });

  test("a unit test can call a tool with arguments alone", () => {
    expect(rooms.execute({ day: "monday" })[0]?.room).toBe("monday 1 test");
  });

  test("a unit test can pass a partial context", () => {
    const signal = AbortSignal.abort();
    expect(rooms.execute({ day: "monday" }, { signal })).toEqual([]);
    expect(rooms.execute({ day: "monday" }, { callId: "7" })).toEqual([{ room: "monday 1 7" }]);
  });

  test("missions and programs call a tool with their own context", async () => {
    const program = '(return (:room (first (tool/rooms {:day "monday" :guests 2}))))';
    const step = await run("Which?", { llm: answering(program), tools: { rooms } });
    expect(step.ok && step.return).toMatch(/^monday 2 [0-9a-f]{32}\/1\/0$/);
    const found = tool({
      inputSchema: z.object({ day: z.string() }),
      execute: ({ day }, { callId }) => `${day} ${callId}`,
    });
    const ran = await runProgram('(tool/found {:day "monday"})', { tools: { found } });
    expect(ran.ok && ran.return).toMatch(/^monday .+\/1\/0$/);
    await expect(runProgram("1", { tools: { rooms } })).rejects.toThrow(
      'option `tools.rooms.signature`: is for agents only: use inputSchema(signature("…"))',
    );
  });

  test("refuses a tool without a function immediately", () => {
    expect(() => tool({ signature: "() -> :int" } as never)).toThrow(
      "option `execute`: expected a function",
    );
  });
});

describe("constraints of a schema beyond the types", () => {
  const find = tool({
    description: "Finds rows.",
    inputSchema: z.object({
      word: z
        .string()
        .min(2)
        .regex(/^[a-z]+$/),
      limit: z.int().min(1).max(50).default(10).describe("how many"),
      order: z.enum(["asc", "desc"]).optional(),
    }),
    execute: () => [],
  });
  const words =
    /Arguments: word: minLength 2, pattern "\^\[a-z\]\+\$"; limit: .*minimum 1, maximum 50/;

  test("the prompt of programs shows them", () => {
    const preview = previewPrompt(defineAgent({ prompt: "p", tools: { find } }));
    expect(preview.ok && preview.system).toMatch(words);
    expect(preview.ok && preview.system).toContain("Finds rows.");
  });

  test("a native tool shows them", async () => {
    const descriptions: (string | undefined)[] = [];
    const llm = toLanguageModel(
      ({ tools }) => {
        descriptions.push(...(tools ?? []).map(({ description }) => description));
        return "nothing";
      },
      { capabilities: { toolCalls: true } },
    );
    await run("p", { llm, mode: "text", tools: { find } });
    expect(descriptions.join()).toMatch(words);
  });

  test("nothing is added if the types say everything", () => {
    const plain = tool({ inputSchema: z.object({ word: z.string() }), execute: () => [] });
    const preview = previewPrompt(defineAgent({ prompt: "p", tools: { plain } }));
    expect(preview.ok && preview.system).not.toContain("Arguments:");
  });
});

test("a call also has its signal and id under the names of the AI SDK", async () => {
  const seen: boolean[] = [];
  const look = (
    _args: object,
    { signal, abortSignal, callId, toolCallId }: ToolContext,
  ): number => {
    seen.push(signal === abortSignal, callId === toolCallId);
    return 1;
  };
  await run("p", {
    llm: answering("(return (+ (tool/look) (tool/timed)))"),
    tools: { look, timed: { execute: look, timeoutMs: 60_000 } },
  });
  await runProgram("(tool/look)", { tools: { look: { execute: look as () => number } } });
  expect(seen).toEqual([true, true, true, true, true, true]);
});

describe("`deps` of a run", () => {
  interface Services {
    readonly user: string;
  }
  const whoami = tool({
    signature: "() -> :string",
    execute: (_args, { deps }: ToolContext<Services>) => deps.user,
  });
  const agent = defineAgent({
    prompt: "Who am I?",
    signature: "() -> :string",
    depsType: depsOf<Services>(),
    systemPrompt: (assembled, { deps }) => `${assembled}\nThe user is ${deps.user}.`,
    tools: { whoami, plain: (_args, { deps }) => deps.user.length },
  });

  test("reach tools and the function of the system prompt", async () => {
    const step = await run(agent, {
      llm: answering('(return (str (tool/whoami) " " (tool/plain)))'),
      deps: { user: "ann" },
      collectMessages: true,
    });
    expect(step).toMatchObject({ ok: true, return: "ann 3" });
    expect(step.messages?.[0]?.content).toContain("The user is ann.");
    const preview = previewPrompt(agent, {}, undefined, undefined, { user: "bob" });
    expect(preview.ok && preview.system).toContain("The user is bob.");
  });

  test("reach the tools of child agents", async () => {
    const above = defineAgent({
      prompt: "Ask the other one.",
      depsType: depsOf<Services>(),
      tools: { ask: asTool(agent) },
    });
    const step = await run(above, {
      llm: ({ messages }) =>
        JSON.stringify(messages[1]?.content).includes("Who am I?")
          ? "(return (tool/whoami))"
          : "(return (tool/ask {}))",
      deps: { user: "ann" },
    });
    expect(step).toMatchObject({ ok: true, return: "ann" });
  });

  test("a unit test can pass deps", () => {
    expect(whoami.execute({}, { deps: { user: "eve" } })).toBe("eve");
  });

  test("work with a prompt too", async () => {
    const step = await run("Who?", {
      llm: answering("(return (tool/who))"),
      deps: { user: "ann" },
      tools: { who: (_args, { deps }) => deps.user },
    });
    expect(step).toMatchObject({ ok: true, return: "ann" });
  });
});

describe("options of a run", () => {
  const agent = defineAgent({
    prompt: "Count.",
    signature: "() -> :int",
    tools: { one: () => 1, two: () => 2 },
  });

  test("a run can add tools and replace those of its agent", async () => {
    const step = await run(agent, {
      llm: answering("(return (+ (tool/one) (tool/two) (tool/three)))"),
      tools: { two: () => 20, three: () => 300 },
    });
    expect(step).toMatchObject({ ok: true, return: 321 });
    const later = await run(agent, { llm: answering("(return (tool/two))") });
    expect(later).toMatchObject({ ok: true, return: 2 });
  });

  test("a run can override options of its agent", async () => {
    const llm = answering("(println 1)");
    const asDefined = await run(agent, { llm });
    const once = await run(agent, { llm, maxTurns: 2, name: "short" });
    expect([asDefined.turns.length, once.turns.length]).toEqual([5, 2]);
    await expect(run(agent, { llm, maxTurns: 0 })).rejects.toThrow("option `maxTurns`");
  });

  test("a run cannot replace the contract, which determines the caller's types", async () => {
    const options = { llm: answering("1"), signature: "() -> :string" };
    await expect(run(agent, options as never)).rejects.toThrow(
      "option `signature`: unknown option",
    );
  });

  test("a run of a prompt emits events", async () => {
    const events = runEvents("Count.", {
      llm: answering("(return (tool/one))"),
      signature: "() -> :int",
      tools: { one: () => 1 },
    });
    const types = new Set<MissionEvent["type"]>();
    for await (const { type } of events) types.add(type);
    const step = await events.step;
    expect(step.ok && step.return + 1).toBe(2);
    expect([...types]).toEqual(expect.arrayContaining(["mission-start", "tool-call-end"]));
  });
});
