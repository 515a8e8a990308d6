// Entries of a journal with firewalled texts. A later run notes these texts before it reads the
// entry, so they stay hidden under any name.
//
//   {"$firewalled": [entry, positions]}
//   {"$firewalled": [entry, positions or null, positions in the id]}

import { tags } from "../../encoding/index.ts";
import type { FieldFirewall } from "../../values/index.ts";
import { isObject } from "../host/index.ts";

/**
 * Returns an entry with the positions of firewalled texts in it and in its id, or the same entry
 * without any.
 */
export function markedEntry(
  id: string,
  json: unknown,
  firewall: FieldFirewall | undefined,
): unknown {
  const parts = firewall?.hiddenParts?.(json);
  const inId = firewall?.hiddenParts?.(id);
  if (inId !== undefined) return { [tags.firewalled]: [json, parts ?? null, inId] };
  return parts === undefined ? json : { [tags.firewalled]: [json, parts] };
}

/** Returns the JSON of an entry, and notes the firewalled texts in it and in its id. */
export function unmarkedEntry(
  id: string,
  entry: unknown,
  firewall: FieldFirewall | undefined,
): unknown {
  if (!isObject(entry) || !Object.hasOwn(entry, tags.firewalled)) return entry;
  const marked = entry[tags.firewalled];
  if (!Array.isArray(marked) || marked.length < 2 || marked.length > 3) return entry;
  const [json, parts, inId] = marked as readonly unknown[];
  if (marked.length === 2 || parts !== null) firewall?.noteParts?.(json, parts);
  if (marked.length === 3) firewall?.noteParts?.(id, inId);
  return json;
}
