// Runs in the `Chat` of `@ai-sdk/react`, which is behind `useChat`, over the transport that the
// packages for React, Vue and Svelte share. Requests pass through web requests and responses.

import { Chat } from "@ai-sdk/react";
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses as isDecided,
} from "ai";
import { expect, test } from "vitest";
import { createScriptedModel, type LanguageModel, type ModelStreamEvent } from "@ptc/llm";
import { defineAgent, runEvents, tool, type MissionEvents, type MissionStep } from "@ptc/subagent";
import { resumeEvents } from "@ptc/subagent/streams";
import {
  createUIMessageStreamResponse,
  decisionsOf,
  type UIMessageOfRun,
  type UIMessageResponseOptions,
} from "../src/ui/index.ts";

const fence = "```";

/** A model that streams thinking, prose and a program in pieces. */
function streaming(answers: readonly string[]): LanguageModel {
  let turn = 0;
  return {
    ...createScriptedModel([]),
    stream: async function* (): AsyncGenerator<ModelStreamEvent> {
      await Promise.resolve();
      yield { type: "thinking-delta", text: "Let me see." };
      const text = answers[turn++] ?? "";
      for (let at = 0; at < text.length; at += 7)
        yield { type: "text-delta", text: text.slice(at, at + 7) };
      yield { type: "usage", usage: { inputTokens: 10, outputTokens: 5 } };
      yield { type: "finish", finishReason: "stop" };
    },
  };
}

const programOf = (source: string): string => `I compute.\n${fence}clojure\n${source}\n${fence}\n`;

interface Started {
  readonly chat: Chat<UIMessageOfRun>;
  /** The text of each change of the last message. */
  readonly states: UIMessageOfRun[];
  readonly finished: string[];
}

/** A chat whose requests `respond` answers. */
function chatWith(
  respond: (messages: readonly UIMessageOfRun[]) => MissionEvents,
  options: UIMessageResponseOptions = {},
): Started {
  const finished: string[] = [];
  const transport = new DefaultChatTransport<UIMessageOfRun>({
    fetch: async (_, init) => {
      const request = new Request("http://localhost/api/chat", init);
      const { messages } = (await request.json()) as { messages: UIMessageOfRun[] };
      const response = createUIMessageStreamResponse(respond(messages), options);
      init?.signal?.addEventListener("abort", () => void response.body?.cancel().catch(() => {}));
      return response;
    },
  });
  const chat = new Chat<UIMessageOfRun>({
    transport,
    sendAutomaticallyWhen: isDecided,
    onFinish: ({ isAbort, isError, finishReason }) => {
      finished.push(isAbort ? "abort" : isError ? "error" : (finishReason ?? "none"));
    },
  });
  const states: UIMessageOfRun[] = [];
  chat["~registerMessagesCallback"](() => {
    const last = chat.lastMessage;
    if (last?.role === "assistant") states.push(structuredClone(last));
  });
  return { chat, states, finished };
}

function toolStates(states: readonly UIMessageOfRun[]): readonly string[] {
  const seen = states.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === "dynamic-tool" ? [`${part.toolCallId} ${part.state}`] : [],
    ),
  );
  return [...new Set(seen)].map((text) => text.replace(/^\S+ /, ""));
}

async function until(isReached: () => boolean): Promise<void> {
  await expect.poll(isReached, { timeout: 30_000 }).toBe(true);
}

test("a chat shows two turns as steps with thinking, text, programs, calls, answer and usage", async () => {
  const rows = tool({
    description: "Returns rows.",
    signature: "() -> [{n :int}]",
    execute: () => [{ n: 3 }, { n: 4 }],
  });
  const agent = defineAgent({ prompt: "Add.", tools: { rows } });
  const llm = streaming([
    programOf("(oops)"),
    programOf("(return {:total (sum-by :n (tool/rows))})"),
  ]);
  const { chat, states, finished } = chatWith(() => runEvents(agent, { llm }), {
    include: ["arguments", "results"],
  });
  await chat.sendMessage({ text: "Add." });
  expect([chat.error, chat.status, finished]).toEqual([undefined, "ready", ["stop"]]);
  const { parts = [], metadata } = chat.lastMessage ?? {};
  expect(parts.map(({ type }) => type)).toEqual([
    ...["step-start", "reasoning", "text", "dynamic-tool"],
    ...["step-start", "reasoning", "text", "dynamic-tool", "data-tool-call", "data-answer"],
  ]);
  expect(toolStates(states)).toEqual([
    ...["input-streaming", "input-available", "output-error"],
    ...["input-streaming", "input-available", "output-available"],
  ]);
  const [, run] = parts.filter((part) => part.type === "dynamic-tool");
  const call = parts.find((part) => part.type === "data-tool-call");
  expect(run).toMatchObject({ toolName: "lisp_eval", output: { ok: true } });
  expect(call?.data).toMatchObject({
    name: "rows",
    state: "done",
    result: [{ n: 3 }, { n: 4 }],
    parentSpanId: run?.toolMetadata?.["spanId"],
  });
  expect(parts.at(-1)).toMatchObject({ data: { value: { total: 7 } } });
  expect(metadata).toEqual({
    usage: { inputTokens: 20, outputTokens: 10, totalTokens: 30, cachedInputTokens: 0 },
    turns: 2,
  });
});

