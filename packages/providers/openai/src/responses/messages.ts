// Converts the messages of a conversation to items of the Responses API.

import type {
  AssistantMessage,
  FilePart,
  ModelMessage,
  TextPart,
  ToolResultPart,
  UserMessage,
} from "@ptc/llm";
import type {
  EasyInputMessage,
  ResponseFunctionCallOutputItem,
  ResponseInputFile,
  ResponseInputImage,
  ResponseInputText,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import { resultText } from "@ptc/llm/adapter";
import { dataFor } from "../api.ts";
import { dataUrlOf, filenameOf } from "../file-data.ts";
import { argumentsOf, joinedText } from "../request-parts.ts";
import { reasoningItem } from "./reasoning.ts";

export function inputOf(messages: readonly ModelMessage[], server: string): ResponseInputItem[] {
  return messages.flatMap((message) => itemsOf(message, server));
}

function itemsOf(message: ModelMessage, server: string): ResponseInputItem[] {
  switch (message.role) {
    case "system":
      return textItem("system", joinedText(message.content));
    case "user":
      return userItems(message);
    case "assistant":
      return assistantItems(message, server);
    case "tool":
      return message.content.map((part) => ({
        type: "function_call_output",
        call_id: part.toolCallId,
        output: resultOf(part),
      }));
  }
}

function resultOf(part: ToolResultPart): string | ResponseFunctionCallOutputItem[] {
  const text = resultText(part);
  const { files = [] } = part;
  return files.length === 0 ? text : [{ type: "text" as const, text }, ...files].flatMap(contentOf);
}

/** Omits an empty text, because some servers refuse it. */
function textItem(role: EasyInputMessage["role"], content: string): ResponseInputItem[] {
  return content === "" ? [] : [{ role, content }];
}

function userItems({ content }: UserMessage): ResponseInputItem[] {
  if (typeof content === "string") return textItem("user", content);
  const texts = content.filter((part) => part.type === "text");
  if (texts.length === content.length) return textItem("user", joinedText(texts));
  return [{ role: "user", content: content.flatMap(contentOf) }];
}

type ContentOfBoth = ResponseInputText | ResponseInputImage | ResponseInputFile;

function contentOf(part: TextPart | FilePart): ContentOfBoth[] {
  if (part.type === "text")
    return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
  const { mediaType, url, data } = part;
  if (mediaType.startsWith("image/"))
    return [{ type: "input_image", image_url: url ?? dataUrlOf(mediaType, data), detail: "auto" }];
  return [
    url === undefined
      ? { type: "input_file", filename: filenameOf(part), file_data: dataUrlOf(mediaType, data) }
      : { type: "input_file", file_url: url },
  ];
}

/**
 * The API refuses reasoning without the item that follows it, as in a cut-off response. So
 * reasoning is only sent with the next text or call.
 */
function assistantItems({ content }: AssistantMessage, server: string): ResponseInputItem[] {
  if (typeof content === "string") return textItem("assistant", content);
  const items: ResponseInputItem[] = [];
  let reasoning: ResponseInputItem[] = [];
  for (const part of content) {
    const own = dataFor(server, part.providerData);
    const phase = phaseOf(own["phase"]);
    // Commentary is a message of the API, although it is thinking in the contract.
    if (part.type === "thinking" && phase.phase === undefined) {
      reasoning.push(...reasoningItem(own));
      continue;
    }
    const made: ResponseInputItem[] =
      part.type !== "tool-call"
        ? textItem("assistant", part.text).map((item) => ({ ...item, ...phase }))
        : [
            {
              type: "function_call",
              call_id: part.toolCallId,
              name: part.toolName,
              arguments: argumentsOf(part),
            },
          ];
    if (made.length === 0) continue;
    items.push(...reasoning, ...made);
    reasoning = [];
  }
  return items;
}

/** Returns whether a text was commentary or the final answer, which models need back. */
function phaseOf(phase: unknown): Pick<EasyInputMessage, "phase"> {
  return phase === "commentary" || phase === "final_answer" ? { phase } : {};
}
