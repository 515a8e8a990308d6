// Lists the failures that end the mission in which they happen and all its parent missions.

import type { KnownFailReason } from "@ptc/core/contracts";

const kinds: ReadonlySet<string | undefined> = new Set<KnownFailReason>([
  "journal_failed",
  "replay_diverged",
]);

/** True if no mission may have further effects after a failure of this kind (`details.kind`). */
export function endsRun(kind: string | undefined): boolean {
  return kinds.has(kind);
}
