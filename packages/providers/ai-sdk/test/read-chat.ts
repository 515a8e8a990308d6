// Parses requests of `@ai-sdk/openai-compatible` to Chat Completions, and refuses those that
// servers would refuse.

import type { SentFile, SentMessage, SentRequest, WireRequest } from "@ptc/llm/testing";
import { OpenCalls, type Fields } from "./wire-shared.ts";

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
  readonly file?: { readonly file_data: string };
}

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content?: string | readonly Part[] | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly stop?: readonly string[];
  readonly messages: readonly Message[];
  readonly tools?: readonly {
    readonly function: {
      readonly name: string;
      readonly description?: string;
      readonly parameters: Fields;
    };
  }[];
  readonly tool_choice?:
    "auto" | "none" | "required" | { readonly function: { readonly name: string } };
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly schema: Fields };
  };
}

export function readRequest({ path, headers, body }: WireRequest): SentRequest {
  if (path !== "/v1/chat/completions") throw new Error(`nothing is served at ${path}`);
  const sent = JSON.parse(body) as Body;
  refuseWhatIsRefused(sent.messages);
  const { messages, tools = [], tool_choice: choice, response_format: format } = sent;
  return {
    modelId: sent.model,
    isStream: sent.stream === true,
    apiKey: headers["authorization"]?.replace(/^Bearer /, ""),
    system: messages
      .flatMap((message) => (message.role === "system" ? [textOf(message)] : []))
      .join("\n"),
    messages: sentMessages(messages),
    tools: tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      inputSchema: parameters,
    })),
    toolChoice: typeof choice === "object" ? { toolName: choice.function.name } : choice,
    wantsJson: format?.type === "json_object",
    outputSchema: format?.json_schema?.schema,
    maxOutputTokens: sent.max_tokens,
    temperature: sent.temperature,
    topP: sent.top_p,
    stopSequences: sent.stop,
    cacheMarks: 0,
    body: { ...sent },
  };
}

function refuseWhatIsRefused(messages: readonly Message[]): void {
  const calls = new OpenCalls();
  for (const [place, message] of messages.entries()) {
    const { role, content, tool_calls: made = [] } = message;
    if (role === "tool") {
      calls.result(message.tool_call_id ?? "");
      continue;
    }
    calls.end();
    if (made.length === 0 && (content ?? "").length === 0)
      throw new Error(`messages[${String(place)}] is empty`);
    for (const call of made) {
      JSON.parse(call.function.arguments);
      calls.call(call.id);
    }
  }
  calls.end();
}

/** Consecutive results are one message of the contract. */
function sentMessages(messages: readonly Message[]): readonly SentMessage[] {
  const sent: SentMessage[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const made = sentMessage(message, message.role);
    const last = sent.at(-1);
    if (last?.role === "tool" && made.role === "tool")
      sent.splice(-1, 1, { ...last, results: [...last.results, ...made.results] });
    else sent.push(made);
  }
  return sent;
}

function sentMessage(message: Message, role: SentMessage["role"]): SentMessage {
  const text = textOf(message);
  const nothing = { text: "", files: [], calls: [], results: [], signatures: [] };
  if (role === "tool")
    return { ...nothing, role, results: [{ id: message.tool_call_id ?? "", text }] };
  return {
    ...nothing,
    role,
    text,
    files: typeof message.content === "string" ? [] : (message.content ?? []).flatMap(fileOf),
    calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
      id,
      name,
      input: JSON.parse(input) as unknown,
    })),
  };
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

function fileOf({ type, image_url: image, file }: Part): readonly SentFile[] {
  const url = image?.url ?? file?.file_data;
  if (url === undefined) return [];
  const [, mediaType, data] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  return [{ mediaType: mediaType ?? type, data: data ?? url }];
}
