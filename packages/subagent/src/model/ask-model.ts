// One question to a model: sent, and sent again where its failure says that it may succeed.

import { sleep, type Clock, type Fail, type RandomSource } from "@ptc/core/contracts";
import {
  ModelError,
  isModelError,
  normaliseModelError,
  raceSignal,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
} from "@ptc/llm";
import { retryDelay, type RetryPolicy } from "./retry-policy.ts";

export interface AskOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly signal: AbortSignal;
  /** Whether a failed request may be sent again; default: as often as the policy says. */
  readonly mayRetry?: () => boolean;
  /**
   * Called before each attempt; what it answers hears how the attempt ended, and after how many
   * milliseconds the next one comes.
   */
  readonly onAttempt: () => (result: AskResult, retryInMs: number | undefined) => void;
}

export type AskResult =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly error: ModelError };

/**
 * Never rejects, and never waits longer than `signal` allows: a failure, an abort included, is an
 * answer.
 */
export async function askModel(
  model: LanguageModel,
  request: ModelRequest,
  { policy, clock, random, signal, mayRetry = () => true, onAttempt }: AskOptions,
): Promise<AskResult> {
  const isOver = (): boolean => signal.aborted;
  for (let attempt = 1; ; attempt++) {
    if (isOver()) return { ok: false, error: new ModelError({ kind: "cancelled" }) };
    const end = onAttempt();
    const result = await once(model, { ...request, signal });
    const delay =
      result.ok || isOver() || !mayRetry()
        ? undefined
        : retryDelay(policy, result.error, attempt, random);
    end(result, delay);
    if (delay === undefined) return result;
    await sleep(clock, delay, signal);
    // Others may have asked meanwhile.
    if (!mayRetry()) return result;
  }
}

/** A model that does not heed its signal is not waited for. */
async function once(
  model: LanguageModel,
  request: ModelRequest & { readonly signal: AbortSignal },
): Promise<AskResult> {
  try {
    return { ok: true, response: await raceSignal(request.signal, () => model.generate(request)) };
  } catch (error) {
    return {
      ok: false,
      error: isModelError(error)
        ? error
        : normaliseModelError(error, { provider: model.provider, modelId: model.modelId }),
    };
  }
}

/** The fail of a question that was not answered. */
export function askFail(error: ModelError, attempts: number): Fail {
  const times = attempts === 1 ? "" : ` ${String(attempts)} times`;
  return {
    reason: "llm_error",
    message: `the model failed${times}: ${error.message}`,
    details: { kind: error.kind },
  };
}
