// Wraps the tools of an agent for its mission: their calls are checked against their contracts, and
// a tool with `cache: true` is called only once for the same arguments.

import type { Tool } from "@ptc/core/contracts";
import { wrappedTool, type ToolWrapper } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { contracted } from "../agent/tool-contract.ts";
import type { ToolCache } from "./tool-cache.ts";

/** `warn` is called with the warnings of the checks. */
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
