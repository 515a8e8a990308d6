// The complete response of a model.

import type { FinishReason } from "./finish-reason.ts";
import type { ModelUsage } from "./model-usage.ts";
import type { ModelWarning } from "./model-warning.ts";
import type { ProviderData } from "./provider-options.ts";
import type { ResponseMetadata } from "./response-metadata.ts";
import type { ResponsePart } from "./response-part.ts";

/** The response of a model and its usage. */
export interface ModelResponse {
  /**
   * The parts in the order the model wrote them. They can be the content of an assistant message.
   */
  readonly content: readonly ResponsePart[];
  /** The text parts of `content`, joined. */
  readonly text: string;
  /** The tokens used. Absent if neither the provider nor an estimate counted them. */
  readonly usage?: ModelUsage;
  readonly finishReason: FinishReason;
  /** The provider's own value for `finishReason`. */
  readonly rawFinishReason?: string;
  /** The model that responded. It may be more specific than the requested one. */
  readonly modelId: string;
  /** The provider's id of this response. */
  readonly responseId?: string;
  readonly warnings?: readonly ModelWarning[];
  readonly metadata?: ResponseMetadata;
  readonly providerData?: ProviderData;
}
