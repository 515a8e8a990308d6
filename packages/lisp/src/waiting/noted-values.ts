// Notes firewalled values of the memory and the history. Programs read those of a context or of a
// tool's result through host maps, which note each read. Values that are already language data
// don't, so all their firewalled fields are noted before the program runs.

import type { FieldFirewall, Value } from "@ptc/core/values";
import type { LispRunOptions } from "../options/run-options.ts";
import { resolveMemory, type Memory } from "../persistence/memory.ts";

/** @throws OptionError for a memory that can't be read */
export function noteStored(
  { memory: given, history = [] }: Pick<LispRunOptions, "memory" | "history">,
  firewall: FieldFirewall,
): void {
  const memory = resolveMemory(given);
  for (const name of memory.names()) {
    const value = readable(memory, name);
    if (value === undefined) continue;
    if (firewall.hides(name)) firewall.note(value);
    else firewall.noteWithin(value);
  }
  for (const value of history) firewall.noteWithin(value);
}

/** A value from another process that can't be read fails the program that uses it. */
function readable(memory: Memory, name: string): Value | undefined {
  try {
    return memory.get(name);
  } catch {
    return undefined;
  }
}
