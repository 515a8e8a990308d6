// The one interface between an agent and a model. Adapters, test doubles and wrappers implement it.

import type { ModelCapabilities } from "./model-capabilities.ts";
import type { ModelRequest } from "./model-request.ts";
import type { ModelResponse } from "./model-response.ts";
import type { ModelStreamEvent } from "./stream-event.ts";

/** A model: who serves it, what it can do, and how it is asked. */
export interface LanguageModel {
  readonly contractVersion: 1;
  /** Who serves the model, such as `anthropic`. */
  readonly provider: string;
  /** The provider's name for it. */
  readonly modelId: string;
  readonly capabilities: ModelCapabilities;
  /** Should reject with a `ModelError` only; `normalizeModelError` makes one of any other error. */
  generate(request: ModelRequest): Promise<ModelResponse>;
  /**
   * The same answer, piece by piece; `collectStream` puts it together. Agents use it where it is
   * there, so whoever wraps a model wraps both, or leaves this one out.
   */
  stream?(request: ModelRequest): AsyncIterable<ModelStreamEvent>;
}
