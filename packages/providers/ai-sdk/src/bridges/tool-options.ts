// Checks the options for converting AI SDK tools.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { StreamBounds } from "./last-value.ts";

/** The options of `aiSdkTools`. */
export interface AiSdkToolsOptions {
  /**
   * The `context` of tools by name, like `toolsContext` of `generateText`. If a tool has a
   * `contextSchema`, its context is checked at each call.
   */
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  /**
   * The maximum number of values from a streaming tool, the last of which is the result; default
   * 10,000.
   */
  readonly maxStreamedValues?: number;
  /** The time limit of a streaming tool in milliseconds, at most 2,147,483,647; default 300,000. */
  readonly streamTimeoutMs?: number;
  readonly clock?: Clock;
}

export interface ResolvedToolOptions extends StreamBounds {
  readonly toolsContext: Readonly<Record<string, unknown>>;
}

const longestTimer = 2 ** 31 - 1;

/** @throws OptionError naming the option */
export function resolvedToolOptions({
  toolsContext = {},
  maxStreamedValues = 10_000,
  streamTimeoutMs = 300_000,
  clock = systemClock,
}: AiSdkToolsOptions): ResolvedToolOptions {
  if (typeof (toolsContext as unknown) !== "object" || (toolsContext as unknown) === null)
    throw new OptionError("toolsContext", "expected an object of contexts by tool name");
  for (const [name, value] of Object.entries({ maxStreamedValues, streamTimeoutMs }))
    if (!Number.isSafeInteger(value) || value < 1 || value > longestTimer)
      throw new OptionError(name, `expected a whole number from 1 to ${String(longestTimer)}`);
  return { toolsContext, maxStreamedValues, streamTimeoutMs, clock };
}

type OwnName = Exclude<keyof AiSdkToolsOptions, "clock">;

const ownNames: ReadonlySet<string> = new Set<OwnName>([
  "toolsContext",
  "maxStreamedValues",
  "streamTimeoutMs",
]);

/** @throws OptionError for an unknown option */
export function knownToolOptions(options: AiSdkToolsOptions): void {
  assertKnownOptions(options, [...ownNames, "clock"]);
}

/** Returns the options that don't only concern AI SDK tools. */
export function otherOptions<Options extends AiSdkToolsOptions>(
  options: Options,
): Omit<Options, OwnName> {
  // Only the other names remain.
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !ownNames.has(name)),
  ) as Omit<Options, OwnName>;
}
