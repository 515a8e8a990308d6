// Notes the values that a firewall hides in memories and answers, and the positions of firewalled
// texts in an answer.

import type { Firewall, HiddenParts } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import { firewalledName } from "@ptc/lisp/internal";
import { storableValue } from "../values/value-json.ts";

/**
 * Returns the positions of firewalled texts in the answer of a mission, for its step, or
 * `undefined` without any.
 */
export function hiddenInReturn(firewall: Firewall, returned: unknown): HiddenParts | undefined {
  return firewall.hidesValues ? firewall.hiddenParts(storableValue(returned)) : undefined;
}

/** Adds the firewalled texts in the answer of an earlier mission to `firewall`. */
export function noteReturn(firewall: Firewall, step: ReturnedStep): void {
  if (step.ok && step.firewalled !== undefined)
    firewall.noteParts(storableValue(step.return), step.firewalled);
}

/** The part of a step that a later mission reads. */
type ReturnedStep =
  | { readonly ok: true; readonly return: unknown; readonly firewalled?: HiddenParts }
  | { readonly ok: false };

/**
 * Adds the values of definitions with firewalled names, of firewalled fields in other definitions,
 * and texts that the firewall of an earlier mission hid, to `firewall`.
 */
export function noteMemory(firewall: Firewall, memory: Memory): void {
  if (memory.hiding !== undefined && memory.hiding !== firewall) {
    const { [firewalledName]: parts, ...json } = memory.toJSON();
    if (parts !== undefined) firewall.noteParts(json, parts);
  }
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
