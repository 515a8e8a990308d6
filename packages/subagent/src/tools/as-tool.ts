// Turns an agent into a tool.

import { shortened } from "@ptc/core/internal/printing";
import type { Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { presentFields } from "@ptc/llm/adapter";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { exposureNames, exposureOptions, type ToolExposure } from "../agent/expose-option.ts";
import { callBoundNames, callBounds, type CallBounds } from "../agent/call-bounds.ts";
import { agentCanWait } from "../agent/agent-tool.ts";
import { callWaits } from "../agent/call-waits.ts";
import type { MissionTool } from "../agent/mission-tool.ts";
import { contractOfMission } from "../agent/tool-contract.ts";
import { runChild } from "../loop/mission-run.ts";
import { missingModel, missingModelBelow } from "../loop/missing-model.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import { isBoolean, knownOptions, optionalText } from "../options/option-checks.ts";
import { requiredNames } from "../template/parse-template.ts";

/** The options of `asTool`: how an agent behaves as a tool of another. */
export interface AsToolOptions
  extends CallBounds, ToolExposure, Pick<Tool, "needsApproval" | "approvalTimeoutMs" | "effect"> {
  /**
   * The description of the agent for the calling model. Default: the description of the agent, or
   * else the first lines of its prompt.
   */
  readonly description?: string;
  /** The model of the agent if the agent names none itself. Default: the model of the caller. */
  readonly llm?: ModelChoice;
  /** True to reuse a result for later calls with the same arguments. Default false. */
  readonly cache?: boolean;
}

const asToolNames: readonly string[] = [
  "description",
  "llm",
  "cache",
  ...callBoundNames,
  ...exposureNames,
  "needsApproval",
  "approvalTimeoutMs",
  "effect",
];

/**
 * Returns a tool that runs `agent`. The agent's signature defines the arguments and the result,
 * and its failure is the failure of the call. Its turns, requests, tokens and time count toward
 * the calling mission, and its tools have that mission's `deps`.
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
  // The types of the signature are checked when the tool is called.
  const child = checkedAgent(agent);
  knownOptions(options, asToolNames);
  callWaits(options);
  const { llm, cache = false, needsApproval, approvalTimeoutMs, effect } = options;
  if (!child.hasSignature) throw noSignature(child);
  return {
    description:
      optionalText("description", options.description) ?? child.description ?? purposeOf(child),
    signature: child.signature.text,
    contract: contractOfMission(child.signature),
    cache: isBoolean("cache", cache),
    ...callBounds(options),
    ...exposureOptions(options),
    ...presentFields({ needsApproval, approvalTimeoutMs, effect }),
    canWait: agentCanWait(child),
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
    `has no signature, so the tool's input and output are unknown: define the agent with one, such as "(${parameters.join(", ")}) -> :any"`,
  );
}

const purposeLines = 2;
const longestLine = 200;

/** Returns the first lines of the prompt that are not blank. */
function purposeOf({ prompt }: Agent): string {
  return prompt
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, purposeLines)
    .map((line) => shortened(line, longestLine))
    .join(" ");
}
