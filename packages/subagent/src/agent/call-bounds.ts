// The tool options that limit its calls.

import type { Tool } from "@ptc/core/contracts";
import { timerMilliseconds, wholeNumber } from "../options/option-checks.ts";

/** The time limit of a call, the number of retries, and the number of concurrent calls. */
export type CallBounds = Pick<Tool, "timeoutMs" | "retries" | "concurrency">;

/** The names of `CallBounds`. */
export const callBoundNames = [
  "timeoutMs",
  "retries",
  "concurrency",
] as const satisfies readonly (keyof CallBounds)[];

/**
 * Checks the limits of a tool and returns them without its other options. `within` is the prefix
 * of the option names, such as `tools.find.`.
 * @throws OptionError with the option's name
 */
export function callBounds(
  { timeoutMs, retries, concurrency }: CallBounds,
  within = "",
): CallBounds {
  return {
    ...(timeoutMs === undefined
      ? {}
      : { timeoutMs: timerMilliseconds(`${within}timeoutMs`, timeoutMs) }),
    ...(retries === undefined ? {} : { retries: wholeNumber(`${within}retries`, retries, 0) }),
    ...(concurrency === undefined
      ? {}
      : { concurrency: wholeNumber(`${within}concurrency`, concurrency, 1) }),
  };
}
