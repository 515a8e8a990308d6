// The options of Google's models, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import {
  checkedConnection,
  keyedConnection,
  type ConnectionDefaults,
  type ConnectionOptions,
  type KeyedConnection,
} from "@ptc/llm/adapter";

/** The options of Google's models. */
export interface GoogleOptions extends ConnectionOptions {
  /**
   * A key from Google AI Studio. Default: `GEMINI_API_KEY`, `GOOGLE_API_KEY` or
   * `GOOGLE_GENERATIVE_AI_API_KEY`, except in browsers.
   */
  readonly apiKey?: string | undefined;
  /**
   * Defaults to `https://generativelanguage.googleapis.com`. Servers outside `googleapis.com` never
   * get a key of the environment.
   */
  readonly baseUrl?: string | undefined;
}

export type CheckedOptions = KeyedConnection;

/** @throws TypeError with the name of the option */
export function checkedOptions(modelId: string, options: GoogleOptions): CheckedOptions {
  const defaults: ConnectionDefaults = {
    provider: "google",
    baseUrl: "https://generativelanguage.googleapis.com",
    environmentKey: {
      variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
      domain: "googleapis.com",
    },
    exampleModel: "gemini-3-pro",
    capabilities: capabilitiesOf(modelId),
  };
  return keyedConnection(checkedConnection(modelId, options, defaults), defaults);
}

const files = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/heic",
  "image/heif",
  "application/pdf",
  "text/*",
  "audio/*",
  "video/*",
];

/**
 * Source: https://ai.google.dev/gemini-api/docs/function-calling, multimodal function responses:
 * from Gemini 3 on.
 */
const resultFiles = ["image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain"];

function capabilitiesOf(modelId: string): ModelCapabilities {
  const isOlder = /^(?:models\/)?gemini-[12]\b/.test(modelId);
  return {
    streaming: true,
    toolCalls: true,
    structuredOutput: "schema",
    thinking: true,
    files,
    fileUrls: files,
    ...(isOlder ? {} : { resultFiles }),
  };
}
