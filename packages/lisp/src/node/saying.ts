// Limits the bytes that the messages of one run may have before its step. The host stores their
// data until the run ends, and then in its step. Both sides count; the process counts in order to
// end its program cleanly.

import type { Limits } from "../evaluation/limits.ts";
import type { ChildMessage } from "./messages.ts";

/** The messages that count: the host stores their data. */
export const countedTypes: ReadonlySet<ChildMessage["type"]> = /* @__PURE__ */ new Set<
  ChildMessage["type"]
>(["tool-call", "task", "read", "pause"]);

/** Returns the total bytes of the counted messages of one run. */
export function longestSaying({ memoryBytes }: Limits, memoryMb: number): number {
  return Math.min(memoryBytes, memoryMb * 1024 * 1024);
}

/** Returns the stored size of a message with this many bytes. */
export function sayingBytes(bytes: number): number {
  return bytes + 64;
}
