// Sends one request to a model, and sends it again when the failure is one that may pass.

import type { Clock, Fail, RandomSource } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { EndOfRun } from "@ptc/core/internal/errors";
import {
  ModelError,
  isModelError,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
} from "@ptc/llm";
import { normalizeModelError, raceSignal } from "@ptc/llm/adapter";
import { nextTask } from "@ptc/core/internal/task";
import { checkedResponse } from "./checked-response.ts";
import { retryDelay, type RetryPolicy } from "./retry-policy.ts";

export interface AskOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly signal: AbortSignal;
  /** How long to wait in place of the milliseconds that the policy says. */
  readonly pause: (milliseconds: number) => number;
  /** The id of an attempt, the first of which is 1. */
  readonly requestId?: (attempt: number) => string;
  /**
   * Asked before a failed request is sent again; false prevents it. Default: only the policy
   * decides.
   */
  readonly mayRetry?: () => boolean;
  /** Called before each attempt, which it may refuse. */
  readonly begin: () => AttemptStart | Promise<AttemptStart>;
}

/** An attempt that may be made, or why it may not; `fail` is absent where `signal` aborted. */
export type AttemptStart =
  | {
      readonly ok: true;
      /**
       * Called when the attempt has ended, with its result and the milliseconds until the next
       * attempt, if there is one.
       */
      readonly end: (result: AttemptResult, retryInMs: number | undefined) => void;
    }
  | { readonly ok: false; readonly fail: Fail | undefined };

export type AttemptResult =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly error: ModelError };

/** What became of a request, or why it was refused. */
export type AskResult = AttemptResult | { readonly ok: false; readonly refused: Fail };

/**
 * Never rejects because of a model and stops waiting when `signal` aborts. A failure or an abort is
 * a result with `ok: false`.
 */
export async function askModel(
  model: LanguageModel,
  request: ModelRequest,
  { policy, clock, random, signal, pause, requestId, mayRetry = () => true, begin }: AskOptions,
): Promise<AskResult> {
  const isOver = (): boolean => signal.aborted;
  const cancelled: AskResult = { ok: false, error: new ModelError({ kind: "cancelled" }) };
  for (let attempt = 1; ; attempt++) {
    if (isOver()) return cancelled;
    const begun = await begin();
    if (!begun.ok) return begun.fail === undefined ? cancelled : { ok: false, refused: begun.fail };
    const id = requestId?.(attempt);
    const sent = id === undefined ? request : { ...request, requestId: id };
    const result = await once(model, { ...sent, signal });
    const delay =
      result.ok || isOver() || !mayRetry()
        ? undefined
        : retryDelay(policy, result.error, attempt, random);
    begun.end(result, delay);
    if ("refused" in result) return result;
    if (delay === undefined) return result;
    await sleep(clock, pause(delay), signal);
    // Other missions may have used up the shared requests during the wait.
    if (!mayRetry()) return result;
  }
}

/**
 * Makes one attempt. When the signal aborts, a model that ignores it is not waited for; one that
 * listens says at once what the request has cost so far.
 */
async function once(
  model: LanguageModel,
  request: ModelRequest & { readonly signal: AbortSignal },
): Promise<AttemptResult | EndedRun> {
  let asked: Promise<ModelResponse> | undefined;
  try {
    const response = await raceSignal(request.signal, () => (asked = model.generate(request)));
    return { ok: true, response: checkedResponse(response, model) };
  } catch (thrown) {
    const error = request.signal.aborted ? await ownError(asked, thrown) : thrown;
    if (error instanceof EndOfRun) return endedRun(error);
    return {
      ok: false,
      error: isModelError(error)
        ? error
        : normalizeModelError(error, { provider: model.provider, modelId: model.modelId }),
    };
  }
}

/** What the model itself says of its end, where it does so before other work is done. */
async function ownError(asked: Promise<unknown> | undefined, thrown: unknown): Promise<unknown> {
  // A model written in JavaScript may answer without a promise.
  const said = Promise.resolve(asked).then(
    () => thrown,
    (error: unknown) => error,
  );
  const error = await Promise.race([said, nextTask().then(() => thrown)]);
  return isModelError(error) && error.usage !== undefined ? error : thrown;
}

/** An attempt after which the run cannot go on. */
interface EndedRun {
  readonly ok: false;
  readonly error: ModelError;
  readonly refused: Fail;
}

function endedRun({ reason, message, data }: EndOfRun): EndedRun {
  return {
    ok: false,
    error: new ModelError({ kind: "recording_exhausted", message }),
    refused: {
      reason,
      message,
      details: { kind: reason, ...(data === undefined ? {} : { data }) },
    },
  };
}

/** The fail of a mission whose model did not answer. */
export function askFail(error: ModelError, attempts: number): Fail {
  const times = attempts === 1 ? "" : ` ${String(attempts)} times`;
  return {
    reason: "llm_error",
    message: `the model failed${times}: ${error.message}`,
    details: { kind: error.kind },
  };
}
