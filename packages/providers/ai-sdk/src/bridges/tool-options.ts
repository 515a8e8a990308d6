// The options of those who take over tools of the AI SDK, checked.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { StreamBounds } from "./last-value.ts";

/** The options of `aiSdkTools`. */
export interface AiSdkToolsOptions {
  /**
   * The `context` of tools by their name, as the option of the same name of `generateText`. A tool
   * with a `contextSchema` has it checked at each call.
   */
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  /** How many values a tool that streams may yield, the last of which is the answer; 10,000. */
  readonly maxStreamedValues?: number;
  /** How many milliseconds a tool that streams may take, at most 2,147,483,647; 300,000. */
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

/** The options that are not about tools of the AI SDK alone. */
export function otherOptions<Options extends AiSdkToolsOptions>(
  options: Options,
): Omit<Options, OwnName> {
  // All but those names are left.
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !ownNames.has(name)),
  ) as Omit<Options, OwnName>;
}
