// Parses requests to Chat Completions, and refuses those that the API would refuse.

import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { SentFile, SentMessage, SentRequest, WireRequest } from "@ptc/llm/testing";
import { fileAt, keyIn, OpenCalls, type Reasoning } from "./wire-shared.ts";

export function readRequest({ path, headers, body }: WireRequest): SentRequest {
  if (path !== "/chat/completions") throw new Error(`nothing is served at ${path}`);
  const sent = JSON.parse(body) as ChatCompletionCreateParams;
  refuseWhatIsRefused(sent);
  const { messages, tools = [], response_format: format, stop } = sent;
  return {
    modelId: sent.model,
    isStream: sent.stream === true,
    apiKey: keyIn(headers),
    system: messages
      .flatMap(({ role, content }) =>
        role === "system" && typeof content === "string" ? [content] : [],
      )
      .join("\n"),
    messages: sentMessages(messages),
    tools: tools.map((tool) => {
      if (tool.type !== "function") throw new Error(`a tool of the type ${tool.type}`);
      const { name, description, parameters = {} } = tool.function;
      return { name, description, inputSchema: parameters };
    }),
    toolChoice: choiceOf(sent.tool_choice),
    wantsJson: format?.type === "json_object",
    outputSchema: format?.type === "json_schema" ? format.json_schema.schema : undefined,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- other servers than OpenAI's keep it
    maxOutputTokens: sent.max_completion_tokens ?? sent.max_tokens ?? undefined,
    temperature: sent.temperature ?? undefined,
    topP: sent.top_p ?? undefined,
    stopSequences: typeof stop === "string" ? [stop] : (stop ?? undefined),
    cacheMarks: 0,
    body: { ...sent },
  };
}

function choiceOf(choice: ChatCompletionCreateParams["tool_choice"]): SentRequest["toolChoice"] {
  if (typeof choice !== "object") return choice;
  if (choice.type !== "function") throw new Error(`a choice of the type ${choice.type}`);
  return { toolName: choice.function.name };
}

/** Throws for requests that the API rejects with status 400. */
function refuseWhatIsRefused({
  messages,
  stream,
  stream_options: more,
}: ChatCompletionCreateParams) {
  if (stream !== true && more !== undefined) throw new Error("stream_options without stream");
  const calls = new OpenCalls();
  for (const [place, message] of messages.entries()) {
    const where = `messages[${String(place)}]`;
    if (message.role === "tool") {
      calls.result(message.tool_call_id);
      continue;
    }
    calls.end();
    const made = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    if (made.length === 0 && (message.content ?? "").length === 0)
      throw new Error(`${where} is empty`);
    for (const call of made) {
      if (call.type !== "function") throw new Error(`${where}: a call of the type ${call.type}`);
      JSON.parse(call.function.arguments);
      calls.call(call.id);
    }
  }
  calls.end();
}

/** Consecutive results are one message of the contract. */
function sentMessages(messages: readonly ChatCompletionMessageParam[]): readonly SentMessage[] {
  const sent: SentMessage[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const made = sentMessage(message);
    const last = sent.at(-1);
    if (last?.role === "tool" && made.role === "tool")
      sent.splice(-1, 1, { ...last, results: [...last.results, ...made.results] });
    else sent.push(made);
  }
  return sent;
}

function sentMessage(message: ChatCompletionMessageParam): SentMessage {
  const nothing = { text: "", files: [], calls: [], results: [], signatures: [] };
  switch (message.role) {
    case "tool":
      return {
        ...nothing,
        role: "tool",
        results: [
          {
            id: message.tool_call_id,
            text: typeof message.content === "string" ? message.content : "",
          },
        ],
      };
    case "assistant": {
      const { reasoning_details: details = [] } = message as Reasoning;
      return {
        ...nothing,
        role: "assistant",
        text: typeof message.content === "string" ? message.content : "",
        calls: (message.tool_calls ?? []).flatMap((call) =>
          call.type === "function"
            ? [
                {
                  id: call.id,
                  name: call.function.name,
                  input: JSON.parse(call.function.arguments) as unknown,
                },
              ]
            : [],
        ),
        signatures: details.flatMap(({ signature }) => signature ?? []),
      };
    }
    case "user":
      return { ...nothing, role: "user", ...contentOf(message.content) };
    default:
      throw new Error(`a message of the role ${message.role}`);
  }
}

function contentOf(
  content: string | readonly ChatCompletionContentPart[],
): Pick<SentMessage, "text" | "files"> {
  if (typeof content === "string") return { text: content, files: [] };
  return {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    files: content.flatMap(fileOf),
  };
}

function fileOf(part: ChatCompletionContentPart): readonly SentFile[] {
  if (part.type === "image_url") return [fileAt(part.image_url.url, "image")];
  if (part.type !== "file") return [];
  if (part.file.filename === undefined) throw new Error("a file has no name");
  return [fileAt(String(part.file.file_data), "file")];
}
