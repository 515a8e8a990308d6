// Yields to the host, so that its timers, messages and abort signals get their turn.

import { turnQueue } from "./turn-queue.ts";

/**
 * Resolves in a new event-loop task, because promises alone leave no room for timers and messages.
 * No other run computes in the same task.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    turnQueue.enter(resolve, true);
  });
}
