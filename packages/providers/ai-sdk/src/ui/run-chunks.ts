// Converts the events of one run to chunks of its message.

import type { Json } from "@ptc/core/encoding";
import type { StreamedEvent, StreamedEventData, StreamedEventType } from "@ptc/subagent/streams";
import type { Chunk } from "./chunk.ts";
import { attachmentChunks } from "./attachment-chunks.ts";
import { TurnChunks } from "./turn-chunks.ts";
import type { UIAttachment, UIToolCall } from "./ui-message.ts";

type EventOf<Type extends StreamedEventType> = Extract<StreamedEvent, { readonly type: Type }>;

/** A call under way. The events after a pause lack its beginning. */
interface OpenCall {
  readonly isNative: boolean;
  readonly arguments?: Json;
}

export class RunChunks {
  private readonly attachments: (answer: Json) => readonly UIAttachment[];
  private readonly turn = new TurnChunks();
  /** Spans of child missions and everything in them: their events aren't part of the message. */
  private readonly inChildren = new Set<string>();
  private readonly calls = new Map<string, OpenCall>();
  private readonly waiting = new Map<string, StreamedEventData["approval-requested"]>();
  /** The ids of decided calls, by the span of the call. */
  private readonly decided = new Map<string, string>();
  private readonly usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  private cost: number | undefined = undefined;
  private attachmentCount = 0;

  constructor(attachments: (answer: Json) => readonly UIAttachment[]) {
    this.attachments = attachments;
  }

  of(event: StreamedEvent): readonly Chunk[] {
    if (event.type === "model-request-end") this.count(event.data);
    if (this.isInChild(event)) return event.type === "approval-requested" ? this.asks(event) : [];
    switch (event.type) {
      case "turn-start":
        return this.turn.begin();
      case "model-delta":
        return this.turn.delta(event);
      case "program-start":
        return this.turn.program(event.spanId, event.parentSpanId, event.data.source);
      case "program-end":
        return this.turn.programEnd(event.spanId, event.parentSpanId, event.data);
      case "tool-call-start":
        return this.callStart(event);
      case "tool-call-end":
        return this.callEnd(event);
      case "approval-requested":
        return this.asks(event);
      case "approval-decided":
        return this.decision(event);
      case "turn-end":
        return this.turn.end();
      case "run-paused":
        return this.paused(event.data);
      case "mission-end":
        return this.missionEnd(event.data);
      case "stream-gap":
        return [{ type: "error", errorText: "The connection was too slow for this run." }];
      default:
        return [];
    }
  }

  private isInChild({ type, spanId, parentSpanId, data }: StreamedEvent): boolean {
    const isChild =
      (type === "mission-start" && data.depth !== undefined) ||
      (parentSpanId !== undefined && this.inChildren.has(parentSpanId));
    if (isChild && spanId !== undefined) {
      if (type.endsWith("-start")) this.inChildren.add(spanId);
      if (type.endsWith("-end")) this.inChildren.delete(spanId);
    }
    return isChild;
  }

  private callStart({ spanId = "", parentSpanId, data }: EventOf<"tool-call-start">) {
    const { name, layer, arguments: input } = data;
    const isNative = layer === "native";
    this.calls.set(spanId, { isNative, ...(input === undefined ? {} : { arguments: input }) });
    if (!isNative) return [this.nested(spanId, { parentSpanId, name, state: "running", input })];
    return [
      ...this.turn.endText(),
      {
        type: "tool-input-available",
        toolCallId: spanId,
        toolName: name,
        input: input ?? {},
        dynamic: true,
        providerExecuted: true,
      },
    ] satisfies Chunk[];
  }

  private callEnd({ spanId = "", parentSpanId, data }: EventOf<"tool-call-end">): Chunk[] {
    const { name, ok, result, error } = data;
    const call = this.calls.get(spanId);
    this.calls.delete(spanId);
    const approvalId = this.decided.get(spanId);
    this.decided.delete(spanId);
    const toolCallId = approvalId ?? (call?.isNative === true ? spanId : undefined);
    const chunks: Chunk[] = [];
    if (toolCallId !== undefined)
      chunks.push(
        ok
          ? { type: "tool-output-available", toolCallId, output: result ?? { ok } }
          : { type: "tool-output-error", toolCallId, errorText: error ?? "The call failed." },
      );
    if (data.layer !== "native")
      chunks.push(
        this.nested(spanId, {
          parentSpanId,
          name,
          state: ok ? "done" : "error",
          input: call?.arguments,
          result,
          error,
        }),
      );
    return chunks;
  }

