// A model that gives recorded answers, and lets requests wait that have none. Missions below a
// mission ask at the same time: when nobody asks any more, those that wait are to be answered.

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

/** How long nobody may ask before the requests that wait are taken for all. */
const quietMs = 15;

export class WaitingModel {
  /** The requests that are to be answered, in the order in which they were sent. */
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

  /** Aborts when requests wait and no others come. */
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
