// Parses requests of `@ai-sdk/anthropic` to the Messages API, and refuses those that the API would
// refuse.

import type { SentFile, SentMessage, SentRequest, SentResult, WireRequest } from "@ptc/llm/testing";
import { OpenCalls, type Fields } from "./wire-shared.ts";

/** A block has the fields of its type. */
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly signature?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly is_error?: boolean;
  readonly source?: { readonly type: string } & Readonly<Record<string, string>>;
}

interface Message {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly stop_sequences?: readonly string[];
  readonly system?: readonly Block[];
  readonly messages: readonly Message[];
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly input_schema: Fields;
  }[];
  readonly tool_choice?: { readonly type: string; readonly name?: string };
}

export function readRequest({ path, headers, body }: WireRequest): SentRequest {
  if (path !== "/v1/messages") throw new Error(`nothing is served at ${path}`);
  if (headers["anthropic-version"] === undefined) throw new Error("the version is missing");
  const sent = JSON.parse(body) as Body;
  refuseWhatIsRefused(sent);
  const { system = [], messages, tools = [], tool_choice: choice } = sent;
  // For unknown models, the SDK requests JSON through a tool of this name.
  const json = tools.find(({ name }) => name === "json");
  return {
    modelId: sent.model,
    isStream: sent.stream === true,
    apiKey: headers["x-api-key"],
    system: system.map(({ text }) => text).join("\n"),
    messages: messages.flatMap(sentMessages),
    tools: tools.map(({ name, description, input_schema: inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
    toolChoice:
      choice?.type === "tool"
        ? { toolName: choice.name ?? "" }
        : choice?.type === "any"
          ? "required"
          : (choice?.type as "auto" | "none" | undefined),
    outputSchema: json?.input_schema,
    maxOutputTokens: sent.max_tokens,
    temperature: sent.temperature,
    topP: sent.top_p,
    stopSequences: sent.stop_sequences,
    cacheMarks: body.split('"cache_control"').length - 1,
    body: { ...sent },
  };
}

/** Throws for requests that the API rejects with `invalid_request_error`. */
function refuseWhatIsRefused({ messages, max_tokens: most = 0, system }: Body): void {
  if (!(most > 0)) throw new Error("max_tokens is missing");
  if (system?.length === 0) throw new Error("system is empty");
  const calls = new OpenCalls();
  for (const [place, { role, content }] of messages.entries()) {
    const where = `messages[${String(place)}]`;
    if (role !== (place % 2 === 0 ? "user" : "assistant"))
      throw new Error(`${where}: roles do not alternate`);
    if (content.length === 0) throw new Error(`${where} is empty`);
    if (content.some((block) => block.type === "text" && block.text?.trim() === ""))
      throw new Error(`${where}: a text is empty`);
    const firstOther = content.findIndex(({ type }) => type !== "tool_result");
    if (content.findLastIndex(({ type }) => type === "tool_result") > firstOther && firstOther >= 0)
      throw new Error(`${where}: results come first`);
    for (const block of content)
      if (block.type === "tool_result") calls.result(block.tool_use_id ?? "");
    calls.end();
    for (const block of content)
      if (block.type === "tool_use") {
        if (typeof block.input !== "object" || block.input === null)
          throw new Error(`${where}: the input of a call is no object`);
        calls.call(block.id ?? "");
      }
  }
  calls.end();
}

/** Splits a user message, because the contract has separate messages for results. */
function sentMessages({ role, content }: Message): readonly SentMessage[] {
  const nothing = { text: "", files: [], calls: [], results: [], signatures: [] };
  const results = content.flatMap((block) =>
    block.type === "tool_result"
      ? [
          {
            id: block.tool_use_id ?? "",
            ...resultOf(block.content ?? []),
            isError: block.is_error ?? false,
          },
        ]
      : [],
  );
  const others = content.filter(({ type }) => type !== "tool_result");
  return [
    ...(results.length === 0 ? [] : [{ ...nothing, role: "tool" as const, results }]),
    ...(others.length === 0
      ? []
      : [
          {
            ...nothing,
            role,
            text: others.map(({ text }) => text ?? "").join(""),
            files: others.flatMap(fileOf),
            calls: others.flatMap(({ type, id = "", name = "", input }) =>
              type === "tool_use" ? [{ id, name, input }] : [],
            ),
            signatures: others.flatMap(({ signature }) => signature ?? []),
          },
        ]),
  ];
}

function resultOf(content: string | readonly Block[]): Pick<SentResult, "text" | "files"> {
  if (typeof content === "string") return { text: content };
  return {
    text: content.map(({ text }) => text ?? "").join(""),
    files: content.flatMap(fileOf),
  };
}

function fileOf({ type, source }: Block): readonly SentFile[] {
  if (source === undefined) return [];
  if (source.type === "base64")
    return [{ mediaType: source["media_type"] ?? "", data: source["data"] ?? "" }];
  if (source.type === "url") return [{ mediaType: type, data: source["url"] ?? "" }];
  throw new Error(`a source of the type ${source.type}`);
}
