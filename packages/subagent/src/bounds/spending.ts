// The model spending of a mission and its child missions: requests, tokens and cost. Before a
// request is sent, it reserves its estimated amounts in its own mission and all parents. Afterwards
// it settles the actual amounts. So concurrent missions can't spend the same rest twice.
//
//   limit 10,000     spent 6,000     reserved 3,000     a request for 2,000 waits until
//                                                       the 3,000 are settled

import type { Fail } from "@ptc/core/contracts";
import { onAbort } from "@ptc/core/internal/contracts";

/** The amounts of a request for each limit. */
export interface Amounts {
  readonly requests: number;
  /** Input plus output. */
  readonly tokens: number;
  /** The output part of `tokens`. */
  readonly outputTokens: number;
  readonly cost: number;
}

/** A request without known token counts. */
export const oneRequest: Amounts = { requests: 1, tokens: 0, outputTokens: 0, cost: 0 };

/** Absent limits don't apply. */
export interface SpendingLimits {
  readonly maxModelCalls?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxCost?: number | undefined;
}

/** The reserved amounts of a request. Settled once, with the actual amounts. */
export interface Reservation {
  readonly settle: (spent: Amounts) => void;
}

type Kind = Exclude<keyof Amounts, "outputTokens">;

const limitOf = {
  requests: { option: "maxModelCalls", unit: "requests" },
  tokens: { option: "maxTokens", unit: "tokens" },
  cost: { option: "maxCost", unit: "units of cost" },
} as const satisfies Record<Kind, { readonly option: keyof SpendingLimits; readonly unit: string }>;

const kinds = ["requests", "tokens", "cost"] as const satisfies readonly Kind[];

/** The owner of the limits. */
interface Holder {
  readonly text: string;
  /**
   * The number of requests reserved for the holder itself, so that child missions can't use them.
   */
  readonly reservedRequests: number;
}

/**
 * A mission keeps one request, because it needs one to turn results of child missions into an
 * answer.
 */
const ofMission: Holder = { text: "the mission and those below it", reservedRequests: 1 };

/** Several runs have no common parent mission that needs a request to answer. */
const ofRuns: Holder = { text: "all runs together", reservedRequests: 0 };

export class Spending {
  private readonly limits: SpendingLimits;
  private readonly above: Spending | undefined;
  private readonly holder: Holder;
  private readonly spent = { requests: 0, tokens: 0, outputTokens: 0, cost: 0 };
  private readonly reserved = { requests: 0, tokens: 0, outputTokens: 0, cost: 0 };
  private readonly waiting = new Set<() => void>();
  /** The last request of the mission itself: what it reserved, and what it spent. */
  private last: { readonly reserved: Amounts; readonly spent: Amounts } | undefined = undefined;

  constructor(limits: SpendingLimits, above?: Spending, holder = ofMission) {
    this.limits = limits;
    this.above = above;
    this.holder = holder;
  }

  /** Returns the spending that several runs share. */
  static ofRuns(limits: SpendingLimits): Spending {
    return new Spending(limits, undefined, ofRuns);
  }

  /** True if `kind` is limited, here or in a parent. */
  isLimited(kind: Kind): boolean {
    return this.limits[limitOf[kind].option] !== undefined || this.above?.isLimited(kind) === true;
  }

  /** The number of requests that can still be sent. */
  get requestsLeft(): number {
    const { maxModelCalls = Infinity } = this.limits;
    const { spent, reserved } = this;
    const own = Math.max(0, maxModelCalls - spent.requests - reserved.requests);
    const { above } = this;
    if (above === undefined) return own;
    return Math.min(own, Math.max(0, above.requestsLeft - above.holder.reservedRequests));
  }

  /** The number of tokens that can still be used; Infinity without a limit. */
  get tokensLeft(): number {
    return this.left("tokens");
  }

  /**
   * True if only one more request can be sent. For tokens and cost it assumes that the next request
   * spends as much as the last one, and that the one after it reserves as much.
   */
  get isLastRequest(): boolean {
    if (this.requestsLeft <= 1) return true;
    const { last } = this;
    return (
      last !== undefined &&
      (["tokens", "cost"] as const).some(
        (kind) => this.left(kind) < last.spent[kind] + last.reserved[kind],
      )
    );
  }

  /** The amounts spent by this mission and its child missions, without reserved ones. */
  get spentSoFar(): Amounts {
    return { ...this.spent };
  }

