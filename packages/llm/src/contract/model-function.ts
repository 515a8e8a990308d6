// The short forms: a model as a function, an answer as a text.

import type { ModelRequest } from "./model-request.ts";
import type { ModelResponse } from "./model-response.ts";

/** The text of an answer, or as much of a response as is known: `text` or `content` at least. */
export type ModelAnswer = string | Partial<ModelResponse>;

/** A function of the request is a model too; `toLanguageModel` makes it one. */
export type ModelFunction = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>;
