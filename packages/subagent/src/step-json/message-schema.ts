// The schema of a step's messages as JSON: each role has its own kinds of parts.

import { z } from "zod/v4";
import { isMediaType, isWebUrl } from "../files/file-form.ts";

const text = z.string();
/** A value in the tagged encoding. */
const encoded = z.unknown();
const maybeEncoded = z.exactOptional(encoded);
const maybeText = z.exactOptional(text);

const textPart = z.object({ type: z.literal("text"), text, providerData: maybeEncoded });
/** A file, whose bytes are in the step's table of files under its digest. */
const filePart = z.object({
  type: z.literal("file"),
  mediaType: text.refine(isMediaType, "expected a media type"),
  filename: maybeText,
  sizeBytes: z.exactOptional(z.number()),
  digest: maybeText,
  url: z.exactOptional(text.refine(isWebUrl, "expected an http or https URL")),
});
const thinkingPart = z.object({ type: z.literal("thinking"), text, providerData: maybeEncoded });
const toolCallPart = z.object({
  type: z.literal("tool-call"),
  toolCallId: text,
  toolName: text,
  input: encoded,
  malformedInput: maybeText,
  providerData: maybeEncoded,
});
const toolResultPart = z.object({
  type: z.literal("tool-result"),
  toolCallId: text,
  toolName: text,
  output: encoded,
  files: z.exactOptional(z.array(filePart)),
  isError: z.exactOptional(z.boolean()),
  providerOptions: maybeEncoded,
});
const responsePart = z.discriminatedUnion("type", [textPart, thinkingPart, toolCallPart]);

export const messageSchema = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("system"),
    content: text,
    parts: z.exactOptional(z.array(textPart)),
    providerOptions: maybeEncoded,
  }),
  z.object({
    role: z.literal("user"),
    content: text,
    parts: z.exactOptional(z.array(z.discriminatedUnion("type", [textPart, filePart]))),
    providerOptions: maybeEncoded,
  }),
  z.object({
    role: z.literal("assistant"),
    content: text,
    parts: z.exactOptional(z.array(responsePart)),
    providerOptions: maybeEncoded,
  }),
  z.object({
    role: z.literal("tool"),
    content: text,
    parts: z.array(toolResultPart),
    providerOptions: maybeEncoded,
  }),
]);

export type MessageJson = z.infer<typeof messageSchema>;

export type FileJson = z.infer<typeof filePart>;

export type PartJson = z.infer<typeof responsePart> | z.infer<typeof toolResultPart> | FileJson;
