// A desk of tools, some of whose calls wait, and a model that answers by the state of the
// conversation. Both note what they are asked, so tests see each call and each request.

import type { Clock } from "@ptc/core/contracts";
import { ModelError, type LanguageModel, type ModelRequest, type ModelResponse } from "@ptc/llm";
import { tool } from "../../src/index.ts";
import { fenced, textOf } from "../missions.ts";

/** The calls and requests so far, over all passes. */
export interface Notes {
  /** The calls that reached a tool, with their ids after the run's id. */
  readonly made: string[];
  /** The requests, with the prompt and the number of answers before. */
  readonly asked: string[];
}

export const newNotes = (): Notes => ({ made: [], asked: [] });

/** The tools of one desk. With `waits`, all calls wait except those of `look` and small `pay`s. */
export function toolsOf(waits: boolean, { made }: Notes) {
  const failed = new Set<string>();
  const note = (name: string, id: number, callId: string): void => {
    made.push(`${name} ${String(id)} ${callId.slice(32)}`);
  };
  const signature = "(id :int) -> :int";
  return {
    look: tool({
      signature,
      description: "Looks.",
      expose: "both",
      execute: async ({ id }, { callId }) => {
        await Promise.resolve();
        note("look", id, callId);
        return id;
      },
    }),
    refund: tool({
      signature,
      description: "Refunds.",
      expose: "both",
      needsApproval: waits,
      execute: async ({ id }, { callId }) => {
        await Promise.resolve();
        note("refund", id, callId);
        return id * 100;
      },
    }),
    pay: tool({
      signature,
      description: "Pays.",
      expose: "both",
      needsApproval: ({ id }) => waits && id > 3,
      execute: ({ id }, { callId }) => {
        note("pay", id, callId);
        return id * 10;
      },
    }),
    row: tool({
      signature,
      description: "Returns a row.",
      expose: "both",
      cache: true,
      needsApproval: async () => {
        await Promise.resolve();
        return waits;
      },
      execute: ({ id }, { callId }) => {
        note("row", id, callId);
        return id * 2;
      },
    }),
    flaky: tool({
      signature,
      description: "Fails at first.",
      retries: 2,
      needsApproval: waits,
      execute: ({ id }, { callId }) => {
        note("flaky", id, callId);
        if (failed.has(callId)) return id;
        failed.add(callId);
        throw new Error("busy");
      },
    }),
    broken: tool({
      signature,
      description: "Always fails.",
      needsApproval: waits,
      execute: ({ id }, { callId }) => {
        note("broken", id, callId);
        throw new Error(`no account ${String(id)}`);
      },
    }),
  };
}

export type Desk = ReturnType<typeof toolsOf>;

type Part = ModelResponse["content"][number];

/** An answer: a program (text that begins with a parenthesis), other text, calls or a failure. */
export type Answer = string | readonly Part[] | ModelError;

/** Answers by the first words of the first user message. Functions get the number of answers. */
export type Script = Readonly<Record<string, readonly Answer[] | Answering>>;

type Answering = (count: number, request: ModelRequest) => Answer;

/** Returns a model that answers by the number of its answers in the conversation. */
export function modelOf(script: Script, { asked }: Notes): LanguageModel {
  return {
    contractVersion: 1,
    provider: "test",
    modelId: "desk",
    capabilities: {
      streaming: false,
      toolCalls: true,
      structuredOutput: "none",
      thinking: false,
    },
    generate: async (request) => {
      await Promise.resolve();
      const prompt = textOf(request.messages.find(({ role }) => role === "user")?.content);
      const count = request.messages.filter(({ role }) => role === "assistant").length;
      // After a compaction, the first message begins with a note.
      const [beginning, answers] =
        Object.entries(script).find(([start]) => prompt.startsWith(start)) ??
        Object.entries(script).find(([start]) => prompt.includes(start)) ??
        [];
      const answer =
        typeof answers === "function" ? answers(count, request) : (answers?.[count] ?? "Nothing.");
      asked.push(`${beginning ?? "?"} ${String(count)}`);
      if (answer instanceof ModelError) throw answer;
      return responseOf(answer);
    },
  };
}

function responseOf(answer: string | readonly Part[]): ModelResponse {
  const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
  if (typeof answer !== "string")
    return { content: answer, text: "", finishReason: "tool_calls", modelId: "desk", usage };
  const text = answer.startsWith("(") ? fenced(answer) : answer;
  return {
    content: [{ type: "text", text }],
    text,
    finishReason: "stop",
    modelId: "desk",
    usage,
  };
}

/** A clock whose time doesn't pass. Pauses end at once, and time limits never do. */
export const stillClock: Clock = {
  now: () => 1_000,
  monotonic: () => 0,
  sleep: async (_milliseconds, signal, place) => {
    if (place === undefined)
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          resolve();
        });
      });
  },
};
