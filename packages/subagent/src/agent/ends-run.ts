// Which fails end not only the mission in which they happen, but those above it too.

import type { KnownFailReason } from "@ptc/core/contracts";

const kinds: ReadonlySet<string | undefined> = new Set<KnownFailReason>([
  "journal_failed",
  "replay_diverged",
]);

/** Whether nothing may have effects after a fail of this kind (`details.kind`), in any mission. */
export function endsRun(kind: string | undefined): boolean {
  return kinds.has(kind);
}
