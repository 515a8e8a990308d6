// Converts a file to a part of a message.

import type { LanguageModelV4FilePart } from "@ai-sdk/provider";
import { ModelError, type FilePart } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";

/** @throws ModelError for an invalid URL */
export function filePart({ mediaType, filename, data, url }: FilePart): LanguageModelV4FilePart {
  return {
    type: "file",
    mediaType,
    ...presentFields({ filename }),
    data: url === undefined ? { type: "data", data } : urlData(url),
  };
}

function urlData(url: string): LanguageModelV4FilePart["data"] {
  if (!URL.canParse(url))
    throw new ModelError({
      kind: "invalid_request",
      message: `a file has an invalid URL: ${JSON.stringify(url)}`,
    });
  const parsed = new URL(url);
  // Some providers have special URLs, which must be sent unchanged.
  return { type: "url", url: parsed, ...(parsed.href === url ? {} : { originalUrl: url }) };
}
