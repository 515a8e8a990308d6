// The firewall of a mission, shared by all its programs, messages, events and child missions.

import { Firewall } from "@ptc/core/firewall";
import type { Agent } from "../agent/agent.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import { noteMemory, noteReturn } from "../firewall/hidden-values.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

/**
 * Returns the firewall. A child mission has its parent's firewall, no matter what its own agent
 * allows.
 */
export function missionFirewall(
  agent: Agent,
  { firewall, memory, before }: ResolvedMissionOptions,
  scope: MissionScope,
): Firewall {
  const { allow = [] } = firewall;
  const made = scope.firewall ?? new Firewall({ allow: [...agent.firewall.allow, ...allow] });
  noteMemory(made, memory);
  if (before !== undefined) noteReturn(made, before);
  return made;
}
