// A request of the contract as the API takes it, and what could not be passed on.

import type { ChatRequest, Message, Options, Tool } from "ollama";
import {
  contentText,
  ModelError,
  type FilePart,
  type ModelMessage,
  type ModelRequest,
  type ModelWarning,
} from "@ptc/llm";
import { base64Of, requestHeaders } from "@ptc/llm/adapter";
import type { CheckedOptions } from "./options.ts";

export interface ApiRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly warnings: readonly ModelWarning[];
  /** The number of the first call that the answer may make; those before have theirs. */
  readonly nextCall: number;
}

/** Fields of the API that `providerOptions` does not replace. */
const ours: ReadonlySet<string> = new Set(["messages", "model", "tools", "stream"]);

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
      message: "Ollama's API cannot force a call: the model decides",
    });
  const own = request.providerOptions?.["ollama"] ?? {};
  const added = Object.fromEntries(Object.entries(own).filter(([name]) => !ours.has(name)));
  return {
    body: { ...body, ...added },
    headers: requestHeaders(request),
    warnings,
    nextCall: 1 + callsBefore(request.messages),
  };
}

function callsBefore(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { role, content }) =>
      role === "assistant" && typeof content !== "string"
        ? sum + content.filter(({ type }) => type === "tool-call").length
        : sum,
    0,
  );
}

function messagesOf(message: ModelMessage): readonly Message[] {
  switch (message.role) {
    case "system":
    case "user":
      return textMessage(message);
    case "assistant":
      return assistantMessage(message);
    case "tool":
      return message.content.map(({ toolName, output, files = [], isError }) => {
        const [file] = files;
        if (file !== undefined) throw refusedFile(file, " in the result of a call");
        const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
        // The API has no field for a call that failed.
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
              function: { name: toolName, arguments: isObject(input) ? { ...input } : {} },
            })),
          }),
    },
  ];
}

/** @throws ModelError for what is no image in base64 or bytes */
function imageOf(part: FilePart): string {
  if (!part.mediaType.startsWith("image/") || part.data === undefined)
    throw refusedFile(part, part.data === undefined ? " as a URL" : "");
  return base64Of(part.data);
}

/** Leaving the file out would give an answer to another question. */
function refusedFile({ mediaType }: FilePart, how: string): ModelError {
  return new ModelError({
    kind: "invalid_request",
    message: `Ollama takes no ${mediaType}${how}: images of the user by their bytes`,
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
      // The server takes any JSON Schema; the client's type names a few of its fields.
      parameters: inputSchema,
    },
  };
}

function thinkOf({ thinking }: ModelRequest, warnings: ModelWarning[]): Pick<ChatRequest, "think"> {
  if (thinking?.maxTokens !== undefined)
    warnings.push({
      option: "thinking.maxTokens",
      message: "Ollama's API has no budget of thinking: it was not sent",
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function formatOf({ output }: ModelRequest): Pick<ChatRequest, "format"> {
  if (output === undefined) return {};
  return { format: output.schema === undefined ? "json" : { ...output.schema } };
}
