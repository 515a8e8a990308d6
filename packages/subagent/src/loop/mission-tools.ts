// The tools of an agent as its mission calls them: held to their contracts, and asked once for the
// same arguments where their answers are kept.

import type { Tool } from "@ptc/core/contracts";
import { wrappedTool, type ToolWrapper } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { contracted } from "../agent/tool-contract.ts";
import type { ToolCache } from "./tool-cache.ts";

/** `warn` hears what was taken as something else. */
export function missionTools(
  { tools, validation }: Agent,
  toolCache: ToolCache,
  warn: (warning: string) => void,
): Readonly<Record<string, Tool>> {
  return Object.fromEntries(
    [...tools].map(([name, { execute, contract, cache }]) => {
      const held: ToolWrapper = (inner) =>
        contracted(inner, contract, validation, (warning) => {
          warn(`tool/${name}: ${warning}`);
        });
      const kept: ToolWrapper = (inner) => toolCache.cached(name, inner);
      return [name, wrappedTool(name, { execute }, cache ? [held, kept] : [held])];
    }),
  );
}
