// Runs as UI message streams, read by the readers of the AI SDK itself.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  AbstractChat,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  readUIMessageStream,
  type ChatState,
  type ChatStatus,
} from "ai";
import { afterEach, describe, expect, test } from "vitest";
import { createScriptedModel, type LanguageModel, type ModelStreamEvent } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  runEvents,
  suspend,
  tool,
  type MissionEvents,
  type MissionStep,
} from "@ptc/subagent";
import { resumeEvents } from "@ptc/subagent/streams";
import {
  createUIMessageStreamResponse,
  decisionsOf,
  pipeToNodeResponse,
  toUIMessageStream,
  type UIMessageOfRun,
  type UIMessageStreamOptions,
} from "../src/ui/index.ts";

const fence = "```";
const usage = { inputTokens: 10, outputTokens: 5 };

/** A model that streams each answer in small pieces, after some thinking. */
function streaming(answers: readonly string[]): LanguageModel {
  let turn = 0;
  return {
    ...createScriptedModel([]),
    stream: async function* (): AsyncGenerator<ModelStreamEvent> {
      await Promise.resolve();
      yield { type: "thinking-delta", text: "Let me " };
      yield { type: "thinking-delta", text: "see." };
      const text = answers[turn++] ?? "";
      for (let at = 0; at < text.length; at += 5)
        yield { type: "text-delta", text: text.slice(at, at + 5) };
      yield { type: "usage", usage };
      yield { type: "finish", finishReason: "stop" };
    },
  };
}

const rows = tool({
  description: "Returns rows.",
  signature: "(team :string) -> [{n :int, _key :string}]",
  execute: () => [{ n: 715517, _key: "SECRET-KEY" }],
});

/** Returns all states of the message of a run. */
async function statesOf(
  run: MissionEvents,
  options: UIMessageStreamOptions = {},
  message?: UIMessageOfRun,
): Promise<UIMessageOfRun[]> {
  const states: UIMessageOfRun[] = [];
  const stream = toUIMessageStream(run, options);
  const reading = readUIMessageStream<UIMessageOfRun>({
    stream,
    ...(message === undefined ? {} : { message }),
    onError: (error) => errors.push(String(error)),
  });
  for await (const state of reading) states.push(structuredClone(state));
  return states;
}

const errors: string[] = [];
afterEach(() => {
  errors.length = 0;
});

