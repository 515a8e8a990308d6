// The money that an eval has spent, and its ceiling. The price of a model can be unknown; the cost
// of its runs is then unknown, never zero.

import { OptionError } from "@ptc/core/errors";
import type { LanguageModel, ModelUsage } from "@ptc/llm";
import type { BudgetCallback, Price } from "@ptc/subagent";

/** Returns the cost of a request, or undefined for a model without a known price. */
export type EvalPrice = (
  usage: ModelUsage,
  model: Pick<LanguageModel, "provider" | "modelId">,
) => number | undefined;

/** The cost of one run. */
export interface RunCost {
  readonly price: Price;
  readonly budget: BudgetCallback;
  /** False once a model without a known price was asked. */
  readonly isKnown: boolean;
  /** True if the ceiling ended the run. */
  readonly isStopped: boolean;
  /** Ends the accounting of the run, with its final cost. */
  close(cost: number): void;
}

/** Adds the costs of runs that have ended and of those under way. */
export class EvalSpending {
  private readonly price: EvalPrice;
  private readonly most: number | undefined;
  private ended: number;
  private readonly underWay = new Set<{ cost: number }>();

  /** `spent` is the cost of earlier runs of the same eval. */
  constructor(price: EvalPrice, most: number | undefined, spent: number) {
    this.price = price;
    this.most = most;
    this.ended = spent;
  }

  get isOver(): boolean {
    if (this.most === undefined) return false;
    let sum = this.ended;
    for (const { cost } of this.underWay) sum += cost;
    return sum >= this.most;
  }

  /**
   * Checks that the ceiling can be kept.
   * @throws OptionError for a model without a price
   */
  assertPriced(model: LanguageModel): void {
    if (this.most === undefined) return;
    if (this.price({ inputTokens: 0, outputTokens: 0 }, model) !== undefined) return;
    throw new OptionError(
      "maxCost",
      `the price of ${model.provider}:${model.modelId} is unknown, so its cost can't be limited: pass \`price\`, or omit maxCost`,
    );
  }

  open(): RunCost {
    const running = { cost: 0 };
    this.underWay.add(running);
    const state = { isKnown: true, isStopped: false };
    return {
      price: (usage, model) => {
        const cost = this.price(usage, model);
        if (cost === undefined) state.isKnown = false;
        return cost ?? 0;
      },
      budget: ({ cost }) => {
        running.cost = cost;
        if (!this.isOver) return "continue";
        state.isStopped = true;
        return "stop";
      },
      get isKnown() {
        return state.isKnown;
      },
      get isStopped() {
        return state.isStopped;
      },
      close: (cost) => {
        this.underWay.delete(running);
        this.ended += cost;
      },
    };
  }
}
