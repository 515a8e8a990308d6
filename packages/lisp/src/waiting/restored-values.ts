// Edited arguments contain markers where the shown arguments hid values. A marker keeps the
// requested value.

import { isFields } from "@ptc/core/internal/stored";

/**
 * Returns `edited` with the requested value at each place whose text is as shown. So a person can
 * edit a call without seeing its firewalled values.
 * @throws TypeError for values that are nested too deep
 */
export function restored(edited: unknown, shown: unknown, requested: unknown, depth = 0): unknown {
  if (depth > mostDepth)
    throw new TypeError(`the arguments are nested more than ${String(mostDepth)} levels deep`);
  if (typeof edited === "string") return edited === shown ? requested : edited;
  if (Array.isArray(edited))
    return (edited as readonly unknown[]).map((item, index) =>
      restored(item, at(shown, index), at(requested, index), depth + 1),
    );
  if (!isFields(edited)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([name, item]) => [
      name,
      restored(item, field(shown, name), field(requested, name), depth + 1),
    ]),
  );
}

/** More than any tool reads, and fewer than the host's stack allows. */
const mostDepth = 1_000;

function at(list: unknown, index: number): unknown {
  return Array.isArray(list) ? (list as readonly unknown[])[index] : undefined;
}

function field(fields: unknown, name: string): unknown {
  return isFields(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
