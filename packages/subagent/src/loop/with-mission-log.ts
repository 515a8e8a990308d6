// The first user message, with the journal if the agent wants it there.

import type { Firewall } from "@ptc/core/firewall";
import type { Agent } from "../agent/agent.ts";
import { missionLogSection } from "../prompt/mission-log-section.ts";

export function withMissionLog(
  prompt: string,
  agent: Agent,
  journal: Readonly<Record<string, unknown>> | undefined,
  firewall: Firewall,
): string {
  const section = missionLogSection("user", agent, journal, firewall);
  return section === "" ? prompt : `${prompt}\n\n${section}`;
}
