// Chat Completions: https://developers.openai.com/api/reference/resources/chat

import type { Api } from "../api.ts";
import { bodyOf } from "./request.ts";
import { ChatReader } from "./stream.ts";

export const chatApi: Api = {
  path: "/chat/completions",
  bodyOf,
  reader: (options) => new ChatReader(options),
};
