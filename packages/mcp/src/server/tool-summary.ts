// Summarizes the names of tools for a description: `crm 12, shop 40`. There may be thousands.

import { oneLine } from "@ptc/core/internal/errors";

const longestGroup = 30;

/** The usual size of a summary, in characters. */
export const usualSummary = 160;

/**
 * Returns the first parts of the names with the number of their tools, largest first, in about
 * `longest` characters.
 */
export function toolSummary(names: Iterable<string>, longest = usualSummary): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    const slash = name.indexOf("/");
    const group = slash === -1 ? "" : name.slice(0, slash);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  let others = counts.get("") ?? 0;
  counts.delete("");
  let shown = "";
  for (const [group, count] of [...counts].sort(([, left], [, right]) => right - left)) {
    const text = `${shown === "" ? "" : ", "}${oneLine(group, longestGroup)} ${String(count)}`;
    if (shown.length + text.length > longest) others += count;
    else shown += text;
  }
  if (others === 0) return shown;
  return shown === "" ? String(others) : `${shown}, others ${String(others)}`;
}
