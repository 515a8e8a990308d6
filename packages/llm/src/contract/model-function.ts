// Short forms for those who write a model: the model as a function, its answer as a text.

import type { ModelRequest } from "./model-request.ts";
import type { ModelResponse } from "./model-response.ts";

/**
 * The text of an answer, or those fields of a response that are known; at least `text` or
 * `content`.
 */
export type ModelAnswer = string | Partial<ModelResponse>;

/** A function of the request is a model too; `toLanguageModel` makes it one. */
export type ModelFunction = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>;
