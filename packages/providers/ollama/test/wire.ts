// Ollama's chat API, by its documentation and the types of its client.

import type { ChatRequest, ChatResponse, Message, ToolCall } from "ollama";
import type {
  SentMessage,
  WireAnswer,
  WireFailure,
  WireFormat,
  WirePart,
  WireRequest,
} from "@ptc/llm/testing";

const json = { "content-type": "application/json; charset=utf-8" };

export const wire: WireFormat = {
  streamType: "application/x-ndjson",
  textArguments: [],
  answer: (answer) => ({
    status: 200,
    headers: json,
    body: JSON.stringify({ ...ended(answer), message: messageOf(answer.parts) }),
  }),
  events: (answer) =>
    [
      ...answer.parts.flatMap(piecesOf).map((message) => ({ ...begun(answer), message })),
      { ...ended(answer), message: { role: "assistant", content: "" } },
    ].map((piece) => `${JSON.stringify(piece)}\n`),
  failure: ({ kind, message }) => ({
    status: statuses[kind],
    headers: json,
    body: JSON.stringify({ error: message }),
  }),
  pings: ['{"model": "m", "message": {"role": "assistant", "content": ""}, "done": false}\n', "\n"],
  brokenEvent: '{"model": "x", "mess\n',
  read,
};

type Piece = Omit<Partial<ChatResponse>, "created_at"> & { readonly created_at: string };

function begun({ modelId, hasUnknownFields }: WireAnswer): Piece {
  return {
    model: modelId,
    created_at: "2026-11-24T00:00:00Z",
    done: false,
    ...(hasUnknownFields === true ? { next_version: { deep: [1] } } : {}),
  };
}

function ended(answer: WireAnswer): Piece {
  return {
    ...begun(answer),
    done: true,
    done_reason: doneReasons.get(answer.finishReason) ?? "stop",
    prompt_eval_count: answer.usage.inputTokens,
    eval_count: answer.usage.outputTokens,
  };
}

/** Ollama itself has no filter, but servers behind the same API do. */
const doneReasons: ReadonlyMap<WireAnswer["finishReason"], string> = new Map([
  ["length", "length"],
  ["content_filtered", "content_filter"],
]);

function messageOf(parts: readonly WirePart[]): Message {
  const calls = parts.flatMap(callOf);
  const text = (type: "text" | "thinking"): string =>
    parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  return {
    role: "assistant",
    content: text("text"),
    ...(text("thinking") === "" ? {} : { thinking: text("thinking") }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function callOf(part: WirePart): readonly ToolCall[] {
  return part.type === "tool-call"
    ? [{ function: { name: part.name, arguments: JSON.parse(part.inputText) as object } }]
    : [];
}

function piecesOf(part: WirePart): readonly Message[] {
  if (part.type === "tool-call") return [messageOf([part])];
  const size = Math.max(3, Math.ceil(part.text.length / 4));
  const texts = part.text.match(new RegExp(`[^]{1,${String(size)}}`, "g")) ?? [];
  return texts.map((text) => messageOf([{ ...part, text }]));
}

const statuses: Readonly<Record<WireFailure["kind"], number>> = {
  rate_limited: 429,
  overloaded: 503,
  server_error: 500,
  auth: 401,
  invalid_request: 400,
  context_too_long: 400,
  content_filtered: 400,
};

function read({ path, headers, body }: WireRequest): ReturnType<WireFormat["read"]> {
  if (path !== "/api/chat") throw new Error(`nothing is served at ${path}`);
  const sent = JSON.parse(body) as ChatRequest;
  const { messages = [], options = {}, tools = [], format } = sent;
  const system = messages.filter(({ role }) => role === "system");
  return {
    modelId: sent.model,
    isStream: sent.stream === true,
    apiKey: headers["authorization"]?.replace("Bearer ", ""),
    system: system.map(({ content }) => content).join("\n"),
    messages: sentMessages(messages.filter(({ role }) => role !== "system")),
    tools: tools.map(({ function: { name = "", description, parameters = {} } }) => ({
      name,
      description,
      inputSchema: { ...parameters },
    })),
    wantsJson: format === "json",
    outputSchema: typeof format === "object" ? { ...format } : undefined,
    maxOutputTokens: options.num_predict,
    temperature: options.temperature,
    topP: options.top_p,
    stopSequences: options.stop,
    cacheMarks: 0,
    body: { ...sent },
  };
}

/** Results follow their calls, one message each, with the name of their tool. */
function sentMessages(messages: readonly Message[]): readonly SentMessage[] {
  const sent: SentMessage[] = [];
  for (const { role, content, images = [], tool_calls: calls = [], tool_name: tool } of messages) {
    if (content === "" && images.length === 0 && calls.length === 0)
      throw new Error("a message is empty");
    const last = sent.at(-1);
    if (role === "tool") {
      if (tool === undefined) throw new Error("a result has no tool");
      const failed = content.startsWith("The call failed: ");
      const result = { id: tool, text: content.replace("The call failed: ", ""), isError: failed };
      if (last?.role === "tool")
        sent[sent.length - 1] = { ...last, results: [...last.results, result] };
      else sent.push({ role, text: "", files: [], calls: [], results: [result], signatures: [] });
      continue;
    }
    if (role !== "user" && role !== "assistant") throw new Error(`a message of the role ${role}`);
    sent.push({
      role,
      text: content,
      files: images.map((data) => ({ mediaType: "image/png", data: String(data) })),
      calls: calls.map(({ function: { name, arguments: input } }) => ({ id: name, name, input })),
      results: [],
      signatures: [],
    });
  }
  return sent;
}
