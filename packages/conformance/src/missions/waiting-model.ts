// A model that returns recorded responses and holds requests without one. Child missions send
// requests at the same time, so it waits for a pause before it reports the pending requests.

import {
  createRecordedModel,
  isModelError,
  toLanguageModel,
  type LanguageModel,
  type ModelCapabilities,
  type ModelRequest,
  type ModelResponse,
  type Recording,
} from "@ptc/llm";

/** The milliseconds without new requests after which the pending requests are complete. */
const quietMs = 15;

export class WaitingModel {
  /** The pending requests, in the order in which they were sent. */
  readonly waiting: ModelRequest[] = [];
  readonly model: LanguageModel;
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(recording: Recording, capabilities: Partial<ModelCapabilities> = {}) {
    const recorded = recording.answers.length === 0 ? undefined : createRecordedModel(recording);
    const answer = async (request: ModelRequest): Promise<ModelResponse> => {
      if (this.timer !== undefined) this.endSoon();
      try {
        if (recorded !== undefined) return await recorded.generate(request);
      } catch (error) {
        if (!isModelError(error) || error.kind !== "recording_exhausted") throw error;
      }
      this.waiting.push(request);
      this.endSoon();
      return await new Promise<never>(() => undefined);
    };
    this.model = toLanguageModel(answer, { capabilities });
  }

  /** Aborts once requests are pending and no others arrive. */
  get signal(): AbortSignal {
    return this.stop.signal;
  }

  private endSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.stop.abort();
    }, quietMs);
  }
}
