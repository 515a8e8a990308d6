// Converts a request of the contract for Chat Completions, with warnings for unsupported options.

import type { ModelRequest, ModelWarning, ToolDefinition } from "@ptc/llm";
import type {
  ChatCompletionCreateParams,
  ChatCompletionFunctionTool,
} from "openai/resources/chat/completions";
import type { ResponseFormatJSONSchema } from "openai/resources/shared";
import type { ApiRequest, Target } from "../api.ts";
import {
  outputFormat,
  supportedOptions,
  withOwnOptions,
  type OutputWithSchema,
} from "../request-parts.ts";
import { messagesOf } from "./messages.ts";

/** Fields that `providerOptions` can't replace; `n` would request responses that are never read. */
const ours: ReadonlySet<string> = new Set(["model", "messages", "tools", "stream", "n"]);

export function bodyOf(request: ModelRequest, target: Target): ApiRequest {
  const warnings: ModelWarning[] = [];
  const { temperature, topP, effort, stopSequences } = supportedOptions(request, target, warnings);
  const { tools = [], seed } = request;
  const format = outputFormat(request, target, warnings, formatOf);
  const body: ChatCompletionCreateParams = {
    model: target.modelId,
    messages: messagesOf(request.messages, target.server),
    // By default, a stream has no usage.
    ...(target.isStream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf), ...choiceOf(request) }),
    ...(format === undefined ? {} : { response_format: format }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...lengthOf(request, target),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- OpenAI promises less for it now; other servers keep it
    ...(seed === undefined ? {} : { seed }),
    ...(stopSequences === undefined ? {} : { stop: [...stopSequences] }),
  };
  return { body: withOwnOptions(body, request, ours), warnings };
}

/** OpenAI's reasoning models refuse `max_tokens`; other servers may only know that field. */
function lengthOf(
  { maxOutputTokens }: ModelRequest,
  { isOpenAI }: Target,
): Pick<ChatCompletionCreateParams, "max_completion_tokens" | "max_tokens"> {
  if (maxOutputTokens === undefined) return {};
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only OpenAI has replaced it
  return isOpenAI ? { max_completion_tokens: maxOutputTokens } : { max_tokens: maxOutputTokens };
}

function toolOf(tool: ToolDefinition): ChatCompletionFunctionTool {
  const { name, description, inputSchema, strict } = tool;
  return {
    type: "function",
    function: {
      name,
      parameters: inputSchema,
      ...(description === undefined ? {} : { description }),
      ...(strict === undefined ? {} : { strict }),
    },
  };
}

function choiceOf({ toolChoice }: ModelRequest): Pick<ChatCompletionCreateParams, "tool_choice"> {
  if (toolChoice === undefined) return {};
  return {
    tool_choice:
      typeof toolChoice === "object"
        ? { type: "function", function: { name: toolChoice.toolName } }
        : toolChoice,
  };
}

function formatOf({
  name,
  description,
  schema,
  strict,
}: OutputWithSchema): ResponseFormatJSONSchema {
  return {
    type: "json_schema",
    json_schema: {
      name,
      schema,
      ...(strict === undefined ? {} : { strict }),
      ...(description === undefined ? {} : { description }),
    },
  };
}
