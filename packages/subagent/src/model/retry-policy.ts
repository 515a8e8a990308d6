// Decides whether and when to retry a failed model request, by the kind of its error.

import { OptionError } from "@ptc/core/errors";
import type { RandomSource } from "@ptc/core/contracts";
import type { ModelError } from "@ptc/llm";
import { modelErrorKinds } from "@ptc/llm/adapter";
import { knownOptions, oneOf, wholeNumber, wrongOption } from "../options/option-checks.ts";

/** When to retry a model request, and how long to wait before. */
export interface RetryOptions {
  /** The maximum number of attempts, including the first. Default 3; 1 disables retries. */
  readonly maxAttempts?: number;
  /** How the wait between attempts grows. Default `exponential`. */
  readonly backoff?: "exponential" | "linear" | "constant";
  /**
   * The first wait in milliseconds. Default 1,000. If the provider asks for a longer wait
   * (`retry-after`), that one is used.
   */
  readonly baseDelayMs?: number;
  /**
   * The longest wait in milliseconds. Default 30,000. If the provider asks for a longer one, the
   * request is not retried.
   */
  readonly maxDelayMs?: number;
  /**
   * The kinds of errors that are retried. Default: errors that are marked as retryable (rate
   * limits, overload, timeouts, network, server errors).
   */
  readonly kinds?: readonly ModelError["kind"][];
}

export type RetryPolicy = Required<Omit<RetryOptions, "kinds">> & Pick<RetryOptions, "kinds">;

const backoffs: readonly RetryPolicy["backoff"][] = ["exponential", "linear", "constant"];
const names = [
  "maxAttempts",
  "backoff",
  "baseDelayMs",
  "maxDelayMs",
  "kinds",
] as const satisfies readonly (keyof RetryOptions)[];

/** @throws OptionError naming the option */
export function retryPolicy(options: RetryOptions = {}): RetryPolicy {
  knownOptions(options, names, "llmRetry.");
  const {
    maxAttempts = 3,
    backoff = "exponential",
    baseDelayMs = 1_000,
    maxDelayMs = 30_000,
    kinds,
  } = options;
  wholeNumber("llmRetry.maxAttempts", maxAttempts, 1);
  oneOf("llmRetry.backoff", backoff, backoffs);
  for (const [name, value] of Object.entries({ baseDelayMs, maxDelayMs })) {
    if (!(Number.isFinite(value) && value >= 0))
      throw wrongOption(`llmRetry.${name}`, "expected milliseconds from 0", value);
  }
  // A caller written in JavaScript may pass anything.
  const given: unknown = kinds;
  if (given !== undefined && !Array.isArray(given))
    throw wrongOption("llmRetry.kinds", "expected a list of error kinds", given);
  const unknown = kinds?.find((kind) => !Object.hasOwn(modelErrorKinds, kind));
  if (unknown !== undefined)
    throw new OptionError(
      "llmRetry.kinds",
      `unknown kind ${JSON.stringify(unknown)}; the kinds are ${Object.keys(modelErrorKinds).join(", ")}`,
    );
  return {
    maxAttempts,
    backoff,
    baseDelayMs,
    maxDelayMs,
    ...(kinds === undefined ? {} : { kinds }),
  };
}

/**
 * Returns the milliseconds to wait after attempt number `attempt` (the first is 1). Adds a random
 * part of up to a fifth, so that many clients don't retry at the same moment.
 */
export function growingDelay(
  { backoff, baseDelayMs, maxDelayMs }: Pick<RetryPolicy, "backoff" | "baseDelayMs" | "maxDelayMs">,
  attempt: number,
  random: RandomSource,
): number {
  const factor =
    backoff === "exponential" ? 2 ** (attempt - 1) : backoff === "linear" ? attempt : 1;
  return Math.round(Math.min(maxDelayMs, baseDelayMs * factor * (1 + random() / 5)));
}

/** Returns the milliseconds to wait after attempt number `attempt`, or `undefined` for no retry. */
export function retryDelay(
  policy: RetryPolicy,
  error: ModelError,
  attempt: number,
  random: RandomSource,
): number | undefined {
  const isRetried =
    policy.kinds === undefined ? error.retryable : policy.kinds.includes(error.kind);
  if (!isRetried || attempt >= policy.maxAttempts) return undefined;
  const asked = error.retryAfterMs ?? 0;
  if (asked > policy.maxDelayMs) return undefined;
  return Math.max(asked, growingDelay(policy, attempt, random));
}
