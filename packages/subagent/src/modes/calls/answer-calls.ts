// The native calls in an answer of a model, each with an id that the conversation has not seen:
// providers refuse a call without a result, and a result that could belong to two calls.

import type { ModelResponse, ResponsePart, ToolCallPart } from "@ptc/llm";

/** An answer with the calls in it. */
export interface AnswerCalls {
  /** The parts of the answer, the calls with their ids. */
  readonly content: readonly ResponsePart[];
  readonly calls: readonly ToolCallPart[];
}

export class CallIds {
  private readonly seen = new Set<string>();
  /** The next number to try for an id that came before: many alike take time in proportion. */
  private readonly copies = new Map<string, number>();

  /** The answer with an id of its own for each call. */
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
