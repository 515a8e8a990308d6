// The input of a model in one request.

import type { ModelMessage } from "./message.ts";
import type { ProviderOptions } from "./provider-options.ts";
import type { SamplingOptions } from "./sampling-options.ts";
import type { StructuredOutput } from "./structured-output.ts";
import type { ThinkingOptions } from "./thinking-options.ts";
import type { ToolChoice } from "./tool-choice.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** A request to a model. */
export interface ModelRequest extends SamplingOptions {
  readonly messages: readonly ModelMessage[];
  /** Tools for native calls. */
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: ToolChoice;
  readonly output?: StructuredOutput;
  readonly thinking?: ThinkingOptions;
  readonly providerOptions?: ProviderOptions;
  /**
   * Extra headers for this request, such as an id for the provider's logs. Don't put the API key
   * here. Headers are never recorded.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Stays the same for the same request of the same run, so it can serve as an idempotency key.
   * Adapters don't have to send it.
   */
  readonly requestId?: string | undefined;
  /** If it aborts, the request rejects with a `ModelError` of kind `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}
