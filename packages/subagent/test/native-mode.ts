// A mode for tests: the model calls tools and programs natively, and answers as JSON.

import type { ModelResponse, ToolCallPart, ToolMessage } from "@ptc/llm";
import {
  defineAgent,
  type AgentOptions,
  type MissionOptions,
  type MissionStep,
} from "../src/index.ts";
import { rootScope } from "../src/bounds/mission-scope.ts";
import { missionOptions } from "../src/loop/mission-options.ts";
import { MissionRun } from "../src/loop/mission-run.ts";
import type { Mode, ModeMission, ModeTurn, Reaction, Responder } from "../src/modes/mode.ts";

/** Runs a mission in a mode. */
export const runIn = (
  mode: Mode,
  options: MissionOptions,
  agent: Partial<AgentOptions> = {},
): Promise<MissionStep> =>
  new MissionRun(
    defineAgent({ prompt: "Do it.", ...agent }),
    missionOptions(options),
    rootScope,
    mode,
  ).run();

/**
 * Tools and programs by native calls. A response without calls leads to a request for the answer
 * as JSON.
 */
export const nativeMode: Mode = {
  needs: { toolCalls: true, structuredOutput: "schema" },
  systemPrompt: () => "Call tools.",
  begin: (mission) => new NativeResponder(mission),
};

class NativeResponder implements Responder {
  private readonly mission: ModeMission;
  private isAnswering = false;

  constructor(mission: ModeMission) {
    this.mission = mission;
  }

  request({ mustAnswer }: ModeTurn): ReturnType<Responder["request"]> {
    if (this.isAnswering) return { output: { name: "answer", schema: { type: "object" } } };
    const names = ["program", ...Object.keys(this.mission.tools)];
    return {
      tools: names.map((name) => ({ name, inputSchema: { type: "object" } })),
      toolChoice: mustAnswer ? "none" : "auto",
    };
  }

  async respond({ content, text, providerData }: ModelResponse, turn: ModeTurn): Promise<Reaction> {
    const record = { rawResponse: text, ok: true, prints: [], toolCalls: [] };
    const calls = content.filter((part) => part.type === "tool-call");
    const stored = {
      role: "assistant" as const,
      content,
      ...(providerData === undefined ? {} : { providerOptions: providerData }),
    };
    if (this.isAnswering)
      return {
        type: "answer",
        value: JSON.parse(text) as unknown,
        messages: [stored],
        turn: record,
      };
    if (calls.length === 0) {
      this.isAnswering = true;
      const instruction = { role: "user" as const, content: "Now as JSON." };
      return { type: "ask-again", messages: [stored, instruction] };
    }
    const results: ToolMessage["content"][number][] = [];
    for (const call of calls) {
      const output = await this.called(call, turn);
      results.push({
        type: "tool-result",
        toolCallId: call.toolCallId,
        toolName: call.toolName,
        output,
      });
    }
    return {
      type: "next-turn",
      messages: [stored, { role: "tool", content: results }],
      turn: record,
    };
  }

  private async called({ toolName, input }: ToolCallPart, turn: ModeTurn): Promise<unknown> {
    const args = (input ?? {}) as { readonly source?: string };
    if (toolName === "program") {
      const step = await turn.evaluate(args.source ?? "");
      if (step.ok) this.mission.log.keep(step.memory, step.value, step.summaries);
      return step.ok ? step.return : step.fail.message;
    }
    const address = { run: turn.runId, turn: turn.number, path: [], ordinal: 0 };
    return await turn.toolRunner.begin(toolName, args, address)?.execute(turn.signal);
  }
}

/** Makes a native tool call of a model. */
export const call = (toolCallId: string, toolName: string, input: unknown): ToolCallPart => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input,
});
