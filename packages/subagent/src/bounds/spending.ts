// What a mission and the missions below it may spend on models: requests, tokens, money. Each
// request reserves what it may cost before it is sent, in its own mission and in all above, and
// settles what it did cost. So missions that run at the same time cannot spend the same rest.
//
//   limit 10,000     spent 6,000     reserved 3,000     a request for 2,000 waits until
//                                                       the 3,000 are settled

import type { Fail } from "@ptc/core/contracts";

/** What a request takes of each limit. */
export interface Amounts {
  readonly requests: number;
  /** Of input and output together. */
  readonly tokens: number;
  /** What of them is output. */
  readonly outputTokens: number;
  readonly cost: number;
}

/** A request whose tokens nobody counts. */
export const oneRequest: Amounts = { requests: 1, tokens: 0, outputTokens: 0, cost: 0 };

/** A limit that is absent does not limit. */
export interface SpendingLimits {
  readonly maxModelCalls?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxCost?: number | undefined;
}

/** What was set aside for a request: to be settled once, with what it cost. */
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

/** Whose limits they are. */
interface Holder {
  readonly text: string;
  /** How many requests are kept for the holder itself from what is below it. */
  readonly reservedRequests: number;
}

/** Without a request of its own a mission could make no answer of what those below it found. */
const ofMission: Holder = { text: "the mission and those below it", reservedRequests: 1 };

/** Several runs have nobody above them who makes an answer. */
const ofRuns: Holder = { text: "all runs together", reservedRequests: 0 };

export class Spending {
  private readonly limits: SpendingLimits;
  private readonly above: Spending | undefined;
  private readonly holder: Holder;
  private readonly spent = { requests: 0, tokens: 0, outputTokens: 0, cost: 0 };
  private readonly reserved = { requests: 0, tokens: 0, outputTokens: 0, cost: 0 };
  private readonly waiting = new Set<() => void>();

  constructor(limits: SpendingLimits, above?: Spending, holder = ofMission) {
    this.limits = limits;
    this.above = above;
    this.holder = holder;
  }

  /** What several runs may spend together. */
  static ofRuns(limits: SpendingLimits): Spending {
    return new Spending(limits, undefined, ofRuns);
  }

  /** Whether `kind` is limited, here or above. */
  isLimited(kind: Kind): boolean {
    return this.limits[limitOf[kind].option] !== undefined || this.above?.isLimited(kind) === true;
  }

  /** How many requests may still be sent. */
  get requestsLeft(): number {
    const { maxModelCalls = Infinity } = this.limits;
    const { spent, reserved } = this;
    const own = Math.max(0, maxModelCalls - spent.requests - reserved.requests);
    const { above } = this;
    if (above === undefined) return own;
    return Math.min(own, Math.max(0, above.requestsLeft - above.holder.reservedRequests));
  }

  /** How many tokens may still be used; Infinity where nothing limits them. */
  get tokensLeft(): number {
    return this.left("tokens");
  }

  /** What was spent here and below, without what is reserved. */
  get spentSoFar(): Amounts {
    return { ...this.spent };
  }

  /** What the whole run has spent: the missions above, and all that they started. */
  get spentByRun(): Amounts {
    return this.above?.spentByRun ?? this.spentSoFar;
  }

  /** Why a request that takes `amounts` cannot be sent; `undefined` where it can, now or later. */
  refusal(amounts: Amounts): Fail | undefined {
    const kind = kinds.find((each) => this.exceeds(each, this.spent[each] + amounts[each]));
    return kind === undefined
      ? this.above?.refusal(this.above.withReserve(amounts))
      : this.fail(kind, amounts[kind]);
  }

  /**
   * Sets `amounts` aside. Where other requests have set aside what is missing, it waits until they
   * are settled, or until `signal` aborts; then it answers with nothing.
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

  /** Resolves when a reservation of this level is settled, or `signal` aborts. */
  private settled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.waiting.add(wake);
      if (signal.aborted) wake();
      else signal.addEventListener("abort", wake);
    });
  }

  /** The nearest level at which too much is reserved. */
  private fullLevel(amounts: Amounts): Spending | undefined {
    const { spent, reserved } = this;
    return kinds.some((kind) => this.exceeds(kind, spent[kind] + reserved[kind] + amounts[kind]))
      ? this
      : this.above?.fullLevel(this.above.withReserve(amounts));
  }

  /** What has to be left where something below takes `amounts`. */
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
        this.change("reserved", amounts, -1);
        this.change("spent", spent, 1);
        this.wake();
      },
    };
  }

  private change(account: "spent" | "reserved", amounts: Amounts, sign: 1 | -1): void {
    for (const kind of kinds) this[account][kind] += sign * amounts[kind];
    this[account].outputTokens += sign * amounts.outputTokens;
    // Sums of fractions leave a rest that nobody would ever settle.
    if (this.reserved.requests === 0) this.reserved.tokens = this.reserved.cost = 0;
    this.above?.change(account, amounts, sign);
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
    this.above?.wake();
  }

  /** Whether a sum is above the limit by more than the rounding of its parts. */
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
        : `would be exceeded: ${amountText(left)} are left, and the request may take ${amountText(needed)}`;
    return {
      reason: "budget_exceeded",
      message: `the model was not asked: the limit of ${amountText(value)} ${unit} for ${this.holder.text} ${rest} (option ${option})`,
      details: { kind: "budget_exceeded", limit: { option, value, unit } },
    };
  }
}

/** A sum of small parts, without the digits that adding them up leaves. */
function amountText(amount: number): string {
  return String(Number(amount.toPrecision(6)));
}
