// Converts a file to a block of a message.

import type {
  Base64ImageSource,
  DocumentBlockParam,
  ImageBlockParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import { ModelError, type FilePart } from "@ptc/llm";
import { base64Of } from "@ptc/llm/adapter";

const images: readonly Base64ImageSource["media_type"][] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
];

/** @throws ModelError for a media type that Claude doesn't accept */
export function fileBlock(part: FilePart): ImageBlockParam | DocumentBlockParam {
  const { mediaType, filename } = part;
  const title = filename === undefined ? {} : { title: filename };
  const image = images.find((known) => known === mediaType);
  if (part.url !== undefined) {
    const source = { type: "url", url: part.url } as const;
    if (image !== undefined) return { type: "image", source };
    if (mediaType === "application/pdf") return { type: "document", source, ...title };
    throw unknownType(mediaType, " as a URL");
  }
  const { data } = part;
  if (image !== undefined)
    return {
      type: "image",
      source: { type: "base64", media_type: image, data: base64Of(data) },
    };
  if (mediaType === "application/pdf")
    return {
      type: "document",
      source: { type: "base64", media_type: mediaType, data: base64Of(data) },
      ...title,
    };
  if (mediaType === "text/plain")
    return {
      type: "document",
      source: { type: "text", media_type: mediaType, data: decodedText(data) },
      ...title,
    };
  throw unknownType(mediaType, "");
}

function unknownType(mediaType: string, how: string): ModelError {
  return new ModelError({
    kind: "invalid_request",
    message: `Claude doesn't accept files of type ${mediaType}${how}; it accepts images, PDF and plain text`,
    provider: "anthropic",
  });
}

function decodedText(data: Uint8Array | string): string {
  const bytes =
    typeof data === "string" ? Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0)) : data;
  return new TextDecoder().decode(bytes);
}
