// Chooses the mode by which the missions of an agent are answered.

import type { Agent } from "../agent/agent.ts";
import type { Mode } from "./mode.ts";
import { programMode } from "./program/program-mode.ts";

export function modeOf(_agent: Agent): Mode {
  return programMode;
}
