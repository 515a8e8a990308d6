// Remembers why names of a memory have no value, although a program defined them. A later program
// that uses such a name gets the reason, even if programs ran in between.

import { tags, type Json } from "@ptc/core/encoding";
import { oneLine } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { defineField } from "@ptc/core/internal/values";
import type { Fail } from "@ptc/core/contracts";
import { fieldsOf } from "../evaluation/host/is-object.ts";
import { Memory, type MemoryUnkept } from "./memory.ts";

/** The maximum number of names. The newest are kept. */
const mostNames = 100;

const longestReason = 200;

class UnkeptNames implements MemoryUnkept {
  readonly reasons: ReadonlyMap<string, string>;

  constructor(reasons: ReadonlyMap<string, string>) {
    this.reasons = reasons;
  }

  writeTo(object: Record<string, Json>): void {
    for (const [name, reason] of this.reasons)
      if (!Object.hasOwn(object, name)) defineField(object, name, { [tags.unkept]: reason });
  }
}

/**
 * Returns `memory`, which was just made, with the reasons why names have no value: those of
 * `before`, the memory that a program was given, and `reasons`, which replace them. Omits the names
 * that `memory` has.
 */
export function withUnkeptNames(
  memory: Memory,
  reasons: Iterable<readonly [name: string, reason: string]>,
  before?: Memory,
): Memory {
  const names = new Set(memory.names());
  const all = new Map(unkeptNamesIn(before));
  for (const [name, reason] of reasons) {
    all.delete(name);
    all.set(name, reason);
  }
  const kept = [...all].filter(([name]) => !names.has(name)).slice(-mostNames);
  if (kept.length === 0) return memory;
  // Programs share the empty memory.
  const marked = memory === Memory.empty ? Memory.ofValues(new Map(), false) : memory;
  marked.unkept = new UnkeptNames(new Map(kept));
  return marked;
}

/**
 * Returns the names of `json` whose values could not be written, with reasons as `mask` returns
 * them, because a reason may contain keys of the data.
 */
export function unkeptNamesOf(
  json: object,
  mask = (reason: string): string => reason,
): [name: string, reason: string][] {
  return fieldsOf(json).flatMap(([name, value]) => {
    const reason = unkeptReason(value);
    return reason === undefined ? [] : [[name, mask(reason)]];
  });
}

/** Returns the reason in the JSON of a value that could not be written. */
export function unkeptReason(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const fields = fieldsOf(json);
  const [name, reason] = fields.length === 1 ? (fields[0] ?? []) : [];
  return name === tags.unkept && typeof reason === "string" ? reason : undefined;
}

/**
 * Returns `fail` with the reasons for unknown names that an earlier program defined, and that
 * `memory` omits.
 */
export function explainedNames(fail: Fail, memory: Memory): Fail {
  const reasons = unkeptNamesIn(memory);
  return reasons.size === 0 ? fail : explained(fail, reasons);
}

function explained(fail: Fail, reasons: ReadonlyMap<string, string>): Fail {
  const { op = "", message, details } = fail;
  if (details === undefined) return fail;
  const errors = details.errors?.map((error) => explained(error, reasons));
  const others = errors === undefined ? details : { ...details, errors };
  const reason = details.kind === "unbound_var" ? reasons.get(op) : undefined;
  const isUnknown = message === `unknown symbol ${op}` || message === `${op} has no value yet`;
  if (reason === undefined || !isUnknown) return { ...fail, details: others };
  return {
    ...fail,
    message: `unknown symbol ${op}: an earlier program defined it, but it was not kept: ${oneLine(reason, longestReason)}`,
    details: { ...others, hint: `define ${op} again in this program` },
  };
}

/** Returns the names without a value in `memory`, with reasons. */
export function unkeptNamesIn(memory: Memory | undefined): ReadonlyMap<string, string> {
  return memory?.unkept instanceof UnkeptNames ? memory.unkept.reasons : new Map();
}
