// The system prompt of a model that answers by itself and has no programs: it has no language to
// learn and no data but the prompt, and is told what is done as any other.

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
