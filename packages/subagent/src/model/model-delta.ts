// A piece of an answer while the model writes it, for terminals and other interfaces.

import type { ModelStreamEvent } from "@ptc/llm";

/** What a piece is: words of the model, its thinking, or the JSON of the arguments of a call. */
export type DeltaKind = "text" | "thinking" | "tool-input";

/**
 * A piece of an answer. Where a request is sent again, `attempt` says that the text begins anew.
 */
export interface ModelDelta {
  readonly type: "model-delta";
  readonly traceId: string;
  /** The name of the agent; absent where it has none. */
  readonly agent?: string;
  readonly turn: number;
  /** The attempt at the request; the first is 1. */
  readonly attempt: number;
  readonly kind: DeltaKind;
  readonly text: string;
  /** Of `tool-input`: the call that it belongs to. */
  readonly toolCallId?: string;
  readonly toolName?: string;
}

type Piece = Pick<ModelDelta, "kind" | "text" | "toolCallId" | "toolName">;

/** Makes pieces of the events of one answer. */
export class DeltaReader {
  private readonly names = new Map<string, string>();

  /** The piece that an event brings, if it brings one. */
  of(event: ModelStreamEvent): Piece | undefined {
    switch (event.type) {
      case "text-delta":
        return { kind: "text", text: event.text };
      case "thinking-delta":
        return { kind: "thinking", text: event.text };
      case "tool-call-start":
        this.names.set(event.toolCallId, event.toolName);
        return { ...this.call(event.toolCallId), text: "" };
      case "tool-call-delta":
        return { ...this.call(event.toolCallId), text: event.inputText };
      default:
        return undefined;
    }
  }

  private call(toolCallId: string): Omit<Piece, "text"> {
    return { kind: "tool-input", toolCallId, toolName: this.names.get(toolCallId) ?? "" };
  }
}
