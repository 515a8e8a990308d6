// The Responses API: https://developers.openai.com/api/reference/resources/responses

import type { Api } from "../api.ts";
import { bodyOf } from "./request.ts";
import { ResponsesReader } from "./stream.ts";

export const responsesApi: Api = {
  path: "/responses",
  bodyOf,
  reader: (options) => new ResponsesReader(options),
};
