// Memory for a store that isn't encrypted: without definitions that contain firewalled values.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { Memory } from "../persistence/memory.ts";
import { firewalledName } from "../persistence/sequences-name.ts";
import { withUnkeptNames } from "../persistence/unkept-names.ts";
import { shownJson } from "./checkpoint-mask.ts";

const reason = "it has firewalled values, which aren't stored without encryption";

/** The JSON of a memory, and the names that it lacks. */
export interface ClearMemory {
  readonly json: Readonly<Record<string, Json>>;
  readonly omitted: readonly string[];
}

/** Returns the JSON of a memory without definitions in which `firewall` hides something. */
export function clearMemory(memory: Memory, firewall: Firewall): ClearMemory {
  const { [firewalledName]: parts, ...whole } = memory.toJSON();
  if (parts !== undefined) firewall.noteParts(whole, parts);
  if (isClear(whole, firewall)) return { json: whole, omitted: [] };
  const omitted: string[] = [];
  const values = new Map(memory.held());
  const part = (held: typeof values): Memory =>
    Memory.ofValues(held, memory.mayAwait, memory.sequences, true);
  for (const [name, value] of values) {
    if (isClear(part(new Map([[name, value]])).toJSON(), firewall)) continue;
    values.delete(name);
    omitted.push(name);
  }
  const clear = withUnkeptNames(
    part(values),
    omitted.map((name) => [name, reason]),
    memory,
  );
  return { json: clear.toJSON(), omitted };
}

function isClear(json: Json, firewall: Firewall): boolean {
  return shownJson(json, firewall) === json;
}
