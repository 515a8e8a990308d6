// Sends one request to a model, and retries it after temporary failures.

import { shortened } from "@ptc/core/internal/printing";
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
  /** Counts the attempts and the pauses between them. */
  readonly place?: RequestPlace | undefined;
  /** Returns the id of an attempt. The first attempt is 1. */
  readonly requestId?: (attempt: number) => string;
  /** Called before a retry; returning false prevents it. By default only the policy decides. */
  readonly mayRetry?: () => boolean;
  /** Called before each attempt, which it may refuse. */
  readonly begin: () => AttemptStart | Promise<AttemptStart>;
}

/** The mission that sends requests. */
export interface RequestPlace {
  /** Counts an effect as work of the mission. Returns the effect. */
  readonly effect: <Made extends PromiseLike<unknown>>(made: Made) => Made;
  /** Resolves when the mission may have effects; undefined if it may have them now. */
  readonly regained: (signal: AbortSignal) => Promise<void> | undefined;
}

/** An allowed attempt, or the reason for its refusal. `fail` is absent if `signal` aborted. */
export type AttemptStart =
  | {
      readonly ok: true;
      /**
       * Called at the end of the attempt, with its result and the milliseconds until the next
       * attempt, if there is one.
       */
      readonly end: (result: AttemptResult, retryInMs: number | undefined) => void;
    }
  | { readonly ok: false; readonly fail: Fail | undefined };

export type AttemptResult =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly error: ModelError };

/** The result of a request, or the reason for its refusal. */
export type AskResult = AttemptResult | { readonly ok: false; readonly refused: Fail };

/**
 * Sends a request, with retries. Never rejects because of a model, and stops waiting when `signal`
 * aborts. A failure or an abort is a result with `ok: false`.
 */
export async function askModel(
  model: LanguageModel,
  request: ModelRequest,
  { policy, clock, random, signal, place, requestId, mayRetry = () => true, begin }: AskOptions,
): Promise<AskResult> {
  const isOver = (): boolean => signal.aborted;
  const effect = <Made>(made: Promise<Made>): Promise<Made> => place?.effect(made) ?? made;
  const cancelled: AskResult = { ok: false, error: new ModelError({ kind: "cancelled" }) };
  for (let attempt = 1; ; attempt++) {
    const regained = place?.regained(signal);
    if (regained !== undefined) await regained;
    if (isOver()) return cancelled;
    const begun = await begin();
    if (!begun.ok) return begun.fail === undefined ? cancelled : { ok: false, refused: begun.fail };
    const id = requestId?.(attempt);
    const sent = id === undefined ? request : { ...request, requestId: id };
    const result = await effect(once(model, { ...sent, signal }));
    const delay =
      result.ok || isOver() || !mayRetry()
        ? undefined
        : retryDelay(policy, result.error, attempt, random);
    begun.end(result, delay);
    if ("refused" in result) return result;
    if (delay === undefined) return result;
    await effect(sleep(clock, delay, signal, id));
    // Other missions may have used up the shared requests during the wait.
    if (!mayRetry()) return result;
  }
}

/**
 * Makes one attempt. When the signal aborts, it doesn't wait for a model that ignores it. A model
 * that listens has a moment to report what the request has cost so far.
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

/**
 * Returns the model's own error if it arrives before the next event-loop task and reports usage.
 * Otherwise returns `thrown`.
 */
async function ownError(asked: Promise<unknown> | undefined, thrown: unknown): Promise<unknown> {
  // A model written in JavaScript may return something other than a promise.
  const said = Promise.resolve(asked).then(
    () => thrown,
    (error: unknown) => error,
  );
  const error = await Promise.race([said, nextTask().then(() => thrown)]);
  return isModelError(error) && error.usage !== undefined ? error : thrown;
}

/** An attempt that ends the run. */
interface EndedRun {
  readonly ok: false;
  readonly error: ModelError;
  readonly refused: Fail;
}

function endedRun(error: EndOfRun): EndedRun {
  const { message } = error;
  return {
    ok: false,
    error: new ModelError({ kind: "recording_exhausted", message }),
    refused: endFail(error),
  };
}

/** Returns the fail of a mission that can't continue after its last effect. */
export function endFail({ reason, message, data }: EndOfRun): Fail {
  return {
    reason,
    message,
    details: { kind: reason, ...(data === undefined ? {} : { data }) },
  };
}

/**
 * Returns the fail of a mission whose model failed. A prompt that the provider blocked isn't a
 * failure of the model: the same prompt would be blocked again.
 */
export function askFail(error: ModelError, attempts: number): Fail {
  if (error.kind === "content_filtered")
    return {
      reason: "response_withheld",
      message: `the provider withheld the answer: ${error.message}`,
      details: { kind: error.kind },
    };
  const times = attempts === 1 ? "" : ` ${String(attempts)} times`;
  return {
    reason: "llm_error",
    message: `the model failed${times}: ${error.message}${adviceFor(error)}`,
    details: { kind: error.kind },
  };
}

/** Says what to check after failures that a person has to fix. */
function adviceFor({ kind, status, provider, modelId }: ModelError): string {
  const model = modelId === undefined ? "" : ` ${JSON.stringify(shortened(modelId, 100))}`;
  if (kind === "auth")
    return ` (check the API key${provider === undefined ? "" : ` for ${shortened(provider, 50)}`}, and that it may use the model${model})`;
  if (status === 404)
    return ` (check the name of the model${model}, and \`baseUrl\` if you set it)`;
  return kind === "network"
    ? " (check that the server is running, and that this machine can reach it)"
    : "";
}
