// Errors of functions of the application: runs that meet them are tried again later.

import { OptionError } from "@ptc/core/errors";
import { RunsError } from "./runs-error.ts";

/** A function of the application failed, so trying again can help. */
export class AgentError extends Error {}

const longestWait = 300_000;

/** Returns the wait before the next attempt, in milliseconds. */
export function retryPause(attempts: number): number {
  return Math.min(longestWait, 1_000 * 2 ** Math.min(attempts, 20));
}

/**
 * Returns what a function of the application makes.
 * @throws AgentError for its errors; OptionError, RunsError
 */
export async function retriable<Made>(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof OptionError || error instanceof RunsError) throw error;
    throw new AgentError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
