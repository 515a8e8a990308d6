// What a user says of a model, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import { checkedConnection, type Connection, type ConnectionOptions } from "@ptc/llm/adapter";

/** The options of a model of Google. */
export interface GoogleOptions extends ConnectionOptions {
  /** The key of Google AI Studio. It is read from no environment. */
  readonly apiKey: string;
  /** Default: `https://generativelanguage.googleapis.com`. */
  readonly baseUrl?: string;
  /** Milliseconds by which an answer has to be whole. Default 600,000. */
  readonly timeoutMs?: number;
  /** Where a model differs from what Gemini models can do. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions extends Connection {
  readonly apiKey: string;
  readonly capabilities: ModelCapabilities;
}

const known = [
  "apiKey",
  "baseUrl",
  "fetch",
  "headers",
  "timeoutMs",
  "capabilities",
] as const satisfies readonly (keyof GoogleOptions)[];

/** @throws TypeError with the name of the option. */
export function checkedOptions(modelId: string, options: GoogleOptions): CheckedOptions {
  const connection = checkedConnection(modelId, options, {
    provider: "google",
    baseUrl: "https://generativelanguage.googleapis.com",
    exampleModel: "gemini-3-pro",
    options: known,
  });
  const { apiKey } = connection;
  if (apiKey === undefined)
    throw new TypeError("google: apiKey is missing: pass the key, it is read from nowhere");
  return {
    ...connection,
    apiKey,
    capabilities: { ...capabilitiesOf(modelId), ...options.capabilities },
  };
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
