// Plays a mission in a mode with a model's recorded responses to its requests, until it ends in a
// step or needs another response.

import { isDeepStrictEqual } from "node:util";
import {
  contentText,
  estimateUsage,
  type ModelRequest,
  type RecordedAnswer,
  type RecordedToolCall,
  type Recording,
} from "@ptc/llm";
import { defineAgent, run, type MissionStep, type ModeName } from "@ptc/subagent";
import { WaitingModel } from "../missions/waiting-model.ts";
import { tools, type ModeMission } from "./mode-missions.ts";

export interface JudgedPlay {
  readonly step: MissionStep;
  /** The request without a response; `undefined` once the mission has ended. */
  readonly pending: ModelRequest | undefined;
  readonly isRight: boolean;
  /** The number of responses that the mission took. */
  readonly requests: number;
}

export async function playIn(
  mode: ModeName,
  mission: ModeMission,
  recording: Recording,
): Promise<JudgedPlay> {
  // No schema is enforced; the model only reads it in the prompt.
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
 * Makes a recorded response from a text or from
 * `{"text": "…", "calls": [{"tool": "…", "arguments": {…}}]}`, which a model wrote. Its tokens are
 * estimated.
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

/**
 * Parses a response; anything but JSON is plain text. The person that runs the driver writes its
 * files, so their shape is trusted.
 */
function jsonIn(text: string): WrittenAnswer | undefined {
  try {
    const value = JSON.parse(text) as WrittenAnswer | null;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
