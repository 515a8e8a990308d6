// Entries of a journal with firewalled texts. A later run notes these texts before it reads the
// entry, so they stay hidden under any name.
//
//   {"$firewalled": [entry, positions]}

import { tags } from "../../encoding/index.ts";
import type { FieldFirewall } from "../../values/index.ts";
import { isObject } from "../host/index.ts";

/** Returns an entry with the positions of its firewalled texts, or the same entry without any. */
export function markedEntry(json: unknown, firewall: FieldFirewall | undefined): unknown {
  const parts = firewall?.hiddenParts?.(json);
  return parts === undefined ? json : { [tags.firewalled]: [json, parts] };
}

/** Returns the JSON of an entry, and notes its firewalled texts. */
export function unmarkedEntry(entry: unknown, firewall: FieldFirewall | undefined): unknown {
  if (!isObject(entry) || !Object.hasOwn(entry, tags.firewalled)) return entry;
  const marked = entry[tags.firewalled];
  if (!Array.isArray(marked) || marked.length !== 2) return entry;
  const [json, parts] = marked as readonly unknown[];
  firewall?.noteParts?.(json, parts);
  return json;
}
