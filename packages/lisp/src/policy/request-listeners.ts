// Listeners for the calls that a program requests, also for those that a resumed run doesn't
// repeat. A policy counts calls, and the count must be the same after a pause.

import type { ToolFunction } from "@ptc/core/contracts";

const listeners = new WeakMap<ToolFunction, (callId: string) => void>();

/** Calls `listener` for each request of a call of the function. */
export function listenToRequests(execute: ToolFunction, listener: (callId: string) => void): void {
  listeners.set(execute, listener);
}

/** Notes that a program requests a call. */
export function noteRequest(execute: ToolFunction, callId: string): void {
  listeners.get(execute)?.(callId);
}
