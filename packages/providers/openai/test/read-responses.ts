// Parses requests to the Responses API, and refuses those that the API would refuse.

import type {
  FunctionTool,
  ResponseCreateParams,
  ResponseFunctionCallOutputItem,
  ResponseInputContent,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import type { SentFile, SentMessage, SentRequest, WireRequest } from "@ptc/llm/testing";
import { fileAt, keyIn, OpenCalls } from "./wire-shared.ts";

export function readRequest({ path, headers, body }: WireRequest): SentRequest {
  if (path !== "/responses") throw new Error(`nothing is served at ${path}`);
  const sent = JSON.parse(body) as ResponseCreateParams;
  if (sent.store !== false) throw new Error("the answer would be stored");
  const input = typeof sent.input === "string" ? [] : (sent.input ?? []);
  refuseWhatIsRefused(input);
  const format = sent.text?.format;
  return {
    modelId: String(sent.model),
    isStream: sent.stream === true,
    apiKey: keyIn(headers),
    ...conversationOf(input),
    tools: (sent.tools ?? []).map((tool) => {
      const { name, description, parameters } = tool as FunctionTool;
      return { name, description: description ?? undefined, inputSchema: parameters ?? {} };
    }),
    toolChoice: choiceOf(sent.tool_choice),
    wantsJson: format?.type === "json_object",
    outputSchema: format?.type === "json_schema" ? format.schema : undefined,
    maxOutputTokens: sent.max_output_tokens ?? undefined,
    temperature: sent.temperature ?? undefined,
    topP: sent.top_p ?? undefined,
    cacheMarks: 0,
    body: { ...sent },
  };
}

function choiceOf(choice: ResponseCreateParams["tool_choice"]): SentRequest["toolChoice"] {
  if (typeof choice !== "object") return choice;
  if (choice.type !== "function") throw new Error(`a choice of the type ${choice.type}`);
  return { toolName: choice.name };
}

/** Throws for requests that the API rejects with status 400. */
function refuseWhatIsRefused(input: readonly ResponseInputItem[]): void {
  const calls = new OpenCalls();
  for (const [place, item] of input.entries()) {
    const where = `input[${String(place)}]`;
    if (item.type === "function_call") {
      JSON.parse(item.arguments);
      calls.call(item.call_id);
    } else if (item.type === "function_call_output") calls.result(String(item.call_id));
    else if (item.type === "reasoning") refuseReasoning(item, input[place + 1], where);
    else if (isMessage(item)) {
      if (item.role === "user" || item.role === "assistant") calls.end();
      if (item.content.length === 0) throw new Error(`${where} is empty`);
    } else throw new Error(`${where}: an item of the type ${String(item.type)}`);
  }
  calls.end();
}

function refuseReasoning(
  { id, encrypted_content: encrypted }: Extract<ResponseInputItem, { type: "reasoning" }>,
  next: ResponseInputItem | undefined,
  where: string,
): void {
  if (encrypted === undefined || encrypted === null)
    throw new Error(`${where}: Item with id '${id}' not found. Items are not persisted.`);
  const isFollowed =
    next?.type === "function_call" ||
    next?.type === "reasoning" ||
    (next !== undefined && isMessage(next) && next.role === "assistant");
  if (!isFollowed)
    throw new Error(`${where}: reasoning was provided without its required following item`);
}

function conversationOf(
  input: readonly ResponseInputItem[],
): Pick<SentRequest, "system" | "messages"> {
  const system: string[] = [];
  const messages: SentMessage[] = [];
  for (const item of input) {
    if (isMessage(item) && item.role === "system") {
      system.push(contentOf(item.content).text);
      continue;
    }
    const message = messageOf(item);
    const last = messages.at(-1);
    if (last !== undefined && last.role === message.role && message.role !== "user")
      messages.splice(-1, 1, joined(last, message));
    else messages.push(message);
  }
  return { system: system.join("\n"), messages };
}

function messageOf(item: ResponseInputItem): SentMessage {
  const nothing = { text: "", files: [], calls: [], results: [], signatures: [] };
  switch (item.type) {
    case "function_call": {
      const input: unknown = JSON.parse(item.arguments);
      return {
        ...nothing,
        role: "assistant",
        calls: [{ id: item.call_id, name: item.name, input }],
      };
    }
    case "function_call_output":
      return {
        ...nothing,
        role: "tool",
        results: [{ id: String(item.call_id), ...contentOf(item.output) }],
      };
    case "reasoning":
      return { ...nothing, role: "assistant", signatures: [String(item.encrypted_content)] };
    default: {
      if (!isMessage(item)) throw new Error(`an item of the type ${String(item.type)}`);
      const role = item.role === "assistant" ? "assistant" : "user";
      return { ...nothing, role, ...contentOf(item.content) };
    }
  }
}

function joined(first: SentMessage, second: SentMessage): SentMessage {
  return {
    role: first.role,
    text: first.text + second.text,
    files: [...first.files, ...second.files],
    calls: [...first.calls, ...second.calls],
    results: [...first.results, ...second.results],
    signatures: [...first.signatures, ...second.signatures],
  };
}

function isMessage(item: ResponseInputItem): item is MessageItem {
  return "role" in item && "content" in item;
}

type MessageItem = Extract<ResponseInputItem, { role: unknown; content: unknown }>;

function contentOf(
  content: MessageItem["content"] | string | readonly ResponseFunctionCallOutputItem[],
): Pick<SentMessage, "text" | "files"> {
  if (typeof content === "string") return { text: content, files: [] };
  const parts = content as readonly (ResponseInputContent | ResponseFunctionCallOutputItem)[];
  return {
    text: parts.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join(""),
    files: parts.flatMap(fileOf),
  };
}

function fileOf(part: ResponseInputContent | ResponseFunctionCallOutputItem): readonly SentFile[] {
  if (part.type === "input_image") return [fileAt(String(part.image_url), "image")];
  if (part.type !== "input_file") return [];
  if (typeof part.file_url === "string") return [{ mediaType: "file", data: part.file_url }];
  if (part.filename === undefined) throw new Error("a file has no name");
  return [fileAt(String(part.file_data), "file")];
}
