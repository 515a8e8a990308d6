// Helpers for tests of long missions: a model that refuses a conversation that a provider would
// refuse, and missions of many turns in each mode.

import {
  createScriptedModel,
  type ModelMessage,
  type ModelRequest,
  type ScriptedAnswer,
} from "@ptc/llm";
import type { AgentOptions, ModeName } from "../src/index.ts";
import { traitsOf } from "../src/mode-traits/mode-table.ts";
import { calls, call, program } from "./native-calls.ts";
import { fenced } from "./missions.ts";

/** Returns the reasons for which some provider would refuse a conversation, or an empty array. */
export function problemsOf(messages: readonly ModelMessage[]): readonly string[] {
  const rest = messages[0]?.role === "system" ? messages.slice(1) : messages;
  return rest.flatMap((message, index) => {
    const before = rest[index - 1];
    const at = `message ${String(index)}, ${message.role} after ${before?.role ?? "nothing"}`;
    const open = callsIn(before);
    const problems: string[] = [];
    if (message.content.length === 0) problems.push(`${at}: empty`);
    if (message.role === "tool") {
      const results = message.content.map(({ toolCallId }) => toolCallId);
      if (results.join() !== open.join())
        problems.push(`${at}: ${results.join()} for ${open.join()}`);
    } else if (open.length > 0) problems.push(`${at}: no results`);
    const isAllowed = {
      system: false,
      user: before === undefined || before.role === "assistant" || before.role === "tool",
      assistant: before?.role === "user" || before?.role === "tool",
      tool: before?.role === "assistant",
    }[message.role];
    return isAllowed ? problems : [...problems, at];
  });
}

function callsIn(message: ModelMessage | undefined): readonly string[] {
  if (message?.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
}

/** A model that records its requests, and fails for an invalid conversation. */
export function strictModel(answer: (index: number, request: ModelRequest) => ScriptedAnswer) {
  return createScriptedModel(
    Array.from({ length: 100 }, () => (request: ModelRequest, index: number) => {
      const problems = problemsOf(request.messages);
      return problems.length === 0
        ? answer(index, request)
        : new Error(`a provider refuses this: ${problems.join("; ")}`);
    }),
  );
}

/** A mission of `turns` turns in a mode. */
export interface LongMission {
  readonly agent: Partial<AgentOptions> & { readonly mode: ModeName };
  /** The responses of the model, the last of which completes the mission. */
  readonly answer: (index: number) => ScriptedAnswer;
}

export function longMission(mode: ModeName, turns: number): LongMission {
  const agent = {
    mode,
    maxTurns: turns + 1,
    turnBudget: 2 * turns,
    tools: {
      look: {
        description: "Looks at a page.",
        signature: "(page :int) -> {page :int, text :string}",
        execute: ({ page }: Readonly<Record<string, unknown>>) => ({
          page,
          text: `page ${String(page)} `.repeat(20),
        }),
        ...(traitsOf({ mode }).callers === "both" ? { expose: "both" as const } : {}),
      },
    },
  };
  const source = (index: number): string =>
    `(def page${String(index)} (tool/look {:page ${String(index)}})) (println (:text page${String(index)}))`;
  const isLast = (index: number): boolean => index === turns - 1;
  const id = (index: number): string => `call_${String(index)}`;
  const answers: Readonly<Record<ModeName, (index: number) => ScriptedAnswer>> = {
    program: (index) => fenced(isLast(index) ? '(return "done")' : source(index)),
    "program-call": (index) =>
      calls(program(id(index), isLast(index) ? '(return "done")' : source(index))),
    combined: (index) =>
      isLast(index)
        ? "done"
        : calls(
            ...(index % 2 === 0 ? [call(`n${id(index)}`, "look", { page: index })] : []),
            program(id(index), source(index)),
          ),
    text: (index) =>
      isLast(index)
        ? "done"
        : calls(
            call(id(index), "look", { page: index }),
            call(`b${id(index)}`, "look", { page: -index }),
          ),
  };
  return { agent, answer: answers[mode] };
}
