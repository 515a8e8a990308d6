// Whether and when a failed model request is sent again, by the class of its error.

import { OptionError } from "@ptc/core/errors";
import type { RandomSource } from "@ptc/core/contracts";
import { modelErrorKinds, type ModelError } from "@ptc/llm";
import { knownOptions, oneOf, wholeNumber, wrongOption } from "../options/option-checks.ts";

export interface RetryOptions {
  /** Requests in all; default 3. 1 never sends one again. */
  readonly maxAttempts?: number;
  /** How the wait grows from one attempt to the next; default `exponential`. */
  readonly backoff?: "exponential" | "linear" | "constant";
  /**
   * The first wait in milliseconds; default 1,000. What the provider asks for (`retry-after`)
   * counts when it is longer.
   */
  readonly baseDelayMs?: number;
  /**
   * No wait is longer, in milliseconds; default 30,000. A provider that asks for more ends the
   * attempts.
   */
  readonly maxDelayMs?: number;
  /**
   * The kinds of errors that are tried again; default: those that say so themselves (rate limits,
   * overload, timeouts, network, server errors).
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
  // A JavaScript caller may give anything.
  const given: unknown = kinds;
  if (given !== undefined && !Array.isArray(given))
    throw wrongOption("llmRetry.kinds", "expected a list of kinds of errors", given);
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
 * Milliseconds to wait before the attempt after `attempt` (from 1); `undefined` when there is none.
 * Up to a fifth more, by chance, so that many do not come back at once.
 */
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
  const factor =
    policy.backoff === "exponential"
      ? 2 ** (attempt - 1)
      : policy.backoff === "linear"
        ? attempt
        : 1;
  return Math.max(
    asked,
    Math.round(Math.min(policy.maxDelayMs, policy.baseDelayMs * factor * (1 + random() / 5))),
  );
}
