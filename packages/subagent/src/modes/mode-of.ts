// Connects each row of the mode table to the code of that mode.

import type { Agent } from "../agent/agent.ts";
import { toolsOf } from "../mode-traits/exposure.ts";
import type { ModeName } from "../mode-traits/mode-table.ts";
import { combinedMode } from "./combined/combined-mode.ts";
import type { Mode } from "./mode.ts";
import { nativeMode } from "./native/native-mode.ts";
import { programCallMode } from "./program-call/program-call-mode.ts";
import { programMode } from "./program/program-mode.ts";
import { textMode } from "./text/text-mode.ts";

const modes: Readonly<Record<ModeName, (agent: Agent) => Mode>> = {
  program: () => programMode,
  "program-call": () => programCallMode,
  text: (agent) => (toolsOf(agent, "native").size === 0 ? textMode : nativeMode),
  combined: () => combinedMode,
};

/** Returns the mode in which the missions of an agent are answered. */
export function modeOf(agent: Agent): Mode {
  return modes[agent.mode](agent);
}