  /** The amounts spent by the whole run: the root mission and all missions below it. */
  get spentByRun(): Amounts {
    return this.above?.spentByRun ?? this.spentSoFar;
  }

  /** Returns why a request for `amounts` can't be sent. Undefined if it can, now or later. */
  refusal(amounts: Amounts): Fail | undefined {
    const kind = kinds.find((each) => this.exceeds(each, this.spent[each] + amounts[each]));
    return kind === undefined
      ? this.above?.refusal(this.above.withReserve(amounts))
      : this.fail(kind, amounts[kind]);
  }

  /**
   * Reserves `amounts`. If other requests have reserved too much, waits until they settle.
   * Resolves to undefined if `signal` is aborted.
   */
  reserve(
    amounts: Amounts,
    signal: AbortSignal,
  ): Reservation | Fail | Promise<Reservation | Fail | undefined> {
    const refused = this.refusal(amounts);
    if (refused !== undefined) return refused;
    const full = this.fullLevel(amounts);
    return full === undefined ? this.take(amounts) : this.later(full, amounts, signal);
  }

  private async later(
    full: Spending,
    amounts: Amounts,
    signal: AbortSignal,
  ): Promise<Reservation | Fail | undefined> {
    await full.settled(signal);
    return signal.aborted ? undefined : await this.reserve(amounts, signal);
  }

  /** Resolves when a reservation of this level settles, or `signal` is aborted. */
  private settled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        remove();
        resolve();
      };
      const remove = onAbort(signal, wake);
      this.waiting.add(wake);
      if (signal.aborted) wake();
    });
  }

  /** Returns the nearest level that has too much reserved. */
  private fullLevel(amounts: Amounts): Spending | undefined {
    const { spent, reserved } = this;
    return kinds.some((kind) => this.exceeds(kind, spent[kind] + reserved[kind] + amounts[kind]))
      ? this
      : this.above?.fullLevel(this.above.withReserve(amounts));
  }

  /** Returns the amounts that must be left so that a child mission can take `amounts`. */
  private withReserve(amounts: Amounts): Amounts {
    return { ...amounts, requests: Math.max(amounts.requests, 1 + this.holder.reservedRequests) };
  }

  private take(amounts: Amounts): Reservation {
    this.change("reserved", amounts, 1);
    let isSettled = false;
    return {
      settle: (spent) => {
        if (isSettled) return;
        isSettled = true;
        this.last = { reserved: amounts, spent };
        this.change("reserved", amounts, -1);
        this.change("spent", spent, 1);
        this.wake();
      },
    };
  }

  private change(account: "spent" | "reserved", amounts: Amounts, sign: 1 | -1): void {
    for (const kind of kinds) this[account][kind] += sign * amounts[kind];
    this[account].outputTokens += sign * amounts.outputTokens;
    // Adding and subtracting fractions leaves a rounding error, so reset the sums.
    if (this.reserved.requests === 0) this.reserved.tokens = this.reserved.cost = 0;
    this.above?.change(account, amounts, sign);
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
    this.above?.wake();
  }

  /** True if a sum exceeds the limit by more than rounding errors. */
  private exceeds(kind: Kind, sum: number): boolean {
    return sum > this.limit(kind) * (1 + 1e-9);
  }

  private left(kind: Kind): number {
    const { spent, reserved } = this;
    const own = Math.max(0, this.limit(kind) - spent[kind] - reserved[kind]);
    return Math.min(own, this.above?.left(kind) ?? Infinity);
  }

  private limit(kind: Kind): number {
    return this.limits[limitOf[kind].option] ?? Infinity;
  }

  private fail(kind: Kind, needed: number): Fail {
    const { option, unit } = limitOf[kind];
    const value = this.limit(kind);
    const left = Math.max(0, value - this.spent[kind]);
    const rest =
      kind === "requests"
        ? "is used up"
        : `would be exceeded: ${amountText(left)} are left, but the request may take ${amountText(needed)}`;
    return {
      reason: "budget_exceeded",
      message: `the model was not called: the limit of ${amountText(value)} ${unit} for ${this.holder.text} ${rest} (option ${option})`,
      details: { kind: "budget_exceeded", limit: { option, value, unit } },
    };
  }
}

/** Formats a sum without digits from rounding errors. */
function amountText(amount: number): string {
  return String(Number(amount.toPrecision(6)));
}
