// The bytes of a file as both APIs take them: in a URL of the scheme `data`.

import { ModelError, type FilePart } from "@ptc/llm";
import { base64Of } from "@ptc/llm/adapter";

export function dataUrlOf(mediaType: string, data: Uint8Array | string): string {
  return `data:${mediaType};base64,${base64Of(data)}`;
}

/** The APIs want a name with the bytes of a file. */
export function filenameOf({ filename, mediaType }: FilePart): string {
  return filename ?? `file.${mediaType.replace(/^[^/]*\//, "")}`;
}

/** Leaving the file out would give an answer to another question. */
export function refusedFile(mediaType: string, how: string): ModelError {
  return new ModelError({
    kind: "invalid_request",
    message: `${how} of the type ${mediaType} has no place in Chat Completions: send images by URL, other files by their bytes`,
    provider: "openai",
  });
}
