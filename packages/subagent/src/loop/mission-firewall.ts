// The firewall of a mission, shared by all its programs, messages, events and child missions.

import { Firewall } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import type { MissionScope } from "../bounds/mission-scope.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

/**
 * Returns the firewall. A child mission has its parent's firewall, no matter what its own agent
 * allows.
 */
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

/**
 * Adds the values of definitions with firewalled names, and of firewalled fields in other
 * definitions, to `firewall`.
 */
export function noteMemory(firewall: Firewall, memory: Memory): void {
  for (const [name, value] of memory.entries())
    if (firewall.hides(name)) firewall.note(value);
    else firewall.noteWithin(value);
}

/**
 * Adds the values of a program's definitions with firewalled names. Values of firewalled fields
 * were added when the program read them.
 */
export function noteDefinitions(firewall: Firewall, memory: Memory): void {
  for (const [name, value] of memory.entries()) if (firewall.hides(name)) firewall.note(value);
}
