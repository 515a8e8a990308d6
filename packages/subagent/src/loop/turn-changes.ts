// Compares the state of a mission before and after a turn, for its trace: definitions, the journal
// and the plan. Work and text are bounded, because a turn may define any number of values.

import type { TraceChange, TraceChanges } from "@ptc/core/contracts";
import { decodeValue } from "@ptc/core/decoding";
import { presentFields } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";
import { recordKey } from "../firewall/hidden-values.ts";
import type { MissionParts } from "./mission-parts.ts";

type Parts = Pick<MissionParts, "log" | "journal" | "firewall">;

const mostChanges = 100;
const longestValue = 400;
const longestName = 200;

/**
 * Remembers the state before a turn. The returned function compares it with the state then, and
 * returns undefined if nothing changed.
 */
export function changesSince(parts: Parts): () => TraceChanges | undefined {
  const { log, journal } = parts;
  const memory = new Map(log.memory.held());
  const summaries = new Map(log.summaries);
  const count = journal?.changeCount ?? 0;
  return () => {
    const changes = presentFields({
      memory: listed(memoryChanges(parts, memory)),
      journal: listed(journalChanges(parts, count)),
      plan: listed(planChanges(parts, summaries)),
    });
    return Object.keys(changes).length === 0 ? undefined : changes;
  };
}

function* memoryChanges(parts: Parts, before: ReadonlyMap<string, unknown>): Iterable<TraceChange> {
  const { memory } = parts.log;
  const after = new Map(memory.held());
  for (const [name, value] of after)
    if (before.get(name) !== value || !before.has(name))
      yield changeOf(parts, name, () => memory.get(name));
  for (const name of before.keys())
    if (!after.has(name)) yield { name: shortened(name, longestName) };
}

function* journalChanges(parts: Parts, count: number): Iterable<TraceChange> {
  for (const [id, json] of parts.journal?.setSince(count) ?? [])
    yield changeOf(parts, id, () => decodeValue(json));
}

function* planChanges(
  { log, firewall }: Parts,
  before: ReadonlyMap<string, string>,
): Iterable<TraceChange> {
  for (const [id, summary] of log.summaries)
    if (before.get(id) !== summary && id !== recordKey)
      yield {
        name: firewall.maskValues(shortened(id, longestName)),
        text: firewall.maskValues(shortened(summary, longestValue)),
      };
}

/** Returns the first changes, or undefined if there are none. */
function listed(changes: Iterable<TraceChange>): readonly TraceChange[] | undefined {
  const first: TraceChange[] = [];
  for (const change of changes) {
    if (first.length === mostChanges) break;
    first.push(change);
  }
  return first.length === 0 ? undefined : first;
}

/** Prints the beginning of a value, with markers in place of firewalled fields. */
function changeOf({ firewall }: Parts, name: string, read: () => Value | undefined): TraceChange {
  const shown = firewall.maskValues(shortened(name, longestName));
  try {
    const { text } = printBounded(read() ?? null, {
      maxCharacters: longestValue,
      hideFirewalled: firewall,
    });
    return { name: shown, text: firewall.maskValues(text) };
  } catch {
    return { name: shown, text: "#<cannot be shown>" };
  }
}
