// The interface between an agent and a model. Adapters, test doubles and wrappers implement it.

import type { ModelCapabilities } from "./model-capabilities.ts";
import type { ModelRequest } from "./model-request.ts";
import type { ModelResponse } from "./model-response.ts";
import type { ModelStreamEvent } from "./stream-event.ts";

/** A model: its provider, its capabilities and its request methods. */
export interface LanguageModel {
  readonly contractVersion: 1;
  /** The name of the provider, such as `anthropic`. */
  readonly provider: string;
  /** The provider's name for the model. */
  readonly modelId: string;
  readonly capabilities: ModelCapabilities;
  /** Should reject with a `ModelError` only; `normalizeModelError` converts any other error. */
  generate(request: ModelRequest): Promise<ModelResponse>;
  /**
   * Streams the same response in pieces; `collectStream` joins them. Agents use it if it exists,
   * so a wrapper must wrap both methods or omit this one.
   */
  stream?(request: ModelRequest): AsyncIterable<ModelStreamEvent>;
}
