// Combines tools of the AI SDK and of PTC in one record. Their properties distinguish them.

import type { Tool } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { recordOf } from "@ptc/core/internal/values";
import type { AgentTools } from "@ptc/subagent";
import { originOf, takenTool, type AiSdkTool } from "./ai-sdk-tools.ts";
import type { HostCallOf } from "./host-call.ts";
import type { ResolvedToolOptions } from "./tool-options.ts";

/** Options that only PTC tools have; `runMission` marks agents and models as tools. */
const optionsOfPtc = [
  "signature",
  "callForm",
  "cache",
  "expose",
  "nativeResult",
  "timeoutMs",
  "retries",
  "concurrency",
  "approvalTimeoutMs",
  "suspends",
  "effect",
  "idempotent",
  "openWorld",
  "runMission",
] as const satisfies readonly (keyof Tool | "runMission")[];

/** Returns all as PTC tools; AI SDK tools get the call details of `hostCallOf`. */
export function mixedTools(
  tools: Readonly<Record<string, AgentTools[string] | AiSdkTool>>,
  options: ResolvedToolOptions,
  hostCallOf: HostCallOf,
): AgentTools {
  // Callers in JavaScript may pass anything.
  if (typeof (tools as unknown) !== "object" || (tools as unknown) === null)
    throw new OptionError("tools", "expected tools by name");
  return recordOf(
    Object.entries<unknown>(tools).map(([name, tool]) => {
      const taken = typeof tool === "object" && tool !== null ? originOf(tool) : undefined;
      if (taken !== undefined)
        return [name, takenTool(name, taken.tool, taken.options, hostCallOf).tool];
      // The check of programs' tools rejects anything else.
      return [
        name,
        isAiSdkTool(tool)
          ? takenTool(name, tool, options, hostCallOf).tool
          : (tool as AgentTools[string]),
      ];
    }),
  );
}

function isAiSdkTool(tool: unknown): tool is AiSdkTool {
  return (
    typeof tool === "object" &&
    tool !== null &&
    "inputSchema" in tool &&
    !optionsOfPtc.some((option) => option in tool)
  );
}
