// What a request to a model takes of the budget: before it is sent an estimate, afterwards what the
// provider counted.

import { OptionError } from "@ptc/core/errors";
import type {
  LanguageModel,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  ModelUsage,
} from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { oneRequest, type Amounts } from "./spending.ts";

/** What so many tokens of a model cost, in a unit of the application's choice. */
export type Price = (
  usage: ModelUsage,
  model: Pick<LanguageModel, "provider" | "modelId">,
) => number;

/** How much output a request sets aside, and may take, where `maxOutputTokens` does not say it. */
export const usualOutputTokens = 4_000;

export interface CostedRequest extends Pick<ModelRequest, "tools" | "output"> {
  readonly model: LanguageModel;
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number | undefined;
  readonly price: Price | undefined;
}

export class RequestCost {
  private readonly request: CostedRequest;

  constructor(request: CostedRequest) {
    this.request = request;
  }

  /** What to set aside before the request is sent. */
  get reserved(): Amounts {
    const { maxOutputTokens = usualOutputTokens } = this.request;
    return this.amounts({ ...this.sent, outputTokens: maxOutputTokens });
  }

  /**
   * Finds out before a request is sent whether its model has a price.
   * @throws OptionError
   */
  assertPriced(): void {
    this.costOf({ inputTokens: 0, outputTokens: 0 });
  }

  /** What was spent. Of an answer whose tokens nobody counted an estimate is. */
  spent(usage: ModelUsage | undefined, response?: ModelResponse): Amounts {
    if (usage !== undefined) return this.amounts(usage);
    return response === undefined
      ? oneRequest
      : this.amounts(estimateUsage(this.request, response));
  }

  /** An estimate for a request that was sent and not answered. */
  get sent(): ModelUsage {
    return estimateUsage(this.request, { content: [] });
  }

  private amounts(usage: ModelUsage): Amounts {
    return {
      requests: 1,
      tokens: usage.inputTokens + usage.outputTokens,
      outputTokens: usage.outputTokens,
      cost: this.costOf(usage),
    };
  }

  /** @throws OptionError for a price that is no number from 0 */
  private costOf(usage: ModelUsage): number {
    const { price, model } = this.request;
    if (price === undefined) return 0;
    const cost: unknown = price(usage, model);
    if (typeof cost === "number" && cost >= 0 && cost < Infinity) return cost;
    throw new OptionError(
      "price",
      `expected a function that answers a number from 0, got ${String(cost)}`,
    );
  }
}
