// Chooses the mode by which the missions of an agent are answered.

import type { Agent } from "../agent/agent.ts";
import { toolsOf } from "../agent/exposure.ts";
import { combinedMode } from "./combined/combined-mode.ts";
import type { Mode } from "./mode.ts";
import { nativeMode } from "./native/native-mode.ts";
import { programCallMode } from "./program-call/program-call-mode.ts";
import { programMode } from "./program/program-mode.ts";
import { textMode } from "./text/text-mode.ts";

export function modeOf(agent: Agent): Mode {
  switch (agent.mode) {
    case "program":
      return programMode;
    case "program-call":
      return programCallMode;
    case "text":
      return toolsOf(agent, "native").size === 0 ? textMode : nativeMode;
    case "combined":
      return combinedMode;
  }
}
