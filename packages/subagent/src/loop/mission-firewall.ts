// The firewall of a mission: one for all its programs, messages and events, and for the missions
// below it.

import { Firewall } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

/** A mission below another one has the firewall of that one, whatever its agent allows. */
export function missionFirewall(
  agent: Agent,
  { firewall, memory }: ResolvedMissionOptions,
  scope: MissionScope,
): Firewall {
  const { allow = [] } = firewall;
  const made = scope.firewall ?? new Firewall({ allow: [...agent.firewall.allow, ...allow] });
  noteMemory(made, memory);
  return made;
}

/** Tells `firewall` of the definitions whose name is firewalled, and of such fields in others. */
export function noteMemory(firewall: Firewall, memory: Memory): void {
  for (const [name, value] of memory.entries())
    if (firewall.hides(name)) firewall.note(value);
    else firewall.noteWithin(value);
}

/** The same for definitions of a program: what they hold was noted when it was read. */
export function noteDefinitions(firewall: Firewall, memory: Memory): void {
  for (const [name, value] of memory.entries()) if (firewall.hides(name)) firewall.note(value);
}
