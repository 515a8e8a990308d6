// The schema of a step's messages as JSON: each role has its own kinds of parts.

import { z } from "zod";

const text = z.string();
/** A value in the tagged encoding. */
const encoded = z.unknown();
const maybeEncoded = z.exactOptional(encoded);

const textPart = z.object({ type: z.literal("text"), text, providerData: maybeEncoded });
const thinkingPart = z.object({ type: z.literal("thinking"), text, providerData: maybeEncoded });
const toolCallPart = z.object({
  type: z.literal("tool-call"),
  toolCallId: text,
  toolName: text,
  input: encoded,
  malformedInput: z.exactOptional(text),
  providerData: maybeEncoded,
});
const toolResultPart = z.object({
  type: z.literal("tool-result"),
  toolCallId: text,
  toolName: text,
  output: encoded,
  isError: z.exactOptional(z.boolean()),
  providerOptions: maybeEncoded,
});
const responsePart = z.discriminatedUnion("type", [textPart, thinkingPart, toolCallPart]);

export const messageSchema = z.discriminatedUnion("role", [
  z.object({
    role: z.enum(["system", "user"]),
    content: text,
    parts: z.exactOptional(z.array(textPart)),
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

export type PartJson = z.infer<typeof responsePart> | z.infer<typeof toolResultPart>;
