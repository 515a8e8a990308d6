// The requests to models. Each repeats the conversation so far, so messages are stored once, and a
// request lists those that its mission's previous request didn't have.

import { presentFields } from "@ptc/core/internal/host";
import type { TraceMessage } from "@ptc/core/contracts";
import type { MessageView, RequestView } from "./run-view.ts";
import { dataOf, type PlacedSpan } from "./placed-span.ts";
import type { TextTable } from "./text-table.ts";

export class RequestViews {
  readonly messages: MessageView[] = [];
  private readonly texts: TextTable;
  private readonly indexes = new Map<string, number>();
  /** The messages of the last request of each mission, by its span. */
  private readonly before = new Map<number, readonly number[]>();

  constructor(texts: TextTable) {
    this.texts = texts;
  }

  view({ span, index, mission }: PlacedSpan): RequestView {
    const asked = dataOf(span.start, "model-request-start");
    const answered = dataOf(span.end, "model-request-end");
    const sent = (asked?.messages ?? []).map((message) => this.messageIndex(message));
    const isSummary = asked?.purpose === "summary";
    const before = (isSummary ? undefined : this.before.get(mission)) ?? [];
    const changed = sent.findIndex((message, at) => before[at] !== message);
    const same = changed < 0 ? sent.length : changed;
    if (!isSummary) this.before.set(mission, sent);
    const { usage } = answered ?? {};
    const { texts } = this;
    const line = (text: string | undefined, length: number) =>
      text === undefined ? undefined : texts.line(text, length);
    return {
      span: index,
      isSummary,
      same,
      added: sent.slice(same),
      ...presentFields({
        model: modelName(asked?.provider, asked?.model, texts),
        ok: answered?.ok,
        answerText: answered?.text === undefined ? undefined : texts.text(answered.text),
        error: answered?.error === undefined ? undefined : texts.message(answered.error),
        requestId: line(answered?.requestId, 200),
        retryInMs: answered?.retryInMs,
        inputTokens: usage?.inputTokens,
        outputTokens: usage?.outputTokens,
        cachedTokens: usage?.cachedInputTokens,
        isEstimated: isEstimated(usage) ? (true as const) : undefined,
        cost: answered?.cost,
      }),
    };
  }

  private messageIndex({ role, content, parts }: TraceMessage): number {
    const contentText = this.texts.text(content);
    const isPlain = parts === undefined || parts.every(({ type }) => type === "text");
    const partsText = isPlain ? undefined : this.texts.value(parts).index;
    const key = `${role} ${String(contentText)} ${String(partsText)}`;
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    this.indexes.set(key, this.messages.length);
    return this.messages.push({ role, contentText, ...presentFields({ partsText }) }) - 1;
  }
}

/** Adapters note in their usage that they estimated it; the contract of traces doesn't name it. */
function isEstimated(usage: unknown): boolean {
  return (usage as { readonly estimated?: unknown } | undefined)?.estimated === true;
}

function modelName(
  provider: string | undefined,
  model: string | undefined,
  texts: TextTable,
): string | undefined {
  if (model === undefined) return undefined;
  return texts.line(provider === undefined ? model : `${provider}/${model}`, 120);
}
