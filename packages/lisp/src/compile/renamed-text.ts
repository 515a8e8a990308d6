// Returns the text of a part of a program in which names that depend on its `require` are written
// in full. So a function stored as text means the same in a program without that `require`.

import type { Rename } from "../analysis/core-tree.ts";

/** `renames` are in the order of the source. */
export function renamedText(
  { source, renames }: { readonly source: string; readonly renames: readonly Rename[] },
  start: number,
  end: number,
): string {
  let text = "";
  let from = start;
  for (let index = firstFrom(renames, start); index < renames.length; index++) {
    const rename = renames[index];
    if (rename === undefined || rename.end > end) break;
    text += source.slice(from, rename.start) + rename.name;
    from = rename.end;
  }
  return text + source.slice(from, end);
}

/** Returns the index of the first rename that begins at or after `start`. Uses binary search. */
function firstFrom(renames: readonly Rename[], start: number): number {
  let [low, high] = [0, renames.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((renames[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
