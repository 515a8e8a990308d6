// Everything a model is told in one request.

import type { ModelMessage } from "./message.ts";
import type { ProviderOptions } from "./provider-options.ts";
import type { SamplingOptions } from "./sampling-options.ts";
import type { StructuredOutput } from "./structured-output.ts";
import type { ThinkingOptions } from "./thinking-options.ts";
import type { ToolChoice } from "./tool-choice.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** What a model is asked. */
export interface ModelRequest extends SamplingOptions {
  readonly messages: readonly ModelMessage[];
  /** Tools for native calls. */
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: ToolChoice;
  readonly output?: StructuredOutput;
  readonly thinking?: ThinkingOptions;
  readonly providerOptions?: ProviderOptions;
  /**
   * Sent with this request, such as an id by which the provider's logs find it. The key of a
   * provider is none of them. Nothing records them.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The same text for the same request of the same run: usable as an idempotency key. Adapters need
   * not send it.
   */
  readonly requestId?: string | undefined;
  /** When it aborts, the request rejects with a `ModelError` of kind `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}
