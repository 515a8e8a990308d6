// Turns a request of the contract into the API's, with warnings for unsupported options.

import type {
  MessageCreateParamsNonStreaming,
  OutputConfig,
  Tool,
  ToolChoice,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelRequest, ModelWarning, ToolDefinition } from "@ptc/llm";
import { ownOptions } from "@ptc/llm/adapter";
import { CacheMarks } from "./cache-marks.ts";
import { conversationOf } from "./messages.ts";
import type { CheckedOptions } from "./options.ts";

export interface ApiRequest {
  readonly body: MessageCreateParamsNonStreaming;
  readonly warnings: readonly ModelWarning[];
}

/** Fields of the API that `providerOptions` can't replace. */
const reserved: ReadonlySet<string> = new Set(["messages", "model", "system", "tools", "stream"]);

/** The API's smallest thinking budget, in tokens. */
const leastThinking = 1_024;

export function requestOf(
  modelId: string,
  request: ModelRequest,
  options: Pick<CheckedOptions, "maxOutputTokens">,
): ApiRequest {
  const warnings: ModelWarning[] = [];
  const marks = new CacheMarks(request);
  const { system, messages } = conversationOf(request.messages, marks);
  const tools = (request.tools ?? []).map((tool) => toolOf(tool, marks));
  const maxTokens = request.maxOutputTokens ?? options.maxOutputTokens;
  const thinking = thinkingOf(request, maxTokens, warnings);
  const body: MessageCreateParamsNonStreaming = {
    model: modelId,
    max_tokens: maxTokens,
    messages,
    ...(system.length === 0 ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length === 0 ? {} : choiceOf(request)),
    ...(request.stopSequences === undefined || request.stopSequences.length === 0
      ? {}
      : { stop_sequences: [...request.stopSequences] }),
    ...(thinking === undefined ? {} : { thinking }),
    ...outputOf(request, warnings),
  };
  for (const option of ["temperature", "topP", "topK", "seed"] as const)
    if (request[option] !== undefined)
      warnings.push({ option, message: `Anthropic's API has no ${option}, so it was not sent` });
  return { body: { ...body, ...ownOptions(request, "anthropic", reserved) }, warnings };
}

function toolOf(tool: ToolDefinition, marks: CacheMarks): Tool {
  const { name, description, inputSchema, strict } = tool;
  const made: Tool = {
    name,
    // The contract guarantees a schema of an object.
    input_schema: { ...inputSchema, type: "object" },
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
  };
  marks.mark(tool, [made]);
  return made;
}

function choiceOf({ toolChoice }: ModelRequest): { readonly tool_choice?: ToolChoice } {
  if (toolChoice === undefined) return {};
  if (typeof toolChoice === "object")
    return { tool_choice: { type: "tool", name: toolChoice.toolName } };
  return { tool_choice: { type: toolChoice === "required" ? "any" : toolChoice } };
}

function thinkingOf(
  { thinking }: ModelRequest,
  maxTokens: number,
  warnings: ModelWarning[],
): MessageCreateParamsNonStreaming["thinking"] {
  if (thinking === undefined) return undefined;
  if (thinking.effort === "none") return { type: "disabled" };
  const { maxTokens: budget } = thinking;
  if (budget === undefined) return { type: "adaptive" };
  if (budget >= leastThinking && budget < maxTokens)
    return { type: "enabled", budget_tokens: budget };
  warnings.push({
    option: "thinking.maxTokens",
    message: `a thinking budget must be at least ${String(leastThinking)} tokens and below maxOutputTokens; the model chooses its own`,
  });
  return { type: "adaptive" };
}

function outputOf(
  { output, thinking }: ModelRequest,
  warnings: ModelWarning[],
): { readonly output_config?: OutputConfig } {
  const effort = thinking?.effort;
  const schema = output?.schema;
  if (output !== undefined && schema === undefined)
    warnings.push({
      option: "output",
      message: "the API enforces JSON output only with a schema",
    });
  const config: OutputConfig = {
    ...(effort === undefined || effort === "none"
      ? {}
      : { effort: effort === "minimal" ? "low" : effort }),
    ...(schema === undefined ? {} : { format: { type: "json_schema", schema: { ...schema } } }),
  };
  return Object.keys(config).length === 0 ? {} : { output_config: config };
}