describe("a run in a message", () => {
  const program = '(def all (tool/rows {:team "a"}))\n(return {:total (sum-by :n all)})';
  const answer = `I add them.\n${fence}clojure\n${program}\n${fence}\n`;
  const started = () =>
    runEvents(defineAgent({ prompt: "Add.", tools: { rows } }), { llm: streaming([answer]) });

  test("has reasoning, text, the program with its calls, the answer and usage", async () => {
    const states = await statesOf(started());
    const last = states.at(-1);
    expect(errors).toEqual([]);
    expect(last?.parts.map(({ type }) => type)).toEqual([
      "step-start",
      "reasoning",
      "text",
      "dynamic-tool",
      "data-tool-call",
      "data-answer",
    ]);
    const [, reasoning, text, run, call, value] = last?.parts ?? [];
    expect(reasoning).toMatchObject({ text: "Let me see.", state: "done" });
    expect(text).toMatchObject({ text: "I add them.\n", state: "done" });
    expect(run).toMatchObject({
      toolName: "lisp_eval",
      state: "output-available",
      input: { program },
      output: { ok: true },
    });
    const { spanId } = (run as unknown as { toolMetadata: { spanId: string } }).toolMetadata;
    expect(call).toMatchObject({ data: { name: "rows", state: "done", parentSpanId: spanId } });
    expect(value).toMatchObject({ data: { value: { total: 715517 } } });
    expect(last?.metadata).toEqual({
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, cachedInputTokens: 0 },
      turns: 1,
    });
    expect(JSON.stringify(states)).not.toContain("SECRET-KEY");
    expect(JSON.stringify(last?.parts.slice(0, 5))).not.toContain("715517");
  });

  test("shows the program while it is written, then its states", async () => {
    const states = await statesOf(started());
    const tools = states.flatMap(({ parts }) =>
      parts.filter(({ type }) => type === "dynamic-tool"),
    );
    const seen = tools.map((part) => ("state" in part ? part.state : ""));
    expect([...new Set(seen)]).toEqual(["input-streaming", "input-available", "output-available"]);
    const inputs = tools.flatMap((part) =>
      "input" in part && part.input !== undefined ? [part.input] : [],
    );
    for (const input of inputs)
      expect(program.startsWith((input as { program: string }).program)).toBe(true);
    expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBeGreaterThan(5);
  });

  test("has arguments and results on request, without firewalled values", async () => {
    const states = await statesOf(started(), {
      include: ["arguments", "results"],
      sendReasoning: false,
    });
    const call = states.at(-1)?.parts.find(({ type }) => type === "data-tool-call");
    expect(call).toMatchObject({
      data: { arguments: { team: "a" }, result: [{ n: 715517, _key: "<Firewalled>" }] },
    });
    expect(states.at(-1)?.parts.some(({ type }) => type === "reasoning")).toBe(false);
  });

  test("shows failed programs and runs as errors, by their reasons", async () => {
    const run = runEvents("Add.", { llm: createScriptedModel(["(foo)", '(fail "SECRET")']) });
    const states = await statesOf(run);
    const parts = states.at(-1)?.parts.filter(({ type }) => type === "dynamic-tool") ?? [];
    expect(parts.map((part) => "state" in part && part.state)).toEqual([
      "output-error",
      "output-error",
    ]);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify([states, errors])).not.toContain(":SECRET");
  });

  test("shows calls of the model itself as tool parts, and text once", async () => {
    const llm = createScriptedModel([
      { content: [{ type: "tool-call", toolCallId: "1", toolName: "rows", input: { team: "a" } }] },
      "All done.",
    ]);
    const run = runEvents("Add.", {
      llm,
      tools: { rows },
      mode: "text",
      signature: "() -> :string",
    });
    const last = (await statesOf(run, { include: ["arguments", "errors"] })).at(-1);
    expect(errors).toEqual([]);
    expect(last?.parts.filter(({ type }) => type === "dynamic-tool")).toMatchObject([
      { toolName: "rows", state: "output-available", input: { team: "a" }, output: { ok: true } },
    ]);
    expect(last?.parts.filter(({ type }) => type === "text")).toMatchObject([
      { text: "All done." },
    ]);
  });

  test("shows a child mission as the call that ran it", async () => {
    const child = defineAgent({
      prompt: "Say it.",
      signature: "() -> :string",
      llm: createScriptedModel(['(return "CHILD")']),
    });
    const llm = createScriptedModel(["(return (count (tool/ask {})))"]);
    const states = await statesOf(runEvents("Ask.", { llm, tools: { ask: asTool(child) } }));
    const parts = states.at(-1)?.parts ?? [];
    expect(parts.filter(({ type }) => type === "dynamic-tool")).toHaveLength(1);
    expect(JSON.stringify(parts)).not.toContain("CHILD");
  });

  test("has sources and files of the answer, except for addresses that run code", async () => {
    const run = runEvents("Find.", { llm: createScriptedModel(['(return "See there.")']) });
    const states = await statesOf(run, {
      attachments: () => [
        { type: "source", url: "https://example.com/a", title: "A" },
        { type: "source", url: "javascript:alert(1)" },
        { type: "file", url: "data:text/plain,hi", mediaType: "text/plain" },
      ],
    });
    expect(states.at(-1)?.parts.slice(-3)).toMatchObject([
      { type: "text", text: "See there." },
      { type: "source-url", url: "https://example.com/a", title: "A" },
      { type: "file", url: "data:text/plain,hi", mediaType: "text/plain" },
    ]);
  });

  test("cancelling the stream cancels the run", async () => {
    const wait = tool({ description: "Waits.", execute: () => new Promise(() => undefined) });
    const run = runEvents("Wait.", {
      llm: createScriptedModel(["(tool/wait {})"]),
      tools: { wait },
    });
    const reader = toUIMessageStream(run).getReader();
    await reader.read();
    await reader.cancel();
    const step = await run.step;
    expect(!step.ok && step.fail.reason).toBe("cancelled");
  });

  test("refuses unknown options by name", () => {
    expect(() => toUIMessageStream(started(), { sendSources: true } as never)).toThrow(
      "option `sendSources`: isn't an option: use one of include",
    );
  });
});

class PlainState implements ChatState<UIMessageOfRun> {
  status: ChatStatus = "ready";
  error: Error | undefined = undefined;
  messages: UIMessageOfRun[] = [];
  pushMessage = (message: UIMessageOfRun): void => {
    this.messages = [...this.messages, message];
  };
  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessageOfRun): void => {
    this.messages = this.messages.map((other, at) => (at === index ? message : other));
  };
  snapshot = <T>(thing: T): T => structuredClone<T>(thing);
}

/** The class behind `useChat`, with a plain state instead of React's. */
class PlainChat extends AbstractChat<UIMessageOfRun> {}

