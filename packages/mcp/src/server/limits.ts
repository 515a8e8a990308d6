// The limits of a server. Clients aren't trusted, so everything that they can make is bounded.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";

/** The limits of `createMcpServer`; sizes are in characters, and times in milliseconds. */
export interface McpServerLimits {
  /** The longest program. Default: 100,000. */
  readonly programChars: number;
  /** The largest context, or edited arguments, as JSON. Default: 1,000,000. */
  readonly contextChars: number;
  /** The largest value that is returned whole; a larger one becomes a preview. Default: 4,000. */
  readonly valueChars: number;
  /** The preview of a larger value. Default: 1,000. */
  readonly previewChars: number;
  /** The longest prints of a program. Default: 4,000. */
  readonly printChars: number;
  /**
   * The definitions and stored results of a session, with the program that waits in it, in bytes.
   * Default: 16,777,216.
   */
  readonly sessionBytes: number;
  /** The stored results of a session; the oldest are dropped. Default: 20. */
  readonly results: number;
  /** How long a session that isn't used is kept. Default: a day. */
  readonly sessionTtlMs: number;
  /** The sessions of one client. Default: 32. */
  readonly sessionsPerClient: number;
  /** The sessions of all clients. Default: 1,000. */
  readonly sessions: number;
  /** The programs that wait for their turn in one session. Default: 16. */
  readonly queuedPerSession: number;
  /** The programs and agents that run at the same time. Default: 16. */
  readonly running: number;
  /** Those that wait until others end. Default: 128. */
  readonly queued: number;
  /** The calls of one program that may wait for decisions. Default: 50. */
  readonly pendingCalls: number;
}

const defaults: McpServerLimits = {
  programChars: 100_000,
  contextChars: 1_000_000,
  valueChars: 4_000,
  previewChars: 1_000,
  printChars: 4_000,
  sessionBytes: 2 ** 24,
  results: 20,
  sessionTtlMs: 24 * 60 * 60 * 1_000,
  sessionsPerClient: 32,
  sessions: 1_000,
  queuedPerSession: 16,
  running: 16,
  queued: 128,
  pendingCalls: 50,
};

/** A smaller limit leaves no room for what it limits. */
const least: Partial<McpServerLimits> = {
  valueChars: 40,
  previewChars: 40,
  printChars: 40,
  queued: 0,
};

/** Checks the limits and fills in defaults. @throws OptionError with the limit's name */
export function serverLimits(given: Partial<McpServerLimits> = {}): McpServerLimits {
  const names = Object.keys(defaults) as (keyof McpServerLimits)[];
  assertKnownOptions(given, names);
  for (const name of names) {
    const value = given[name];
    const smallest = least[name] ?? 1;
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= smallest))
      throw new OptionError(
        `limits.${name}`,
        `expected a whole number from ${String(smallest)}, got ${String(value)}`,
      );
  }
  return { ...defaults, ...given };
}
