// The Responses API, by its documentation and the types of the SDK.

import type {
  Response,
  ResponseErrorEvent,
  ResponseOutputItem,
  ResponseStreamEvent,
} from "openai/resources/responses/responses";
import type { WireAnswer, WireFormat, WirePart } from "@ptc/llm/testing";
import { readRequest } from "./read-responses.ts";
import { errorOf, failureReply, json, pieces } from "./wire-shared.ts";

const event = (each: object & { type: string }): string =>
  `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`;

export const wire: WireFormat = {
  streamType: "text/event-stream; charset=utf-8",
  answer: (answer) => ({ status: 200, headers: json, body: JSON.stringify(responseOf(answer)) }),
  events: (answer) => eventsOf(answer).map(event),
  failure: failureReply,
  failureEvent: (failure) => {
    const { code, message, param } = errorOf(failure);
    const failed: ResponseErrorEvent = { type: "error", code, message, param, sequence_number: 9 };
    return event(failed);
  },
  pings: [
    ": keep-alive\n\n",
    'event: keepalive\ndata: {"type": "keepalive", "sequence_number": 3}\n\n',
  ],
  brokenEvent: 'event: response.output_text.delta\ndata: {"type": "response.output_te\n\n',
  read: readRequest,
};

function statusOf({ finishReason }: WireAnswer): Pick<Response, "status" | "incomplete_details"> {
  if (finishReason === "length")
    return { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  if (finishReason === "content_filtered")
    return { status: "incomplete", incomplete_details: { reason: "content_filter" } };
  return { status: "completed", incomplete_details: null };
}

function responseOf(answer: WireAnswer): Response {
  const { id, modelId, parts, usage } = answer;
  return {
    id,
    object: "response",
    model: modelId,
    created_at: 1_790_000_000,
    access_programs: null,
    output_text: "",
    error: null,
    instructions: null,
    metadata: {},
    output: parts.map((part, index) => itemOf(part, index, answer.hasUnknownFields === true)),
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    ...statusOf(answer),
    usage: {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: usage.cachedInputTokens, cache_write_tokens: 0 },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

function itemOf(part: WirePart, index: number, hasMore: boolean): ResponseOutputItem {
  const more = hasMore ? { next_version: { deep: [1] } } : {};
  switch (part.type) {
    case "text":
      return {
        type: "message",
        id: `msg_${String(index)}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: part.text, annotations: [], ...more }],
        ...more,
      };
    case "thinking":
      return {
        type: "reasoning",
        id: `rs_${String(index)}`,
        summary: [{ type: "summary_text", text: part.text }],
        encrypted_content: part.signature,
        ...more,
      };
    case "tool-call":
      return {
        type: "function_call",
        id: `fc_${String(index)}`,
        call_id: part.id,
        name: part.name,
        arguments: part.inputText,
        status: "completed",
        ...more,
      };
  }
}

/** An event without its number, which is assigned at the end. */
type Unnumbered<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;

function eventsOf(answer: WireAnswer): readonly ResponseStreamEvent[] {
  const whole = responseOf(answer);
  const begun: Response = { ...whole, status: "in_progress", output: [], incomplete_details: null };
  delete begun.usage;
  const isWhole = whole.status === "completed";
  const events: readonly Unnumbered<ResponseStreamEvent>[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...(answer.hasUnknownFields === true ? [laterEvent] : []),
    ...answer.parts.flatMap((part, index) => partEvents(part, index, whole.output[index])),
    { type: isWhole ? "response.completed" : "response.incomplete", response: whole },
  ];
  return events.map((each, place) => ({ ...each, sequence_number: place }));
}

/** Later versions of the API add events. */
const laterEvent = {
  type: "response.next_version.delta",
  deep: [1],
} as unknown as Unnumbered<ResponseStreamEvent>;

function partEvents(
  part: WirePart,
  index: number,
  item: ResponseOutputItem | undefined,
): readonly Unnumbered<ResponseStreamEvent>[] {
  if (item?.id === undefined) throw new Error("an item has no id");
  const at = { item_id: item.id, output_index: index };
  const done = { type: "response.output_item.done", item, output_index: index } as const;
  const added = (begun: ResponseOutputItem) =>
    ({ type: "response.output_item.added", item: begun, output_index: index }) as const;
  switch (item.type) {
    case "message":
      return [
        added({ ...item, status: "in_progress", content: [] }),
        {
          type: "response.content_part.added",
          ...at,
          content_index: 0,
          part: { type: "output_text", text: "", annotations: [] },
        },
        ...pieces(textOf(part)).map((delta) => ({
          type: "response.output_text.delta" as const,
          ...at,
          content_index: 0,
          logprobs: [],
          delta,
        })),
        {
          type: "response.output_text.done",
          ...at,
          content_index: 0,
          logprobs: [],
          text: textOf(part),
        },
        done,
      ];
    case "reasoning":
      return [
        added({ ...item, summary: [], encrypted_content: null }),
        {
          type: "response.reasoning_summary_part.added",
          ...at,
          summary_index: 0,
          part: { type: "summary_text", text: "" },
        },
        ...pieces(textOf(part)).map((delta) => ({
          type: "response.reasoning_summary_text.delta" as const,
          ...at,
          summary_index: 0,
          delta,
        })),
        done,
      ];
    case "function_call":
      return [
        added({ ...item, status: "in_progress", arguments: "" }),
        ...pieces(item.arguments).map((delta) => ({
          type: "response.function_call_arguments.delta" as const,
          ...at,
          delta,
        })),
        { type: "response.function_call_arguments.done", ...at, arguments: item.arguments },
        done,
      ];
    default:
      throw new Error(`no events for an item of the type ${item.type}`);
  }
}

function textOf(part: WirePart): string {
  return part.type === "tool-call" ? part.inputText : part.text;
}
