// Measures what a session keeps: its definitions, its results, and the program that waits in it.

import type { Memory } from "@ptc/lisp";
import { jsonSize } from "../json-size.ts";
import type { McpServerLimits } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import type { SessionState } from "./session-state.ts";

/** Returns the approximate bytes of the definitions; above `atMost`, any larger number. */
export function memoryBytes(memory: Memory, atMost: number): number {
  let total = 0;
  for (const name of memory.names()) total += memory.sizeOf(name, atMost) ?? atMost + 1;
  return total;
}

/**
 * Checks that a session has room for its program that waits. Results can't make room for it: the
 * program may read them when it continues.
 * @throws Refusal
 */
export function assertRoomForWaiting(
  { memory, results, waiting }: SessionState,
  { sessionBytes }: McpServerLimits,
): void {
  if (waiting === undefined) return;
  let room = sessionBytes - memoryBytes(memory, sessionBytes);
  for (const { bytes } of results.values()) room -= bytes;
  const { work, pending, checkpoint } = waiting;
  const size =
    room > 0
      ? jsonSize([work, pending, checkpoint], { characters: room, levels: Infinity })
      : "characters";
  if (typeof size === "number") return;
  const others = memory.size + results.size > 0;
  throw new Refusal(
    "limit_exceeded",
    `with its results of tools so far, it is larger than a session may be (${String(sessionBytes)} bytes)` +
      (others
        ? ": use another session, or make the calls that need approval first"
        : ": make the calls that need approval first"),
  );
}
