// Anthropic's Messages API, by its documentation and the types of its SDK.

import type {
  ContentBlock,
  ContentBlockParam,
  Message,
  MessageCreateParams,
  MessageParam,
  RawMessageStreamEvent,
  StopReason,
  Tool,
  ToolResultBlockParam,
  Usage,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type { ErrorResponse } from "@anthropic-ai/sdk/resources/shared";
import type {
  SentFile,
  SentMessage,
  SentResult,
  WireAnswer,
  WireFailure,
  WireFormat,
  WirePart,
} from "@ptc/llm/testing";

const json = { "content-type": "application/json", "request-id": "req_1" };

const stopReasons: Readonly<Record<WireAnswer["finishReason"], StopReason>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filtered: "refusal",
};

export const wire: WireFormat = {
  streamType: "text/event-stream",
  textArguments: ["stream"],
  answer: (answer) => ({ status: 200, headers: json, body: JSON.stringify(messageOf(answer)) }),
  events: (answer) =>
    eventsOf(answer).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  failure: (failure) => ({
    status: statuses[failure.kind],
    headers: json,
    body: JSON.stringify(errorOf(failure)),
  }),
  failureEvent: (failure) => `event: error\ndata: ${JSON.stringify(errorOf(failure))}\n\n`,
  pings: ['event: ping\ndata: {"type": "ping"}\n\n', ": keep-alive\n\n"],
  brokenEvent: 'event: content_block_delta\ndata: {"type": "content_block_de\n\n',
  read: ({ path, headers, body }) => {
    if (path !== "/v1/messages") throw new Error(`nothing is served at ${path}`);
    if (headers["anthropic-version"] === undefined) throw new Error("the version is missing");
    const sent = JSON.parse(body) as MessageCreateParams;
    const { system = [], messages, tools = [], tool_choice: choice } = sent;
    refuseWhatIsRefused(sent);
    return {
      modelId: sent.model,
      isStream: sent.stream === true,
      apiKey: headers["x-api-key"] ?? headers["authorization"]?.replace(/^Bearer /, ""),
      system: typeof system === "string" ? system : system.map(({ text }) => text).join("\n"),
      messages: messages.flatMap(sentMessages),
      tools: tools.map((tool) => {
        const { name, description, input_schema: inputSchema } = tool as Tool;
        return { name, description, inputSchema };
      }),
      toolChoice:
        choice?.type === "tool"
          ? { toolName: choice.name }
          : choice?.type === "any"
            ? "required"
            : choice?.type,
      outputSchema: sent.output_config?.format?.schema,
      maxOutputTokens: sent.max_tokens,
      stopSequences: sent.stop_sequences,
      cacheMarks: body.split('"cache_control"').length - 1,
      body: { ...sent },
    };
  },
};

function messageOf(answer: WireAnswer): Message {
  return {
    id: answer.id,
    type: "message",
    role: "assistant",
    model: answer.modelId,
    content: answer.parts.map(blockOf),
    stop_reason: stopReasons[answer.finishReason],
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: usageOf(answer),
    ...(answer.hasUnknownFields === true ? { next_version: { deep: [1] } } : {}),
  } as Message;
}

function blockOf(part: WirePart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, citations: null };
    case "thinking":
      return { type: "thinking", thinking: part.text, signature: part.signature };
    case "tool-call":
      return {
        type: "tool_use",
        id: part.id,
        name: part.name,
        input: JSON.parse(part.inputText) as unknown,
        caller: { type: "direct" },
      };
  }
}

function usageOf({ usage }: WireAnswer): Usage {
  return {
    input_tokens: usage.inputTokens - usage.cachedInputTokens,
    cache_read_input_tokens: usage.cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_creation: null,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    inference_geo: null,
    server_tool_use: null,
    service_tier: "standard",
    speed: null,
  };
}

function eventsOf(answer: WireAnswer): readonly RawMessageStreamEvent[] {
  const whole = messageOf({ ...answer, parts: [] });
  const later = answer.hasUnknownFields === true ? [laterEvent] : [];
  return [
    {
      type: "message_start",
      message: { ...whole, stop_reason: null, usage: { ...usageOf(answer), output_tokens: 1 } },
    },
    ...later,
    ...answer.parts.flatMap(blockEvents),
    {
      type: "message_delta",
      delta: {
        container: null,
        stop_details: null,
        stop_reason: stopReasons[answer.finishReason],
        stop_sequence: null,
      },
      usage: usageOf(answer),
    },
    { type: "message_stop" },
  ];
}

/** The documentation requires clients to ignore unknown events. */
const laterEvent = { type: "next_version_event", deep: [1] } as unknown as RawMessageStreamEvent;

function blockEvents(part: WirePart, index: number): readonly RawMessageStreamEvent[] {
  const stop = { type: "content_block_stop", index } as const;
  const delta = (
    piece: Extract<RawMessageStreamEvent, { type: "content_block_delta" }>["delta"],
  ): RawMessageStreamEvent => ({ type: "content_block_delta", index, delta: piece });
  switch (part.type) {
    case "text":
      return [
        {
          type: "content_block_start",
          index,
          content_block: { type: "text", text: "", citations: null },
        },
        ...pieces(part.text).map((text) => delta({ type: "text_delta", text })),
        stop,
      ];
    case "thinking":
      return [
        {
          type: "content_block_start",
          index,
          content_block: { type: "thinking", thinking: "", signature: "" },
        },
        ...pieces(part.text).map((thinking) => delta({ type: "thinking_delta", thinking })),
        delta({ type: "signature_delta", signature: part.signature }),
        stop,
      ];
    case "tool-call":
      return [
        {
          type: "content_block_start",
          index,
          content_block: {
            type: "tool_use",
            id: part.id,
            name: part.name,
            input: {},
            caller: { type: "direct" },
          },
        },
        ...pieces(part.inputText).map((text) =>
          delta({ type: "input_json_delta", partial_json: text }),
        ),
        stop,
      ];
  }
}

