// Who may call a tool: programs, the model itself by native tool calls, or both.

import type { CallLayer, Exposure } from "@ptc/core/contracts";
import type { ModeName } from "./mode-name.ts";

/** Where a tool does not say who may call it. */
const usual: Readonly<Record<ModeName, Exposure>> = {
  program: "program",
  "program-call": "program",
  text: "native",
  combined: "native",
};

/** Who can call tools at all. */
const layers: Readonly<Record<ModeName, Exposure>> = {
  program: "program",
  "program-call": "program",
  text: "native",
  combined: "both",
};

interface Exposed {
  readonly expose: Exposure | undefined;
}

interface WithTools<Tool> {
  readonly mode: ModeName;
  readonly tools: ReadonlyMap<string, Tool>;
}

/** Whether the layer may call the tool. */
export function isExposed({ expose }: Exposed, mode: ModeName, layer: CallLayer): boolean {
  const exposure = expose ?? usual[mode];
  return includes(exposure, layer) && includes(layers[mode], layer);
}

/** Whether a model that calls the tool itself sees a preview, as a program can have the answer. */
export function isPreviewed(
  { mode }: { readonly mode: ModeName },
  tool: Exposed & { readonly cache: boolean },
): boolean {
  return tool.cache && isExposed(tool, mode, "program");
}

function includes(exposure: Exposure, layer: CallLayer): boolean {
  return exposure === "both" || exposure === layer;
}

/** The tools that a layer may call, by name. */
export function toolsOf<Tool extends Exposed>(
  { mode, tools }: WithTools<Tool>,
  layer: CallLayer,
): ReadonlyMap<string, Tool> {
  return new Map([...tools].filter(([, tool]) => isExposed(tool, mode, layer)));
}

/** The agent as its programs know it: with the tools that they may call. */
export function ofPrograms<Agent extends WithTools<Exposed>>(agent: Agent): Agent {
  return { ...agent, tools: toolsOf(agent, "program") };
}
