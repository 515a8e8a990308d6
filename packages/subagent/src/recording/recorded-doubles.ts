// Test doubles that respond from a recorded run: a model for an agent with real tools, and tools
// for an agent with a real model.

import type { ToolFunction, TypedTool } from "@ptc/core/contracts";
import { EndOfRun } from "@ptc/core/internal/errors";
import { Firewall } from "@ptc/core/firewall";
import { recordOf } from "@ptc/core/internal/values";
import type { LanguageModel, ModelCapabilities } from "@ptc/llm";
import { isMissionTool, type AgentTools } from "../agent/mission-tool.ts";
import { answeringFromRecording } from "../model/from-recording.ts";
import { HiddenJson } from "./hidden-json.ts";
import { effectLocation } from "./effect-location.ts";
import { Playback } from "./playback.ts";
import { recordedAnswer } from "./recorded-answers.ts";
import { replayedTool } from "./replayed-tool.ts";
import { checkedRecording, type RunRecording } from "./run-recording.ts";

const allCapabilities: ModelCapabilities = {
  streaming: false,
  toolCalls: true,
  structuredOutput: "schema",
  thinking: true,
  files: ["*/*"],
  resultFiles: ["*/*"],
  fileUrls: ["*/*"],
};

/**
 * Returns a model that repeats the responses of a recorded run. Responses are found by mission and
 * turn, so missions may send requests in any order. Use it for one run. A request that isn't
 * recorded ends the run with `replay_diverged`.
 */
export function recordedModel(recording: RunRecording): LanguageModel {
  const playback = new Playback(checkedRecording(recording));
  const { provider, modelId, capabilities } = modelOf(recording);
  return answeringFromRecording({
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    generate: (request) =>
      new Promise((resolve) => {
        if (request.requestId === undefined)
          throw new EndOfRun(
            "replay_diverged",
            "a recorded model answers only requests of missions, which have a requestId",
          );
        const location = effectLocation(request.requestId);
        const recorded = playback.take("model", location, "model response");
        if (recorded.effect.unanswered !== undefined)
          throw playback.unreadable(recorded, "the request had no response");
        resolve(recordedAnswer(recorded, playback));
      }),
  });
}

function modelOf({ effects }: RunRecording) {
  for (const { effect } of effects)
    if (effect.type === "mission" && effect.model !== undefined) return effect.model;
  return { provider: "recorded", modelId: "recorded", capabilities: allCapabilities };
}

/**
 * Returns `tools` with the same contracts, whose calls return the results of a recorded run. Each
 * call must be recorded with the same arguments. Agents and models used as tools stay unchanged.
 * Use them for one run. A call that isn't recorded ends the run with `replay_diverged`.
 */
export function recordedTools<Tools extends AgentTools>(
  recording: RunRecording,
  tools: Tools,
): Tools {
  const playback = new Playback(checkedRecording(recording));
  const hiding = new HiddenJson(new Firewall());
  const recorded = (name: string): ToolFunction =>
    replayedTool(name, {
      playback,
      locationOf: effectLocation,
      shown: (args) => hiding.made(args),
      // The model is real, so the order of the recording doesn't apply.
      inTurn: async (_line, answer) => {
        await Promise.resolve();
        return answer();
      },
      unanswered: () =>
        Promise.reject(
          new EndOfRun("replay_diverged", `the recorded call of tool/${name} had no result`),
        ),
    });
  const doubles: AgentTools = recordOf(
    Object.entries(tools).map(([name, tool]) => [name, doubleOf(tool, recorded(name))]),
  );
  // Each double has the type of the tool that it replaces.
  return doubles as Tools;
}

function doubleOf(tool: AgentTools[string], execute: ToolFunction): AgentTools[string] {
  if (typeof tool === "function") return execute;
  return isMissionTool(tool) ? tool : ({ ...tool, execute } satisfies TypedTool);
}
