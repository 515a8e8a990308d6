// Sends the requests of all runs to one model within the limits of its provider.
//
//   request ─▶ wait for a slot ─▶ model ─▶ response
//                    ▲               │ 429: hold all requests, widen the gap between slots
//                    └───────────────┘

import type { Clock, RandomSource } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { isModelError, ModelError, type LanguageModel, type ModelRequest } from "@ptc/llm";

/** The options of a gate. */
export interface RateGateOptions {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** The most requests in a minute. Default: no bound until the provider refuses one. */
  readonly requestsPerMinute?: number;
}

/** Errors after which the same request can succeed later, so all requests wait. */
const limitKinds: ReadonlySet<string> = new Set(["rate_limited", "overloaded"]);
const mostAttempts = 12;
const minute = 60_000;
const firstGapMs = 50;
const longestGapMs = 10_000;
const firstHoldMs = 500;
const longestHoldMs = 60_000;
/** The gap shrinks by a tenth with each response, so it finds the rate that the provider allows. */
const recovery = 0.9;

/** Receives the reports of a wrapped model. */
export interface GateListener {
  /** Called with the milliseconds that a request waited for its slot. */
  readonly waited: (milliseconds: number) => void;
}

/** Spaces the requests to one model. */
export class RateGate {
  private readonly clock: Clock;
  private readonly random: RandomSource;
  private readonly leastGapMs: number;
  private gapMs: number;
  private nextSlot = 0;
  private heldUntil = 0;

  constructor({ clock, random, requestsPerMinute }: RateGateOptions) {
    this.clock = clock;
    this.random = random;
    this.leastGapMs = requestsPerMinute === undefined ? 0 : minute / requestsPerMinute;
    this.gapMs = this.leastGapMs;
  }

  /** Returns `model` with requests that wait for their slots. It doesn't stream. */
  wrap(model: LanguageModel, { waited }: GateListener): LanguageModel {
    const { contractVersion, provider, modelId, capabilities } = model;
    return {
      contractVersion,
      provider,
      modelId,
      capabilities: { ...capabilities, streaming: false },
      generate: async (request) => {
        for (let attempt = 1; ; attempt++) {
          waited(await this.slot(request));
          try {
            const response = await model.generate(request);
            this.gapMs = Math.max(this.leastGapMs, this.gapMs * recovery);
            return response;
          } catch (error) {
            if (!isModelError(error) || !this.holdsAfter(error, attempt)) throw error;
          }
        }
      },
    };
  }

  /** Waits for the next slot, and returns the milliseconds that it took. */
  private async slot({ signal = new AbortController().signal }: ModelRequest): Promise<number> {
    const begin = this.clock.monotonic();
    for (;;) {
      const now = this.clock.monotonic();
      const at = Math.max(this.heldUntil, this.nextSlot);
      if (at <= now) {
        this.nextSlot = now + this.gapMs;
        return now - begin;
      }
      await sleep(this.clock, at - now, signal);
      if (signal.aborted) throw new ModelError({ kind: "cancelled" });
    }
  }

  /** True if the request waits and is sent again. Then all others wait too. */
  private holdsAfter({ kind, retryable, retryAfterMs }: ModelError, attempt: number): boolean {
    if (!limitKinds.has(kind) || !retryable || attempt >= mostAttempts) return false;
    const growing = Math.min(longestHoldMs, firstHoldMs * 2 ** (attempt - 1));
    const hold = retryAfterMs ?? growing * (1 + this.random() / 5);
    this.heldUntil = Math.max(this.heldUntil, this.clock.monotonic() + hold);
    this.gapMs = Math.min(longestGapMs, Math.max(firstGapMs, this.gapMs * 2));
    return true;
  }
}
