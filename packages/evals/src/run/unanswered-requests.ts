// Holds the requests that a recording or a person hasn't answered yet, and ends their run once no
// others arrive. So all requests that can be sent now are written before the run ends.

import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { isModelError, type LanguageModel, type ModelResponse } from "@ptc/llm";

/** The milliseconds without other requests after which a run with held ones ends. */
const quietMs = 50;

/** The requests of one run that wait for an answer from outside. */
export class UnansweredRequests {
  private readonly clock: Clock;
  private readonly stop = new AbortController();
  /** True once a response has estimated token counts. */
  hasEstimates = false;
  private requests = 0;
  private held = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True if a request had no answer. */
  get isHeld(): boolean {
    return this.held > 0;
  }

  /** Aborts when only held requests are left. */
  get signal(): AbortSignal {
    return this.stop.signal;
  }

  /** Returns `model` with requests that wait where the model has no answer. */
  wrap(model: LanguageModel): LanguageModel {
    return {
      ...model,
      generate: async (request): Promise<ModelResponse> => {
        this.requests += 1;
        try {
          const response = await model.generate(request);
          if (response.usage?.estimated === true) this.hasEstimates = true;
          return response;
        } catch (error) {
          if (!isModelError(error) || error.kind !== "recording_exhausted") throw error;
          this.held += 1;
          void this.endSoon();
          return await new Promise<never>(() => undefined);
        }
      },
    };
  }

  private async endSoon(): Promise<void> {
    const { requests } = this;
    await sleep(this.clock, quietMs, this.stop.signal);
    if (requests === this.requests) this.stop.abort();
  }
}