  private nested(
    id: string,
    call: Pick<UIToolCall, "name" | "state"> & {
      readonly parentSpanId: string | undefined;
      readonly input?: Json | undefined;
      readonly result?: Json | undefined;
      readonly error?: string | undefined;
    },
  ): Chunk {
    const { name, state, parentSpanId, input, result, error } = call;
    const data: UIToolCall = {
      name,
      state,
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      ...(input === undefined ? {} : { arguments: input }),
      ...(result === undefined ? {} : { result }),
      ...(error === undefined ? {} : { error }),
    };
    return { type: "data-tool-call", id, data };
  }

  private asks({ data }: EventOf<"approval-requested">): Chunk[] {
    this.waiting.set(data.id, data);
    return [];
  }

  private decision({ parentSpanId = "", data }: EventOf<"approval-decided">): Chunk[] {
    const { id, decision } = data;
    this.waiting.delete(id);
    if (decision === "denied" || decision === "expired")
      return [{ type: "tool-output-denied", toolCallId: id }];
    this.decided.set(parentSpanId, id);
    return [];
  }

  /** Shows all calls that wait in a step of their own, because a client sends complete steps. */
  private paused({ pending }: StreamedEventData["run-paused"]): Chunk[] {
    const asked = pending.flatMap((id): Chunk[] => {
      const call = this.waiting.get(id);
      if (call === undefined) return [];
      const { tool, reason, arguments: input = {} } = call;
      const part = { toolCallId: id, toolName: tool, input, dynamic: true } as const;
      const shown: Chunk = { type: "tool-input-available", ...part };
      return reason === "approval"
        ? [shown, { type: "tool-approval-request", approvalId: id, toolCallId: id }]
        : [shown];
    });
    return [
      ...this.turn.end(),
      { type: "start-step" },
      ...asked,
      { type: "finish-step" },
      { type: "finish", finishReason: "tool-calls", messageMetadata: this.metadata(undefined) },
    ];
  }

  private missionEnd(data: StreamedEventData["mission-end"]): Chunk[] {
    const { ok, return: answer, fail, turns, omitted } = data;
    const messageMetadata = this.metadata(turns);
    if (!ok) {
      if (fail?.reason === "cancelled") return [{ type: "abort", reason: "cancelled" }];
      const errorText = fail?.message ?? `The run failed: ${fail?.reason ?? "unknown"}.`;
      return [
        { type: "error", errorText },
        { type: "finish", finishReason: "error", messageMetadata },
      ];
    }
    if (omitted?.includes("return") === true)
      return [
        { type: "error", errorText: "The answer is too long to show." },
        { type: "finish", finishReason: "length", messageMetadata },
      ];
    return [
      ...(answer === undefined ? [] : this.answer(answer)),
      { type: "finish", finishReason: "stop", messageMetadata },
    ];
  }

  private answer(answer: Json): Chunk[] {
    const attached = attachmentChunks(this.attachments(answer), () => ++this.attachmentCount);
    if (typeof answer !== "string")
      return [{ type: "data-answer", id: "answer", data: { value: answer } }, ...attached];
    // In the mode `text`, the model has written it already.
    return this.turn.hasWritten(answer)
      ? attached
      : [...this.turn.whole("answer", answer), ...attached];
  }

  private count({ usage, cost }: StreamedEventData["model-request-end"]): void {
    this.usage.inputTokens += usage?.inputTokens ?? 0;
    this.usage.outputTokens += usage?.outputTokens ?? 0;
    this.usage.cachedInputTokens += usage?.cachedInputTokens ?? 0;
    if (cost !== undefined) this.cost = (this.cost ?? 0) + cost;
  }

  private metadata(turns: number | undefined) {
    const { inputTokens, outputTokens, cachedInputTokens } = this.usage;
    const totalTokens = inputTokens + outputTokens;
    return {
      usage: { inputTokens, outputTokens, totalTokens, cachedInputTokens },
      ...(this.cost === undefined ? {} : { cost: this.cost }),
      ...(turns === undefined ? {} : { turns }),
    };
  }
}
