// Counts the tokens of messages. Caches the counts, because a conversation is counted before every
// turn.

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import type { ModelMessage } from "@ptc/llm";
import { estimateTokens, estimateUsage } from "@ptc/llm/adapter";
import { filesOf, wholeText } from "./message-text.ts";

const longestMessage = 200;

export class TokenCounts {
  private readonly countTokens: ((text: string) => number) | undefined;
  private readonly known = new WeakMap<ModelMessage, number>();

  constructor(countTokens: ((text: string) => number) | undefined) {
    this.countTokens = countTokens;
  }

  /** @throws OptionError if the host's function throws or doesn't return a number from 0 */
  total(messages: readonly ModelMessage[]): number {
    return messages.reduce((sum, message) => sum + this.of(message), 0);
  }

  private of(message: ModelMessage): number {
    const known = this.known.get(message);
    if (known !== undefined) return known;
    const files = filesOf(message);
    const tokens =
      this.ofText(wholeText(message)) +
      (files.length === 0
        ? 0
        : estimateUsage({ messages: [{ role: "user", content: files }] }, nothing).inputTokens);
    this.known.set(message, tokens);
    return tokens;
  }

  private ofText(text: string): number {
    const { countTokens } = this;
    if (text === "") return 0;
    if (countTokens === undefined) return estimateTokens(text);
    let tokens: unknown;
    try {
      tokens = countTokens(text);
    } catch (error) {
      const why = oneLine(error instanceof Error ? error.message : String(error), longestMessage);
      throw new OptionError(optionName, `the function threw: ${why}`);
    }
    if (typeof tokens === "number" && tokens >= 0 && tokens < Infinity) return tokens;
    throw new OptionError(
      optionName,
      `expected a function that returns a number from 0, got ${typeof tokens === "number" ? String(tokens) : typeof tokens}`,
    );
  }
}

const optionName = "compaction.countTokens";
const nothing = { content: [] };
