// The system prompt for a model that answers itself, without programs. It needs no language and no
// data section, but the mission log applies.

import type { Firewall } from "@ptc/core/firewall";
import type { Agent } from "../agent/agent.ts";
import { missionLogSection } from "./mission-log-section.ts";
import { overriddenPrompt } from "./overridden-prompt.ts";

export function textPrompt(
  sections: readonly string[],
  agent: Agent,
  firewall: Firewall,
  journal: Readonly<Record<string, unknown>> | undefined,
): string {
  const assembled = [...sections, missionLogSection("system", agent, journal, firewall)];
  return overriddenPrompt(assembled.filter((section) => section !== "").join("\n\n"), agent);
}