test("a chat asks for approvals, and continues once all are answered by its functions", async () => {
  const paid: number[] = [];
  const pay = tool({
    description: "Pays.",
    signature: "(amount :int) -> :string",
    needsApproval: true,
    execute: ({ amount }) => {
      paid.push(amount);
      return `paid ${String(amount)}`;
    },
  });
  const agent = defineAgent({ prompt: "Pay.", tools: { pay } });
  const llm = streaming([
    programOf('(return (pmap #(try (tool/pay {:amount %}) (catch Exception e "no")) [5 7]))'),
  ]);
  const steps: MissionStep[] = [];
  const { chat, finished } = chatWith((messages) => {
    const before = steps.at(-1);
    const run =
      before?.status === "waiting"
        ? resumeEvents(agent, before.checkpoint, {
            llm,
            decisions: decisionsOf(messages, before.pending),
          })
        : runEvents(agent, { llm });
    void run.step.then((step) => steps.push(step));
    return run;
  });
  await chat.sendMessage({ text: "Pay both." });
  const calls = () =>
    chat.lastMessage?.parts.flatMap((part) =>
      part.type === "dynamic-tool" && part.toolName === "pay" ? [part] : [],
    ) ?? [];
  expect(calls()).toMatchObject([
    { state: "approval-requested", input: { amount: 5 } },
    { state: "approval-requested", input: { amount: 7 } },
  ]);
  expect([finished, paid]).toEqual([["tool-calls"], []]);
  const [first, second] = calls();
  await chat.addToolApprovalResponse({ id: first?.approval?.id ?? "", approved: true });
  expect(steps).toHaveLength(1);
  await chat.addToolApprovalResponse({ id: second?.approval?.id ?? "", approved: false });
  await until(() => steps.length === 2 && chat.status === "ready");
  expect([chat.error, paid, finished]).toEqual([undefined, [5], ["tool-calls", "stop"]]);
  expect(calls().map(({ state }) => state)).toEqual(["output-available", "output-denied"]);
  expect(chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ data: { value: ["paid 5", "no"] } });
});

test("stopping a chat cancels its run, and the next question is answered", async () => {
  const runs: MissionEvents[] = [];
  const wait = tool({ description: "Waits.", execute: () => new Promise(() => undefined) });
  const llm = streaming([programOf("(tool/wait {})"), programOf('(return "done")')]);
  const { chat, finished } = chatWith(() => {
    const run = runEvents("Wait.", { llm, tools: { wait } });
    runs.push(run);
    return run;
  });
  const sent = chat.sendMessage({ text: "Wait." });
  await until(() => chat.lastMessage?.parts.some(({ type }) => type === "data-tool-call") === true);
  await chat.stop();
  await sent;
  const step = await runs[0]?.step;
  expect([step?.ok === false && step.fail.reason, chat.status]).toEqual(["cancelled", "ready"]);
  await chat.sendMessage({ text: "Again." });
  expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: "text", text: "done" });
  expect(finished).toEqual(["abort", "stop"]);
});

test("a failed run is the error of the chat, without texts of the server", async () => {
  const llm = streaming([programOf('(fail "SECRET")')]);
  const { chat, finished } = chatWith(() => runEvents("Fail.", { llm, maxTurns: 1 }));
  await chat.sendMessage({ text: "Fail." });
  expect([chat.status, finished]).toEqual(["error", ["error"]]);
  expect(chat.error?.message).toMatch(/^The run failed: /);
  expect(chat.error?.message).not.toContain("SECRET");
});
