// Converts the messages of a conversation for the API: system texts are separate, tool results are
// user blocks, and user and assistant alternate.

import type {
  ContentBlockParam,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type {
  AssistantMessage,
  ModelMessage,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from "@ptc/llm";
import { resultText, stringifiable } from "@ptc/llm/adapter";
import type { CacheMarks } from "./cache-marks.ts";
import { fileBlock } from "./file-block.ts";

export interface Conversation {
  readonly system: TextBlockParam[];
  readonly messages: MessageParam[];
}

export function conversationOf(messages: readonly ModelMessage[], marks: CacheMarks): Conversation {
  const system: TextBlockParam[] = [];
  const turns: { role: "user" | "assistant"; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    if (message.role === "system") {
      const blocks = textBlocks(message.content);
      marks.mark(message, blocks);
      system.push(...blocks);
      continue;
    }
    const content = blocksOf(message);
    if (content.length === 0) continue;
    marks.mark(message, content);
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return { system, messages: turns };
}

function blocksOf(message: Exclude<ModelMessage, { role: "system" }>): ContentBlockParam[] {
  switch (message.role) {
    case "user":
      return userBlocks(message);
    case "assistant":
      return assistantBlocks(message);
    case "tool":
      return resultBlocks(message);
  }
}

function userBlocks({ content }: UserMessage): ContentBlockParam[] {
  return typeof content === "string"
    ? textBlocks(content)
    : content.flatMap((part): ContentBlockParam[] =>
        part.type === "file" ? [fileBlock(part)] : textBlocks([part]),
      );
}

function assistantBlocks({ content }: AssistantMessage): ContentBlockParam[] {
  if (typeof content === "string") return textBlocks(content);
  return content.flatMap((part): ContentBlockParam[] => {
    if (part.type === "text") return textBlocks([part]);
    if (part.type === "tool-call")
      return [
        // The API accepts only objects. If the arguments weren't JSON, the call's result reports
        // the error.
        {
          type: "tool_use",
          id: part.toolCallId,
          name: part.toolName,
          input: stringifiable(part.input ?? {}),
        },
      ];
    const own = part.providerData?.["anthropic"];
    const { signature, redacted } = own ?? {};
    if (typeof redacted === "string") return [{ type: "redacted_thinking", data: redacted }];
    // The API refuses thinking without its signature, including that of another provider.
    return typeof signature === "string" && signature !== ""
      ? [{ type: "thinking", thinking: part.text, signature }]
      : [];
  });
}

function resultBlocks({ content }: ToolMessage): ContentBlockParam[] {
  return content.map((part) => ({
    type: "tool_result",
    tool_use_id: part.toolCallId,
    content: contentOf(part),
    ...(part.isError === true ? { is_error: true } : {}),
  }));
}

function contentOf(part: ToolResultPart): ToolResultContent {
  const text = resultText(part);
  const { files } = part;
  if (files === undefined || files.length === 0) return text;
  return [...textBlocks(text), ...files.map(fileBlock)];
}

type ToolResultContent = NonNullable<ToolResultBlockParam["content"]>;

/** Returns text blocks, without those that have no visible character, which the API refuses. */
function textBlocks(content: string | readonly { readonly text: string }[]): TextBlockParam[] {
  const texts = typeof content === "string" ? [content] : content.map(({ text }) => text);
  return texts
    .filter((text) => text.trim() !== "")
    .map((text): TextBlockParam => ({ type: "text", text }));
}
