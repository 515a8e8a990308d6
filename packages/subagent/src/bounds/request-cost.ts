// The cost of a model request: an estimate before it is sent, and the usage that the provider
// reports afterwards.

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

/** Returns the cost of the tokens of one request, in any unit. */
export type Price = (
  usage: ModelUsage,
  model: Pick<LanguageModel, "provider" | "modelId">,
) => number;

/** The output that a request reserves, and is limited to, without `maxOutputTokens`. */
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

  /** The amounts to reserve before the request is sent. */
  get reserved(): Amounts {
    const { maxOutputTokens = usualOutputTokens } = this.request;
    return this.amounts({ ...this.sent, outputTokens: maxOutputTokens });
  }

  /**
   * Checks before a request is sent that its model has a price.
   * @throws OptionError
   */
  assertPriced(): void {
    this.costOf({ inputTokens: 0, outputTokens: 0 });
  }

  /** Returns the spent amounts. Estimates them for a response without usage. */
  spent(usage: ModelUsage | undefined, response?: ModelResponse): Amounts {
    if (usage !== undefined) return this.amounts(usage);
    return response === undefined
      ? oneRequest
      : this.amounts(estimateUsage(this.request, response));
  }

  /** An estimate for a request that was sent and got no response. */
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

  /** Returns the cost. @throws OptionError if it isn't a number from 0 */
  private costOf(usage: ModelUsage): number {
    const { price, model } = this.request;
    if (price === undefined) return 0;
    const cost: unknown = price(usage, model);
    if (typeof cost === "number" && cost >= 0 && cost < Infinity) return cost;
    throw new OptionError(
      "price",
      `expected a function that returns a number from 0, got ${String(cost)}`,
    );
  }
}
