// Limits the bytes that tool calls and tasks of one run may send. The host stores them until the
// run ends, and then in its step. Both sides count; the process counts in order to end its program
// cleanly.

import type { Limits } from "../evaluation/limits.ts";

/** Returns the total bytes for tool calls and tasks of one run. */
export function longestSaying({ memoryBytes }: Limits, memoryMb: number): number {
  return Math.min(memoryBytes, memoryMb * 1024 * 1024);
}

/** Returns the stored size of a message with this many bytes. */
export function sayingBytes(bytes: number): number {
  return bytes + 64;
}
