// Turns a request of the contract into the API's, with warnings for unsupported options.

import type { ChatRequest, Message, Options, Tool } from "ollama";
import {
  contentText,
  ModelError,
  type FilePart,
  type ModelMessage,
  type ModelRequest,
  type ModelWarning,
} from "@ptc/llm";
import {
  argumentsObject,
  base64Of,
  ownOptions,
  requestHeaders,
  resultText,
  toolCallCount,
} from "@ptc/llm/adapter";
import type { CheckedOptions } from "./options.ts";

export interface ApiRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly ModelWarning[];
  /** The number of the response's first call; earlier calls have theirs already. */
  readonly nextCall: number;
}

/** Fields of the API that `providerOptions` can't replace. */
const reserved: ReadonlySet<string> = new Set(["messages", "model", "tools", "stream"]);

export function requestOf(
  modelId: string,
  request: ModelRequest,
  { keepAlive }: Pick<CheckedOptions, "keepAlive">,
): ApiRequest {
  const warnings: ModelWarning[] = [];
  const tools = request.toolChoice === "none" ? [] : (request.tools ?? []);
  const body: ChatRequest = {
    model: modelId,
    messages: request.messages.flatMap(messagesOf),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    ...formatOf(request),
    ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
    ...thinkOf(request, warnings),
    ...optionsOf(request),
  };
  const { toolChoice } = request;
  if (toolChoice === "required" || typeof toolChoice === "object")
    warnings.push({
      option: "toolChoice",
      message: "Ollama's API can't force a call; the model decides",
    });
  return {
    body: { ...body, ...ownOptions(request, "ollama", reserved) },
    headers: requestHeaders(request),
    warnings,
    nextCall: 1 + toolCallCount(request.messages),
  };
}

function messagesOf(message: ModelMessage): readonly Message[] {
  switch (message.role) {
    case "system":
    case "user":
      return textMessage(message);
    case "assistant":
      return assistantMessage(message);
    case "tool":
      return message.content.map((part) => {
        const { toolName, files = [], isError } = part;
        const [file] = files;
        if (file !== undefined) throw refusedFile(file, " in the result of a call");
        const text = resultText(part);
        // The API can't mark a failed call.
        return {
          role: "tool",
          tool_name: toolName,
          content: isError === true ? `The call failed: ${text}` : text,
        };
      });
  }
}

function textMessage({
  role,
  content,
}: Extract<ModelMessage, { role: "system" | "user" }>): readonly Message[] {
  const text = contentText(content);
  const files =
    typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === "file" ? [part] : []));
  const images = files.map(imageOf);
  return text === "" && images.length === 0
    ? []
    : [{ role, content: text, ...(images.length === 0 ? {} : { images }) }];
}

function assistantMessage({
  content,
}: Extract<ModelMessage, { role: "assistant" }>): readonly Message[] {
  if (typeof content === "string") return content === "" ? [] : [{ role: "assistant", content }];
  const calls = content.filter((part) => part.type === "tool-call");
  const text = contentText(content);
  if (text === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: text,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ toolName, input }) => ({
              function: { name: toolName, arguments: argumentsObject(input) },
            })),
          }),
    },
  ];
}

/** @throws ModelError unless the file is an image in base64 or bytes */
function imageOf(part: FilePart): string {
  if (!part.mediaType.startsWith("image/") || part.data === undefined)
    throw refusedFile(part, part.data === undefined ? " as a URL" : "");
  return base64Of(part.data);
}

/** Without the file, the model would answer a different question. */
function refusedFile({ mediaType }: FilePart, how: string): ModelError {
  return new ModelError({
    kind: "invalid_request",
    message: `Ollama doesn't accept ${mediaType}${how}; it accepts images in user messages, as data`,
    provider: "ollama",
  });
}

function toolOf({
  name,
  description,
  inputSchema,
}: NonNullable<ModelRequest["tools"]>[number]): Tool {
  return {
    type: "function",
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      // The server accepts any JSON Schema; the client's type has only some of its fields.
      parameters: inputSchema,
    },
  };
}

function thinkOf({ thinking }: ModelRequest, warnings: ModelWarning[]): Pick<ChatRequest, "think"> {
  if (thinking?.maxTokens !== undefined)
    warnings.push({
      option: "thinking.maxTokens",
      message: "Ollama's API has no thinking budget, so it was not sent",
    });
  const effort = thinking?.effort;
  if (effort === undefined) return {};
  if (effort === "none") return { think: false };
  return { think: effort === "minimal" ? "low" : effort };
}

function optionsOf(request: ModelRequest): Pick<ChatRequest, "options"> {
  const { temperature, topP, topK, seed, maxOutputTokens, stopSequences = [] } = request;
  const options: Partial<Options> = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    ...(stopSequences.length === 0 ? {} : { stop: [...stopSequences] }),
  };
  return Object.keys(options).length === 0 ? {} : { options };
}

function formatOf({ output }: ModelRequest): Pick<ChatRequest, "format"> {
  if (output === undefined) return {};
  return { format: output.schema === undefined ? "json" : { ...output.schema } };
}