/** A server of one chat, which continues its waiting step by the decisions of a message. */
function payments() {
  const paid: unknown[] = [];
  const steps: MissionStep[] = [];
  const pay = tool({
    description: "Pays.",
    needsApproval: true,
    execute: ({ amount }: { amount: number }) => {
      paid.push(amount);
      return `paid ${String(amount)}`;
    },
  });
  const ask = tool({
    description: "Asks.",
    execute: (_: unknown, { answer }: { readonly answer?: unknown }) =>
      answer ?? suspend({ reason: "question" }),
  } as never);
  const agent = defineAgent({ prompt: "Pay.", tools: { pay, ask } });
  const respond = async (
    program: string,
    messages: readonly UIMessageOfRun[],
  ): Promise<Response> => {
    const llm = createScriptedModel([program]);
    const before = steps.at(-1);
    const run =
      before?.status === "waiting"
        ? resumeEvents(agent, before.checkpoint, {
            llm,
            decisions: decisionsOf(messages, before.pending),
          })
        : runEvents(agent, { llm });
    void run.step.then(
      (step) => steps.push(step),
      (error: unknown) => errors.push(String(error)),
    );
    return await Promise.resolve(createUIMessageStreamResponse(run));
  };
  const chatOf = (program: string) => {
    const transport = new DefaultChatTransport<UIMessageOfRun>({
      fetch: async (_, init) => {
        const body = JSON.parse(init?.body as string) as { messages: UIMessageOfRun[] };
        return await respond(program, body.messages);
      },
    });
    return new PlainChat({
      transport,
      state: new PlainState(),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      onError: (error) => errors.push(String(error)),
    });
  };
  return { paid, steps, chatOf };
}

/** Resolves when the chat has nothing more to do. */
async function ready(chat: PlainChat, isReady: () => boolean): Promise<void> {
  await expect.poll(() => isReady() && chat.status === "ready", { timeout: 30_000 }).toBe(true);
}

describe("approvals in a chat", () => {
  const program =
    '(return (pmap (fn [n] (try (tool/pay {:amount n}) (catch Exception e "no"))) [5 7]))';

  test("are asked as the SDK's parts, answered by its functions, and resumed by the checkpoint", async () => {
    const { paid, chatOf, steps } = payments();
    const chat = chatOf(program);
    await chat.sendMessage({ text: "Pay both." });
    const asked = () =>
      chat.lastMessage?.parts.flatMap((part) =>
        part.type === "dynamic-tool" && part.toolName === "pay" ? [part] : [],
      ) ?? [];
    expect(asked()).toMatchObject([
      { state: "approval-requested", input: { amount: 5 } },
      { state: "approval-requested", input: { amount: 7 } },
    ]);
    expect(paid).toEqual([]);
    for (const [index, part] of asked().entries())
      await chat.addToolApprovalResponse({ id: part.approval?.id ?? "", approved: index === 0 });
    await ready(chat, () => steps.length === 2);
    expect(errors).toEqual([]);
    expect(paid).toEqual([5]);
    expect(asked().map(({ state }) => state)).toEqual(["output-available", "output-denied"]);
    expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("end with the answer after all are approved", async () => {
    const { paid, chatOf, steps } = payments();
    const chat = chatOf("(return (tool/pay {:amount 5}))");
    await chat.sendMessage({ text: "Pay." });
    const [part] =
      chat.lastMessage?.parts.filter(({ type }) => type === "dynamic-tool").slice(-1) ?? [];
    await chat.addToolApprovalResponse({
      id: (part as { approval: { id: string } }).approval.id,
      approved: true,
    });
    await ready(chat, () => steps.length === 2);
    expect([errors, paid]).toEqual([[], [5]]);
    const programs = chat.lastMessage?.parts.filter(({ type }) => type === "dynamic-tool") ?? [];
    expect(programs.map((found) => "state" in found && found.state)).toEqual([
      "output-available",
      "output-available",
    ]);
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: "text", text: "paid 5" });
  });

  test("a client can't make up a result, a call or other arguments", async () => {
    const { chatOf, steps } = payments();
    const chat = chatOf("(return (tool/pay {:amount 5}))");
    await chat.sendMessage({ text: "Pay." });
    const [step] = steps;
    if (step?.status !== "waiting") throw new Error("expected a run that waits");
    const id = step.pending[0]?.id ?? "";
    const part = { type: "dynamic-tool", toolName: "pay", toolCallId: id, input: { amount: 1e9 } };
    const messageOf = (changes: object) =>
      [{ id: "m", role: "assistant", parts: [{ ...part, ...changes }] }] as never;
    const output = { state: "output-available", output: "paid" };
    const approval = { id, approved: true };
    expect(decisionsOf(messageOf(output), step.pending)).toEqual({});
    expect(
      decisionsOf(
        messageOf({ state: "approval-responded", approval, toolCallId: "x" }),
        step.pending,
      ),
    ).toEqual({});
    expect(decisionsOf(messageOf({ state: "approval-responded", approval }), step.pending)).toEqual(
      {
        [id]: { type: "approve" },
      },
    );
    const question = [{ ...step.pending[0], reason: "question" }] as never;
    expect(Object.keys(decisionsOf(messageOf(output), question))).toEqual([id]);
    expect(decisionsOf(messageOf({ state: "approval-responded", approval }), question)).toEqual({});
  });
});

describe("pipeToNodeResponse", () => {
  test("writes a run to a response of Node", async () => {
    const server = createServer((_, response) => {
      void pipeToNodeResponse(
        runEvents("Add.", { llm: createScriptedModel(["(return (+ 1 2))"]) }),
        response,
        { headers: { "x-run": "1" } },
      );
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    expect(response.headers.get("x-run")).toBe("1");
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    const text = await response.text();
    expect(text).toContain('"type":"data-answer"');
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
});
