// Doubles for tests that answer from a recorded run: a model for an agent whose tools are real, and
// tools for an agent whose model is.

import type { Tool, ToolFunction } from "@ptc/core/contracts";
import { EndOfRun } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import { recordOf } from "@ptc/core/values";
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
 * A model that gives the answers of a recorded run again, each where it was given: to the same
 * mission, in the same turn, in whatever order missions ask. For one run; what the recording does
 * not have ends it with `replay_diverged`.
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
            "a recorded model answers requests of missions, which have a requestId",
          );
        const location = effectLocation(request.requestId);
        const recorded = playback.take("model", location, "answer of a model");
        if (recorded.effect.unanswered !== undefined)
          throw playback.unreadable(recorded, "the request had no answer");
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
 * `tools` with the same contracts, whose calls are answered as in a recorded run: each call has to
 * be there, with these arguments. Agents and models that are tools stay as they are. For one run;
 * what the recording does not have ends it with `replay_diverged`.
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
      unanswered: () =>
        Promise.reject(
          new EndOfRun("replay_diverged", `the recorded call of tool/${name} had no answer`),
        ),
    });
  const doubles: AgentTools = recordOf(
    Object.entries(tools).map(([name, tool]) => [name, doubleOf(tool, recorded(name))]),
  );
  // Each has the type of the tool that it stands for.
  return doubles as Tools;
}

function doubleOf(tool: AgentTools[string], execute: ToolFunction): AgentTools[string] {
  if (typeof tool === "function") return execute;
  return isMissionTool(tool) ? tool : ({ ...tool, execute } satisfies Tool);
}
