// Notes the values that a firewall hides in memories, answers, summaries and cached results, and
// writes the positions of firewalled texts in them.
//
//   step.summaries   {"charge": "Charged kQ7canary", ":firewalled": "[[-8412],[0,8,17]]"}
//   step.toolCache   {"get {\"id\":1}": "kQ7canary", ":firewalled": [[5171],[0,0,9]]}

import type { Firewall, HiddenParts } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import { recordOf } from "@ptc/core/internal/values";
import { firewalledName, noteHidden } from "@ptc/lisp/internal";
import { storableValue } from "@ptc/core/internal/stored";

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
  noteHidden(memory, firewall);
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

/**
 * The entry of summaries and of cached results with the positions of firewalled texts in the other
 * entries. No key of a cache is equal to it, because keys begin with the name of a tool.
 */
export const recordKey = firewalledName;

/** Returns summaries with the positions of firewalled texts in them, if there are any. */
export function markedSummaries(
  firewall: Firewall,
  summaries: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const parts = firewall.hidesValues ? firewall.hiddenParts(summaries) : undefined;
  return parts === undefined ? summaries : withRecord(summaries, JSON.stringify(parts));
}

/** Returns cached results with the positions of firewalled texts in them, if there are any. */
export function markedCache(
  firewall: Firewall,
  cache: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!firewall.hidesValues) return cache;
  const json = cacheJson(cache);
  // If the results can't be written as JSON, all of their texts are hidden.
  const parts = json === undefined ? [] : firewall.hiddenParts(json);
  return parts === undefined ? cache : withRecord(cache, parts);
}

/** Returns the entries of an earlier mission without their record, and notes the hidden texts. */
export function notedSummaries(
  firewall: Firewall,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!Object.hasOwn(given, recordKey)) return given;
  const summaries = withoutRecord(given);
  firewall.noteParts(summaries, parsed(given[recordKey]));
  return summaries;
}

/** Does the same for cached results. */
export function notedCache(
  firewall: Firewall,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!Object.hasOwn(given, recordKey)) return given;
  const cache = withoutRecord(given);
  firewall.noteParts(cacheJson(cache) ?? {}, given[recordKey]);
  return cache;
}

/**
 * Returns the results as JSON that is equal for results that were stored as JSON, or `undefined`
 * if they can't be written.
 */
function cacheJson(cache: Readonly<Record<string, unknown>>): unknown {
  try {
    return JSON.parse(JSON.stringify(cache, writable));
  } catch {
    return undefined;
  }
}

function writable(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function withRecord<Item>(
  entries: Readonly<Record<string, Item>>,
  record: Item,
): Readonly<Record<string, Item>> {
  return recordOf([...Object.entries(entries), [recordKey, record]]);
}

function withoutRecord<Item>(
  entries: Readonly<Record<string, Item>>,
): Readonly<Record<string, Item>> {
  return recordOf(Object.entries(entries).filter(([name]) => name !== recordKey));
}
