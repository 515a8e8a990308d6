// Files for the tests of files, and the message that carries them to a model.

import type { FilePart, ModelMessage, ModelRequest } from "@ptc/llm";
import { contextFile, type ContextFile } from "../../src/index.ts";

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export const photo = contextFile({ data: bytes(1, 2, 3), mediaType: "image/png", name: "a.png" });
export const scan = contextFile({
  data: new Uint8Array(1_234),
  mediaType: "application/pdf",
  name: "b.pdf",
});

export function imageNamed(name: string, value = 7): ContextFile {
  return contextFile({ data: bytes(value), mediaType: "image/png", name });
}

/** Returns the first user message of a request. */
export function userMessage({ messages }: Pick<ModelRequest, "messages">): ModelMessage {
  const message = messages.find(({ role }) => role === "user");
  if (message === undefined) throw new Error("there is no message of the user");
  return message;
}

/** Returns the text of the first user message. */
export function userText(request: Pick<ModelRequest, "messages">): string {
  const { content } = userMessage(request);
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Returns the files of the first user message. */
export function userFiles(request: Pick<ModelRequest, "messages">): readonly FilePart[] {
  const { content } = userMessage(request);
  if (typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "file" ? [part] : []));
}
