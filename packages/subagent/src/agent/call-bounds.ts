// The options of a tool that bound its calls.

import type { Tool } from "@ptc/core/contracts";
import { timerMilliseconds, wholeNumber } from "../options/option-checks.ts";

/** How long a call may take, how often it is made again, how many are made at once. */
export type CallBounds = Pick<Tool, "timeoutMs" | "retries" | "concurrency">;

/** The names of `CallBounds`. */
export const callBoundNames = [
  "timeoutMs",
  "retries",
  "concurrency",
] as const satisfies readonly (keyof CallBounds)[];

/**
 * The bounds that a tool was given, without its other options. `within` is what its options stand
 * in, such as `tools.find.`.
 * @throws OptionError naming the option
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
