// Converts a file to a part of a message.

import {
  createFunctionResponsePartFromBase64,
  createFunctionResponsePartFromUri,
  type FunctionResponsePart,
  type Part,
} from "@google/genai";
import type { FilePart } from "@ptc/llm";
import { base64Of } from "@ptc/llm/adapter";

export function filePart({ mediaType, data, url }: FilePart): Part {
  if (url !== undefined) return { fileData: { mimeType: mediaType, fileUri: url } };
  return {
    inlineData: { mimeType: mediaType, data: base64Of(data) },
  };
}

/** Returns a file from a tool result. */
export function resultFile({ mediaType, data, url }: FilePart): FunctionResponsePart {
  return url === undefined
    ? createFunctionResponsePartFromBase64(base64Of(data), mediaType)
    : createFunctionResponsePartFromUri(url, mediaType);
}
