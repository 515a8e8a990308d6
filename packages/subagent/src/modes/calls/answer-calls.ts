// Gives each native call of a response an id that is unique in the conversation. Providers refuse a
// call without a result, and a result that could belong to two calls.

import type { ModelResponse, ResponsePart, ToolCallPart } from "@ptc/llm";

/** A response with its calls. */
export interface AnswerCalls {
  /** The parts of the response, with unique ids of calls. */
  readonly content: readonly ResponsePart[];
  readonly calls: readonly ToolCallPart[];
}

export class CallIds {
  private readonly seen = new Set<string>();
  /** The next suffix to try for each repeated id, so that many equal ids take linear time. */
  private readonly copies = new Map<string, number>();

  /** Returns the response with a unique id for each call. */
  of({ content }: Pick<ModelResponse, "content">): AnswerCalls {
    const parts = content.map((part) =>
      part.type === "tool-call" ? { ...part, toolCallId: this.unique(part.toolCallId) } : part,
    );
    return { content: parts, calls: parts.filter((part) => part.type === "tool-call") };
  }

  private unique(id: string): string {
    const base = id === "" ? "call" : id;
    let unique = base;
    let copy = this.copies.get(base) ?? 2;
    for (; this.seen.has(unique); copy++) unique = `${base}_${String(copy)}`;
    if (unique !== base) this.copies.set(base, copy);
    this.seen.add(unique);
    return unique;
  }
}
