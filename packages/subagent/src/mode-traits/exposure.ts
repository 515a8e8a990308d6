// Which layers may call a tool: programs, the model through native tool calls, or both.

import type { CallLayer, Exposure } from "@ptc/core/contracts";
import { traitsOf, type ModeName } from "./mode-table.ts";

interface Exposed {
  readonly expose: Exposure | undefined;
}

interface WithTools<Tool> {
  readonly mode: ModeName;
  readonly tools: ReadonlyMap<string, Tool>;
}

/** True if the layer may call the tool. */
export function isExposed({ expose }: Exposed, mode: ModeName, layer: CallLayer): boolean {
  const { callers, defaultExposure } = traitsOf({ mode });
  return includes(expose ?? defaultExposure, layer) && includes(callers, layer);
}

/** True if a native call shows the model a preview, because programs can read the whole result. */
export function isPreviewed(
  { mode }: { readonly mode: ModeName },
  tool: Exposed & { readonly cache: boolean },
): boolean {
  return tool.cache && isExposed(tool, mode, "program");
}

function includes(exposure: Exposure, layer: CallLayer): boolean {
  return exposure === "both" || exposure === layer;
}

/** Returns the tools that a layer may call, by name. */
export function toolsOf<Tool extends Exposed>(
  { mode, tools }: WithTools<Tool>,
  layer: CallLayer,
): ReadonlyMap<string, Tool> {
  return new Map([...tools].filter(([, tool]) => isExposed(tool, mode, layer)));
}

/** Returns the agent with only the tools that its programs may call. */
export function ofPrograms<Agent extends WithTools<Exposed>>(agent: Agent): Agent {
  return { ...agent, tools: toolsOf(agent, "program") };
}
