// The messages of a conversation in the form used in steps and traces. They have the text for
// readers and, if a message is more than its text, the parts that a provider needs back.

import {
  contentText,
  type FilePart,
  type ModelMessage,
  type ProviderOptions,
  type ResponsePart,
  type TextPart,
  type ToolResultPart,
  type UserPart,
} from "@ptc/llm";
import { exactJsonText, presentFields } from "@ptc/llm/adapter";
import { base64Size } from "../files/base64.ts";

interface MessageText {
  /** The joined text parts. For a tool message, the texts of its results, one per line. */
  readonly content: string;
  readonly providerOptions?: ProviderOptions;
}

/**
 * A file of a message. It has `data` or `url`, as in a request. It has neither in traces, or if
 * the step was read from JSON without the bytes.
 */
export interface StepFilePart extends Pick<FilePart, "type" | "mediaType" | "filename" | "digest"> {
  /** The number of bytes, if the bytes themselves are absent. */
  readonly sizeBytes?: number;
  readonly data?: Uint8Array | string;
  readonly url?: string;
}

/**
 * A message of the conversation as `{ role, content }`. `parts` are the parts of the message as in
 * a request. Absent if the message consists only of `content`.
 */
export type StepMessage =
  | (MessageText & { readonly role: "system"; readonly parts?: readonly TextPart[] })
  | (MessageText & { readonly role: "user"; readonly parts?: readonly StepUserPart[] })
  | (MessageText & { readonly role: "assistant"; readonly parts?: readonly ResponsePart[] })
  | (MessageText & { readonly role: "tool"; readonly parts: readonly StepResultPart[] });

/** A part of a user message. */
export type StepUserPart = TextPart | StepFilePart;

/** The result of a call, with the files that the tool returned. */
export interface StepResultPart extends Omit<ToolResultPart, "files"> {
  readonly files?: readonly StepFilePart[];
}

/** Returns a message in the form used in steps, which can be sent again. */
export function stepMessage(message: ModelMessage): StepMessage {
  const text: MessageText = {
    content: messageText(message),
    ...(message.providerOptions === undefined ? {} : { providerOptions: message.providerOptions }),
  };
  if (message.role === "tool")
    return {
      role: "tool",
      ...text,
      parts: message.content.map((part) => resultWith(part, storedFile)),
    };
  if (message.role === "assistant")
    return { role: "assistant", ...text, ...partsBeside(message.content) };
  if (message.role === "system")
    return { role: "system", ...text, ...partsBeside(message.content) };
  const { parts } = partsBeside(message.content);
  return {
    role: "user",
    ...text,
    ...(parts === undefined ? {} : { parts: parts.map(storedPart) }),
  };
}

/** Returns a message in the form used in traces: files have only their names, sizes and digests. */
export function tracedMessage(message: ModelMessage): StepMessage {
  const traced = stepMessage(message);
  if (traced.role === "tool")
    return { ...traced, parts: traced.parts.map((part) => resultWith(part, withoutBytes)) };
  return traced.role === "user" && traced.parts !== undefined
    ? { ...traced, parts: traced.parts.map(tracedPart) }
    : traced;
}

function storedPart(part: UserPart): StepUserPart {
  return part.type === "file" ? storedFile(part) : part;
}

function tracedPart(part: StepUserPart): StepUserPart {
  return part.type === "file" ? withoutBytes(part) : part;
}

/** Returns a result with its files converted by `file`. */
function resultWith<From extends StepFilePart>(
  { files, ...part }: Omit<StepResultPart, "files"> & { readonly files?: readonly From[] },
  file: (part: From) => StepFilePart,
): StepResultPart {
  return files === undefined ? part : { ...part, files: files.map(file) };
}

/** Omits the data of a file whose bytes are unknown. */
function storedFile(part: FilePart): StepFilePart {
  return part.data?.length === 0 ? withoutBytes(part) : part;
}

function withoutBytes(part: StepFilePart): StepFilePart {
  const { type, mediaType, filename, digest, data } = part;
  const sizeBytes = part.sizeBytes ?? sizeOf(data);
  return { type, mediaType, ...presentFields({ filename, sizeBytes, digest }) };
}

/** Returns the number of bytes, or `undefined` if it is zero or unknown. */
function sizeOf(data: Uint8Array | string | undefined): number | undefined {
  const size = typeof data === "string" ? base64Size(data) : data?.byteLength;
  return size === 0 ? undefined : size;
}

/** Returns the text of a message. */
export function messageText({ role, content }: ModelMessage): string {
  return role === "tool" ? content.map(resultText).join("\n") : contentText(content);
}

function resultText({ output }: ToolResultPart): string {
  return typeof output === "string" ? output : exactJsonText(output ?? null);
}

function partsBeside<Part extends ResponsePart | UserPart>(
  content: string | readonly Part[],
): { readonly parts?: readonly Part[] } {
  const isText =
    typeof content === "string" ||
    content.every((part) => part.type === "text" && part.providerData === undefined);
  return isText ? {} : { parts: content };
}
