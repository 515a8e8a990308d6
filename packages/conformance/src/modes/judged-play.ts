// Plays a mission in a mode with answers that a model gave to what it was sent. It ends in a step,
// or where a further answer is needed.

import { isDeepStrictEqual } from "node:util";
import {
  contentText,
  type ModelRequest,
  type RecordedAnswer,
  type RecordedToolCall,
  type Recording,
} from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { defineAgent, run, type MissionStep, type ModeName } from "@ptc/subagent";
import { WaitingModel } from "../missions/waiting-model.ts";
import { tools, type ModeMission } from "./mode-missions.ts";

export interface JudgedPlay {
  readonly step: MissionStep;
  /** The request that has no answer yet; `undefined` when the mission has ended. */
  readonly pending: ModelRequest | undefined;
  readonly isRight: boolean;
  /** How many answers the mission took. */
  readonly requests: number;
}

export async function playIn(
  mode: ModeName,
  mission: ModeMission,
  recording: Recording,
): Promise<JudgedPlay> {
  // Nothing holds the model to a schema: it reads it in the prompt.
  const asked = new WaitingModel(recording, { toolCalls: true, structuredOutput: "none" });
  const agent = defineAgent({ prompt: mission.prompt, signature: mission.signature, mode, tools });
  const step = await run(agent, {
    llm: asked.model,
    context: mission.context ?? {},
    signal: asked.signal,
  });
  const [pending] = asked.waiting;
  return {
    step,
    pending,
    isRight: pending === undefined && step.ok && isDeepStrictEqual(step.return, mission.answer),
    requests: step.usage?.llmRequests ?? 0,
  };
}

/**
 * Makes a recorded answer of what a model wrote: a text, or
 * `{"text": "…", "calls": [{"tool": "…", "arguments": {…}}]}`. Its tokens are estimated.
 */
export function writtenAnswer(request: ModelRequest, written: string): RecordedAnswer {
  const { text, toolCalls } = partsOf(written);
  const first = request.messages.find(({ role }) => role === "user");
  const content = [
    { type: "text", text } as const,
    ...toolCalls.map((call) => ({ type: "tool-call", ...call }) as const),
  ];
  return {
    ...(first === undefined ? {} : { mission: contentText(first.content) }),
    text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    usage: estimateUsage(request, { content }),
    finishReason: toolCalls.length === 0 ? "stop" : "tool_calls",
  };
}

interface Parts {
  readonly text: string;
  readonly toolCalls: readonly RecordedToolCall[];
}

interface WrittenCall {
  readonly tool: string;
  readonly arguments: unknown;
}

function partsOf(written: string): Parts {
  const text = written.replace(/\n$/, "");
  const parsed = jsonIn(text);
  if (parsed?.calls === undefined) return { text, toolCalls: [] };
  const toolCalls = parsed.calls.map((call, index) => ({
    toolCallId: `call_${String(index + 1)}`,
    toolName: call.tool,
    input: call.arguments,
  }));
  return { text: parsed.text ?? "", toolCalls };
}

interface WrittenAnswer {
  readonly text?: string;
  readonly calls?: readonly WrittenCall[];
}

/** What is no JSON is a text. Whoever runs the driver writes its files, and so their shape. */
function jsonIn(text: string): WrittenAnswer | undefined {
  try {
    const value = JSON.parse(text) as WrittenAnswer | null;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
