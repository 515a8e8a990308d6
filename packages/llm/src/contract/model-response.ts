// A whole answer of a model.

import type { FinishReason } from "./finish-reason.ts";
import type { ModelUsage } from "./model-usage.ts";
import type { ModelWarning } from "./model-warning.ts";
import type { ProviderData } from "./provider-options.ts";
import type { ResponseMetadata } from "./response-metadata.ts";
import type { ResponsePart } from "./response-part.ts";

/** What a model answered, and what that used. */
export interface ModelResponse {
  /**
   * The parts in the order in which the model wrote them. They can be the content of an assistant
   * message.
   */
  readonly content: readonly ResponsePart[];
  /** The text parts of `content`, joined. */
  readonly text: string;
  /** The tokens used; absent when neither the provider nor an estimate counted them. */
  readonly usage?: ModelUsage;
  readonly finishReason: FinishReason;
  /** The provider's own word for `finishReason`. */
  readonly rawFinishReason?: string;
  /** The model that answered, which may be more exact than the one that was asked. */
  readonly modelId: string;
  /** The provider's id of this answer. */
  readonly responseId?: string;
  readonly warnings?: readonly ModelWarning[];
  readonly metadata?: ResponseMetadata;
  readonly providerData?: ProviderData;
}
