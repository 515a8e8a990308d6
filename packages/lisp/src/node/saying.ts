// How much the tool calls and the tasks of one run may say: what they say is kept in the host until
// the run ends, and after that in its step. Both sides count, the process to end its program in
// order.

import type { Limits } from "../evaluation/limits.ts";

/** What the tool calls and tasks of one run may take together. */
export function longestSaying({ memoryBytes }: Limits, memoryMb: number): number {
  return Math.min(memoryBytes, memoryMb * 1024 * 1024);
}

/** What a message of so many bytes takes where it is kept. */
export function sayingBytes(bytes: number): number {
  return bytes + 64;
}
