// Makes a tool of an agent.

import { OptionError } from "@ptc/core/errors";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { exposureNames, exposureOptions, type ToolExposure } from "../agent/expose-option.ts";
import { callBoundNames, callBounds, type CallBounds } from "../agent/call-bounds.ts";
import type { MissionTool } from "../agent/mission-tool.ts";
import { contractOfSignature } from "../agent/tool-contract.ts";
import { runChild } from "../loop/mission-run.ts";
import { missingModel, missingModelBelow } from "../loop/missing-model.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import { isBoolean, knownOptions, optionalText } from "../options/option-checks.ts";
import { requiredNames } from "../template/parse-template.ts";

/** The options of `asTool`: how an agent behaves as a tool of another. */
export interface AsToolOptions extends CallBounds, ToolExposure {
  /**
   * Tells the calling model what the agent does. Default: the description of the agent, or else the
   * first lines of its prompt.
   */
  readonly description?: string;
  /** The model of the agent where it names none itself; default: the model of the caller. */
  readonly llm?: ModelChoice;
  /** Whether an answer serves later calls with the same arguments; default false. */
  readonly cache?: boolean;
}

/**
 * A tool that runs `agent`: its signature says what the tool takes and answers, its failure is the
 * failure of the call. Its turns, requests, tokens and time are taken from those of the mission
 * that calls it, and its tools have the `deps` of that one.
 *
 * @example
 *   const desk = defineAgent({ prompt: "…", tools: { research: asTool(researcher) } });
 *
 * @throws OptionError for an agent without a signature
 */
export function asTool<Input, Output, Deps = unknown>(
  agent: Agent<Input, Output, Deps>,
  options: AsToolOptions = {},
): MissionTool<Deps> {
  // The types of the signature are checked where the tool is called.
  const child = checkedAgent(agent);
  knownOptions(options, ["description", "llm", "cache", ...callBoundNames, ...exposureNames]);
  const { llm, cache = false } = options;
  if (!child.hasSignature) throw noSignature(child);
  return {
    description:
      optionalText("description", options.description) ?? child.description ?? purposeOf(child),
    signature: child.signature.text,
    contract: contractOfSignature(child.signature),
    cache: isBoolean("cache", cache),
    ...callBounds(options),
    ...exposureOptions(options),
    runMission: (args, call, caller) =>
      runChild(child, { args, call, caller }, caller.scope(call, llm)),
    missingModel: (registry, seen) =>
      missingModel(child.llm ?? llm, registry) ?? missingModelBelow(child, registry, seen),
  };
}

function noSignature({ template }: Agent): OptionError {
  const parameters = requiredNames(template).map((name) => `${name} :any`);
  return new OptionError(
    "agent",
    `has no signature, which says what the tool takes and answers: define the agent with one such as "(${parameters.join(", ")}) -> :any"`,
  );
}

const purposeLines = 2;
const longestLine = 200;

/** The first lines of the prompt that say something. */
function purposeOf({ prompt }: Agent): string {
  return prompt
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, purposeLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
    .join(" ");
}
