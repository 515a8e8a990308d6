// The tools of an agent as its mission calls them: held to their contracts, and asked once for the
// same arguments where their answers are kept.

import type { ToolFunction } from "@ptc/core/contracts";
import type { Agent } from "../agent/agent.ts";
import { contracted } from "../agent/tool-contract.ts";
import type { ToolCache } from "./tool-cache.ts";

/** `warn` hears what was taken as something else. */
export function missionTools(
  { tools, validation }: Agent,
  toolCache: ToolCache,
  warn: (warning: string) => void,
): Readonly<Record<string, ToolFunction>> {
  return Object.fromEntries(
    [...tools].map(([name, { execute, contract, cache }]) => {
      const held = contracted(execute, contract, validation, (warning) => {
        warn(`tool/${name}: ${warning}`);
      });
      return [name, cache ? toolCache.cached(name, held) : held];
    }),
  );
}
