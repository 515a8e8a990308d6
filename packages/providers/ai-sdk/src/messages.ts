// Converts the messages of a conversation to a prompt of the AI SDK. System texts come first,
// because not every provider accepts them later. Empty messages are omitted, because some providers
// refuse them.

import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import {
  contentText,
  ModelError,
  type AssistantMessage,
  type FilePart,
  type ModelMessage,
  type ToolMessage,
  type ToolResultPart,
  type UserMessage,
} from "@ptc/llm";
import { argumentsObject, resultText, takesMediaType } from "@ptc/llm/adapter";
import type { CacheMarks } from "./cache-marks.ts";
import { filePart } from "./file-part.ts";
import { isThinkingOf, optionsOf } from "./provider-data.ts";

type ContentOf<Role> = Extract<LanguageModelV4Message, { role: Role }>["content"];

export interface PromptOptions {
  /** The provider that gets its own thinking back. */
  readonly provider: string;
  /** The accepted media types in tool results. */
  readonly resultFiles: readonly string[];
  readonly marks: CacheMarks;
}

/** @throws ModelError for a file in a result if the model doesn't accept it */
export function promptOf(
  messages: readonly ModelMessage[],
  options: PromptOptions,
): LanguageModelV4Prompt {
  const isSystem = ({ role }: ModelMessage): boolean => role === "system";
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))]
    .map((message): LanguageModelV4Message => ({
      ...bare(message, options),
      ...optionsOf(options.marks.of(message), message.providerOptions),
    }))
    .filter(({ content }) => content.length > 0);
}

function bare(
  message: ModelMessage,
  { provider, resultFiles }: PromptOptions,
): LanguageModelV4Message {
  switch (message.role) {
    case "system": {
      const text = contentText(message.content);
      return { role: "system", content: isBlank(text) ? "" : text };
    }
    case "user":
      return { role: "user", content: userParts(message) };
    case "assistant":
      return { role: "assistant", content: assistantParts(message, provider) };
    case "tool":
      return { role: "tool", content: resultParts(message, resultFiles) };
  }
}

function userParts({ content }: UserMessage): ContentOf<"user"> {
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return parts.flatMap((part): ContentOf<"user"> => {
    if (part.type === "file") return [filePart(part)];
    return isBlank(part.text)
      ? []
      : [{ type: "text", text: part.text, ...optionsOf(part.providerData) }];
  });
}

function assistantParts({ content }: AssistantMessage, provider: string): ContentOf<"assistant"> {
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return parts.flatMap((part): ContentOf<"assistant"> => {
    const own = optionsOf(part.providerData);
    if (part.type === "tool-call") {
      const { type, toolCallId, toolName, input } = part;
      return [{ type, toolCallId, toolName, input: argumentsObject(input), ...own }];
    }
    const { text } = part;
    if (part.type === "thinking")
      return isThinkingOf(provider, part.providerData) ? [{ type: "reasoning", text, ...own }] : [];
    // An empty text may carry data that its provider needs back.
    return isBlank(text) && own.providerOptions === undefined
      ? []
      : [{ type: "text", text, ...own }];
  });
}

function resultParts({ content }: ToolMessage, resultFiles: readonly string[]): ContentOf<"tool"> {
  return content.map(({ type, toolCallId, toolName, providerOptions, ...result }) => ({
    type,
    toolCallId,
    toolName,
    output: outputOf(result, resultFiles),
    ...optionsOf(providerOptions),
  }));
}

type ResultOutput = Extract<ContentOf<"tool">[number], { type: "tool-result" }>["output"];

type Result = Pick<ToolResultPart, "output" | "isError" | "files">;

function outputOf(
  { output, isError, files = [] }: Result,
  resultFiles: readonly string[],
): ResultOutput {
  const failed = isError === true;
  if (files.length > 0) return withFiles(output, files, resultFiles);
  if (typeof output === "string") return { type: failed ? "error-text" : "text", value: output };
  // The contract guarantees JSON.
  const value = (output ?? null) as Extract<ResultOutput, { type: "json" }>["value"];
  return { type: failed ? "error-json" : "json", value };
}

/** A result with files can't be marked as failed in the specification. */
function withFiles(
  output: unknown,
  files: readonly FilePart[],
  resultFiles: readonly string[],
): ResultOutput {
  const other = files.find(({ mediaType }) => !takesMediaType(resultFiles, mediaType));
  if (other !== undefined)
    throw new ModelError({
      kind: "invalid_request",
      message: `the model doesn't accept ${other.mediaType} in tool results (option capabilities.resultFiles)`,
    });
  const text = resultText({ output });
  return {
    type: "content",
    value: [...(isBlank(text) ? [] : [{ type: "text" as const, text }]), ...files.map(filePart)],
  };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
