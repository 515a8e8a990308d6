// Memory whose firewalled texts stay hidden in later runs.

import type { FieldFirewall } from "@ptc/core/values";
import type { Memory, MemoryHiding } from "./memory.ts";
import { firewalledName } from "./sequences-name.ts";

/** The last memory whose texts each firewall has noted. A later run doesn't write it again. */
const noted = /* @__PURE__ */ new WeakMap<object, Memory>();

/** Adds the texts that an earlier firewall hid in `memory` to the firewall of a run. */
export function noteHidden(memory: Memory, firewall: FieldFirewall | undefined): void {
  if (memory.hiding === undefined || memory.hiding === firewall) return;
  if (firewall?.noteParts === undefined || noted.get(firewall) === memory) return;
  noted.set(firewall, memory);
  const { [firewalledName]: parts, ...json } = memory.toJSON();
  if (parts !== undefined) firewall.noteParts(json, parts);
}

/**
 * Returns what knows the hidden texts of the memory after a run: its firewall, or that of the
 * memory before.
 */
export function hidingAfter(
  memory: Memory,
  firewall: FieldFirewall | undefined,
): MemoryHiding | undefined {
  return firewall?.hiddenParts === undefined ? memory.hiding : (firewall as MemoryHiding);
}
