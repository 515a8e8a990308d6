// Short forms for simple models: a function as the model, and text as its response.

import type { ModelRequest } from "./model-request.ts";
import type { ModelResponse } from "./model-response.ts";

/** The text of a response, or the known fields of one; at least `text` or `content`. */
export type ModelAnswer = string | Partial<ModelResponse>;

/** A function that acts as a model. `toLanguageModel` converts it to a `LanguageModel`. */
export type ModelFunction = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>;