function pieces(text: string): readonly string[] {
  const size = Math.max(3, Math.ceil(text.length / 4));
  return text.match(new RegExp(`[^]{1,${String(size)}}`, "g")) ?? [];
}

const statuses: Readonly<Record<WireFailure["kind"], number>> = {
  rate_limited: 429,
  overloaded: 529,
  server_error: 500,
  auth: 401,
  invalid_request: 400,
  context_too_long: 400,
  content_filtered: 400,
};

const errorTypes: Readonly<Record<WireFailure["kind"], ErrorResponse["error"]["type"]>> = {
  rate_limited: "rate_limit_error",
  overloaded: "overloaded_error",
  server_error: "api_error",
  auth: "authentication_error",
  invalid_request: "invalid_request_error",
  context_too_long: "invalid_request_error",
  content_filtered: "invalid_request_error",
};

function errorOf({ kind, message }: WireFailure): ErrorResponse {
  return {
    type: "error",
    request_id: "req_1",
    error: {
      type: errorTypes[kind],
      // Besides the stop reason `refusal`, the API's only sign of this case is this message.
      message: kind === "content_filtered" ? "Output blocked by content filtering policy" : message,
    },
  };
}

/** Throws for requests that the API rejects with `invalid_request_error`. */
function refuseWhatIsRefused({ messages, max_tokens: most, system }: MessageCreateParams): void {
  if (!(most > 0)) throw new Error("max_tokens is missing");
  if (Array.isArray(system) && system.length === 0) throw new Error("system is empty");
  let open: readonly string[] = [];
  for (const [place, { role, content }] of messages.entries()) {
    if (role !== (place % 2 === 0 ? "user" : "assistant"))
      throw new Error(`messages[${String(place)}]: roles do not alternate`);
    const blocks: readonly ContentBlockParam[] =
      typeof content === "string" ? [{ type: "text", text: content }] : content;
    if (blocks.length === 0) throw new Error(`messages[${String(place)}] is empty`);
    if (blocks.some((block) => block.type === "text" && block.text.trim() === ""))
      throw new Error(`messages[${String(place)}]: a text is empty`);
    const results = blocks.flatMap((block) =>
      block.type === "tool_result" ? [block.tool_use_id] : [],
    );
    if ([...results].sort().join() !== [...open].sort().join())
      throw new Error(`messages[${String(place)}]: results do not fit the calls before them`);
    if (results.length > 0 && blocks.findIndex((block) => block.type !== "tool_result") === 0)
      throw new Error(`messages[${String(place)}]: results come first`);
    open = blocks.flatMap((block) => {
      if (block.type !== "tool_use") return [];
      if (typeof block.input !== "object" || block.input === null)
        throw new Error(`messages[${String(place)}]: the input of a call is no object`);
      return [block.id];
    });
  }
  if (open.length > 0) throw new Error("calls have no results");
}

/** Splits a user message, because the contract has separate messages for results. */
function sentMessages({ role, content }: MessageParam): readonly SentMessage[] {
  const blocks: readonly ContentBlockParam[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const results = blocks.flatMap((block) =>
    block.type === "tool_result"
      ? [
          {
            id: block.tool_use_id,
            ...resultOf(block.content ?? []),
            isError: block.is_error ?? false,
          },
        ]
      : [],
  );
  const nothing = { text: "", files: [], calls: [], results: [], signatures: [] };
  const others = blocks.filter(({ type }) => type !== "tool_result");
  return [
    ...(results.length === 0 ? [] : [{ ...nothing, role: "tool" as const, results }]),
    ...(others.length === 0
      ? []
      : [
          {
            ...nothing,
            role: role === "assistant" ? ("assistant" as const) : ("user" as const),
            text: others.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
            files: others.flatMap(fileOf),
            calls: others.flatMap((block) =>
              block.type === "tool_use"
                ? [{ id: block.id, name: block.name, input: block.input }]
                : [],
            ),
            signatures: others.flatMap((block) =>
              block.type === "thinking" ? [block.signature] : [],
            ),
          },
        ]),
  ];
}

function resultOf(
  content: NonNullable<ToolResultBlockParam["content"]>,
): Pick<SentResult, "text" | "files"> {
  if (typeof content === "string") return { text: content };
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    files: content.flatMap((block) =>
      block.type === "image" || block.type === "document" ? fileOf(block) : [],
    ),
  };
}

function fileOf(block: ContentBlockParam): readonly SentFile[] {
  if (block.type !== "image" && block.type !== "document") return [];
  const { source } = block;
  if (source.type === "base64") return [{ mediaType: source.media_type, data: source.data }];
  if (source.type === "url") return [{ mediaType: block.type, data: source.url }];
  throw new Error(`a source of the type ${source.type}`);
}
