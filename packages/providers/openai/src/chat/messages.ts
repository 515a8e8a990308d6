// Converts the messages of a conversation for Chat Completions.

import type {
  AssistantMessage,
  FilePart,
  ModelMessage,
  TextPart,
  ToolCallPart,
  UserMessage,
} from "@ptc/llm";
import { base64Of } from "@ptc/llm/adapter";
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { isObject, resultText } from "@ptc/llm/adapter";
import { dataFor } from "../api.ts";
import { dataUrlOf, filenameOf, refusedFile } from "../file-data.ts";
import { argumentsOf, joinedText } from "../request-parts.ts";
import { isThinkingContent, returnedReasoning } from "./reasoning.ts";

export function messagesOf(
  messages: readonly ModelMessage[],
  server: string,
): ChatCompletionMessageParam[] {
  const made: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    const last = made.at(-1);
    // Chat templates of many open models support only one system text, at the start.
    if (message.role === "system" && last?.role === "system" && typeof last.content === "string")
      made.splice(
        -1,
        1,
        ...systemMessage(
          `${last.content}

`,
          message.content,
        ),
      );
    else made.push(...messageOf(message, server));
  }
  return made;
}

function messageOf(message: ModelMessage, server: string): readonly ChatCompletionMessageParam[] {
  switch (message.role) {
    case "system":
      return systemMessage("", message.content);
    case "user":
      return userMessage(message);
    case "assistant":
      return assistantMessage(message, server);
    case "tool":
      return message.content.map((part) => {
        const [file] = part.files ?? [];
        if (file !== undefined) throw refusedFile(file.mediaType, "a file in a tool result");
        return { role: "tool", tool_call_id: part.toolCallId, content: resultText(part) };
      });
  }
}

function systemMessage(
  before: string,
  content: string | readonly TextPart[],
): readonly ChatCompletionMessageParam[] {
  const text = (before + joinedText(content)).trimEnd();
  return text === "" ? [] : [{ role: "system", content: text }];
}

function userMessage({ content }: UserMessage): readonly ChatCompletionMessageParam[] {
  if (typeof content === "string" || content.every((part) => part.type === "text")) {
    const text = joinedText(content);
    return text === "" ? [] : [{ role: "user", content: text }];
  }
  return [{ role: "user", content: content.flatMap(contentOf) }];
}

function contentOf(part: TextPart | FilePart): readonly ChatCompletionContentPart[] {
  if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text }];
  const { mediaType, url, data } = part;
  if (mediaType.startsWith("image/"))
    return [{ type: "image_url", image_url: { url: url ?? dataUrlOf(mediaType, data) } }];
  if (url !== undefined) throw refusedFile(mediaType, "a file by URL");
  const format = audioFormats.get(mediaType);
  if (format !== undefined)
    return [{ type: "input_audio", input_audio: { data: base64Of(data), format } }];
  const file = { filename: filenameOf(part), file_data: dataUrlOf(mediaType, data) };
  return [{ type: "file", file }];
}

const audioFormats: ReadonlyMap<string, "wav" | "mp3"> = new Map([
  ["audio/wav", "wav"],
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
]);

function assistantMessage(
  { content }: AssistantMessage,
  server: string,
): readonly ChatCompletionMessageParam[] {
  if (typeof content === "string") return content === "" ? [] : [{ role: "assistant", content }];
  const text = joinedText(content.filter((part) => part.type === "text"));
  const calls = content
    .filter((part) => part.type === "tool-call")
    .map((part) => callOf(part, server));
  // A cut-off response may have only thinking, which isn't a message.
  if (text === "" && calls.length === 0) return [];
  const reasoning = returnedReasoning(
    content.filter((part) => part.type === "thinking"),
    server,
  );
  return [
    {
      role: "assistant",
      content: contentWithThinking(content, server) ?? (text === "" ? null : text),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...reasoning,
    },
  ];
}

/**
 * Returns the content as a list of parts if the server sent its thinking in such a list. Mistral
 * advises to return it unchanged, because its models answer worse without it.
 */
function contentWithThinking(
  content: Exclude<AssistantMessage["content"], string>,
  server: string,
): ChatCompletionAssistantMessageParam["content"] | undefined {
  if (!content.some((part) => isThinkingContent(part, server))) return undefined;
  const parts = content.flatMap((part): readonly object[] => {
    if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text }];
    if (!isThinkingContent(part, server)) return [];
    return [{ type: "thinking", thinking: [{ type: "text", text: part.text }], closed: true }];
  });
  // OpenAI's own server has no parts for thinking, so its types lack them.
  return parts as NonNullable<ChatCompletionAssistantMessageParam["content"]> & object[];
}

function callOf(part: ToolCallPart, server: string): ChatCompletionMessageFunctionToolCall {
  const { extra_content: extra } = dataFor(server, part.providerData);
  return {
    type: "function",
    id: part.toolCallId,
    function: { name: part.toolName, arguments: argumentsOf(part) },
    // Google's server signs calls in this field, and refuses calls without it.
    ...(isObject(extra) ? { extra_content: extra } : {}),
  };
}
