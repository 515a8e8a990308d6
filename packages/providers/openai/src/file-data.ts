// Encodes the bytes of a file as a `data` URL, as both APIs require.

import { ModelError, type FilePart } from "@ptc/llm";
import { base64Of } from "@ptc/llm/adapter";

export function dataUrlOf(mediaType: string, data: Uint8Array | string): string {
  return `data:${mediaType};base64,${base64Of(data)}`;
}

/** The APIs require a name for the bytes of a file. */
export function filenameOf({ filename, mediaType }: FilePart): string {
  return filename ?? `file.${mediaType.replace(/^[^/]*\//, "")}`;
}

/** Without the file, the model would answer a different question. */
export function refusedFile(mediaType: string, how: string): ModelError {
  return new ModelError({
    kind: "invalid_request",
    message: `Chat Completions doesn't accept ${how} (${mediaType}); send images by URL and other files as data`,
    provider: "openai",
  });
}
