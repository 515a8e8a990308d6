// No entry point makes a call that needs a decision without one: it waits, or fails with a text
// that says why.

import { afterAll, describe, expect, test } from "vitest";
import { createSession, prepare, run as runProgram, suspend } from "@ptc/lisp";
import type { Tool } from "@ptc/core/contracts";
import { createPool } from "@ptc/lisp/node";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { bundledPool } from "../../../vitest.bundles.ts";
import {
  asTool,
  chain,
  createChat,
  createProgramTool,
  defineAgent,
  previewPrompt,
  run,
  runAll,
  runEvents,
  runOrThrow,
  selfTool,
  type AgentOptions,
  type AgentTools,
} from "../src/index.ts";
import { CompiledAgent, compileAgent, recompileAgent } from "../src/compiled/index.ts";
import { createRunRecorder } from "../src/recording/index.ts";
import { languageCard } from "../src/text.ts";
import { call, calls, program } from "./native-calls.ts";

const source = '(return (str (tool/pay {:id "7"})))';
const endless = (entry: ScriptEntry): readonly ScriptEntry[] =>
  Array.from({ length: 8 }, () => entry);

const pool = createPool({ size: 1, execArgv: await bundledPool() });
afterAll(() => pool.close());

/** Returns a model that calls the tool in every response. */
const llm = () => createScriptedModel(endless(source));

const agentOf = (tools: AgentTools, more: Partial<AgentOptions> = {}) =>
  defineAgent({
    prompt: "Pay.",
    description: "Pays.",
    signature: "() -> :string",
    maxTurns: 2,
    tools,
    ...more,
  });

const native = (response: ScriptEntry) => ({
  llm: createScriptedModel(endless(response), { capabilities: { toolCalls: true } }),
});

/** Lets the tool `pay` be called, whose calls need a decision. */
type EntryPoint = (tools: { readonly pay: Tool }) => Promise<unknown>;

const entryPoints: Readonly<Record<string, EntryPoint>> = {
  "run of a program": (tools) => runProgram(source, { tools }),
  "a prepared program": async (tools) => {
    const prepared = await prepare(source, { tools });
    return prepared.ok ? await prepared.program.run() : prepared;
  },
  "a prepared program with replaced tools": async (tools) => {
    const prepared = await prepare(source, { tools: { pay: () => "paid" } });
    return prepared.ok ? await prepared.program.run({ tools }) : prepared;
  },
  "a session": (tools) => createSession({ tools }).run(source),
  "a pool": (tools) => pool.run(source, { tools }),
  "run of an agent": (tools) => run(agentOf(tools), { llm: llm() }),
  "run of a prompt": (tools) => run("Pay.", { tools, llm: llm() }),
  runOrThrow: (tools) => runOrThrow(agentOf(tools), { llm: llm() }),
  runAll: (tools) => runAll([{ agent: agentOf(tools) }] as never, { llm: llm() }),
  chain: async (tools) =>
    chain(await run("1", { llm: () => "(return {:id 7})" }), agentOf(tools) as never, {
      llm: llm(),
    }),
  runEvents: (tools) => runEvents(agentOf(tools), { llm: llm() }).step,
  "a chat": (tools) =>
    createChat(defineAgent({ prompt: "Pay.", maxTurns: 2, tools }), { llm: llm() }).send("Pay."),
  "a child agent": (tools) =>
    run(agentOf({ pay: asTool(agentOf(tools), { llm: llm() }) }), {
      llm: () => "(return (tool/pay {}))",
    }),
  "the agent itself": (tools) =>
    run(agentOf({ ...tools, again: selfTool }), {
      llm: createScriptedModel(["(return (tool/again {}))", ...endless(source)]),
    }),
  "a native call in text mode": (tools) =>
    run(agentOf(tools, { mode: "text" }), native(calls(call("1", "pay", { id: "7" })))),
  "a native call in combined mode": (tools) =>
    run(
      agentOf({ pay: { ...tools.pay, expose: "both" } }, { mode: "combined" }),
      native(calls(call("1", "pay", { id: "7" }))),
    ),
  "a program in combined mode": (tools) =>
    run(
      agentOf({ pay: { ...tools.pay, expose: "both" } }, { mode: "combined" }),
      native(calls(program("1", source))),
    ),
  "a recorded run": (tools) =>
    run(agentOf(tools), {
      llm: llm(),
      record: createRunRecorder({ write: () => undefined }),
    }).catch(String),
  "a program tool": (tools) => createProgramTool({ tools }).run({ program: source }),
  "the program tool of a child agent": (tools) =>
    createProgramTool({ tools: { pay: asTool(agentOf(tools)) }, llm: llm() }).run({
      program: "(tool/pay {})",
    }),
  compileAgent: (tools) => compileAgent(agentOf(tools), { llm: llm(), samples: [{ context: {} }] }),
  recompileAgent: (tools) =>
    recompileAgent(new CompiledAgent(agentOf(tools), source, {} as never), {
      llm: llm(),
      samples: [{ context: {} }],
    }),
  "a compiled agent": (tools) =>
    new CompiledAgent(agentOf(tools), source, { kinds: ["map"] } as never).run({}),
};

/** Entry points that describe tools, and call none. */
const descriptions: Readonly<Record<string, EntryPoint>> = {
  languageCard: (tools) => Promise.resolve(languageCard({ tools })),
  previewPrompt: (tools) => Promise.resolve(previewPrompt(agentOf(tools))),
  "the description of a program tool": (tools) =>
    Promise.resolve(createProgramTool({ tools }).description),
};

/** The kinds of calls that need a decision. `made` is called when a call has an effect. */
const kinds: Readonly<Record<string, (made: () => void) => Tool>> = {
  "needs an approval": (made) => ({
    needsApproval: true,
    execute: () => {
      made();
      return "paid";
    },
  }),
  "needs an approval by a rule": (made) => ({
    needsApproval: ({ id }) => Promise.resolve(id === "7"),
    retries: 2,
    execute: () => {
      made();
      return "paid";
    },
  }),
  "suspends itself": (made) => {
    const suspended = new Set<string>();
    return {
      suspends: true,
      retries: 2,
      execute: (_args, { callId }) => {
        if (suspended.has(callId)) made();
        suspended.add(callId);
        throw suspend({ reason: "a transfer" });
      },
    };
  },
};

describe.each(Object.entries(kinds))("a call that %s", (_, toolOf) => {
  test.each(Object.entries(entryPoints))(
    "is not made without a decision by %s",
    async (_name, enter) => {
      let made = 0;
      const pay = toolOf(() => {
        made++;
      });
      const outcome: unknown = await enter({ pay }).catch((error: unknown) => error);
      expect(made).toBe(0);
      expect(outcomeText(outcome)).toMatch(/"status":"waiting"|can't wait|calls may wait/);
    },
  );

  test.each(Object.entries(descriptions))("is not made by %s", async (_name, describe_) => {
    let made = 0;
    await describe_({
      pay: toolOf(() => {
        made++;
      }),
    });
    expect(made).toBe(0);
  });
});

/** Returns what the application can read: the outcome as JSON. */
function outcomeText(outcome: unknown): string {
  return outcome instanceof Error
    ? JSON.stringify([outcome.message, (outcome as { readonly step?: unknown }).step])
    : JSON.stringify(outcome, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
}
