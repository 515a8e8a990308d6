// Decides which run begins next. The turns are fair: the next run belongs to the user with the
// least work so far, measured by our own meters. So a user with expensive programs waits while
// others have cheap ones, and uses what they leave. There is no timer: an arrival or an end of a
// run decides.
//
//   arrival ──> refused: a quota is used up, or too many wait
//      └─> waits in the queue of its user ── turn ──> refused: earlier runs overdrew a quota
//                                              └──> runs ── end ──> pays by its meters

import { Account, type Waiter } from "./account.ts";
import type { EvaluatorEvent, EvaluatorLoad, UsedWork } from "./evaluator-event.ts";
import type { ResolvedEvaluatorOptions } from "./evaluator-options.ts";
import { refusalOf, type Quota, type Refusal } from "./refusal.ts";

type Change = EvaluatorEvent extends infer Event
  ? Event extends EvaluatorEvent
    ? Omit<Event, "user" | keyof EvaluatorLoad>
    : never
  : never;

/** A run that has begun. */
export interface Permit {
  readonly account: Account;
  readonly estimate: number;
  readonly startedAt: number;
}

/** The bounds of the retry time of a run that found too many others waiting. */
const retryMs = { least: 100, most: 60_000 } as const;

/** Accounts that an arrival checks. More than one, so that forgetting is faster than arriving. */
const sweptAtOnce = 2;

export class Admission {
  private readonly options: ResolvedEvaluatorOptions;
  private readonly accounts = new Map<string, Account>();
  /** Accounts with waiting runs. */
  private readonly queued = new Set<Account>();
  private sweep: Iterator<Account, undefined>;
  private running = 0;
  private waiting = 0;
  private arrivals = 0;
  /** The position of the run that began last. */
  private position = 0;
  private farthest = 0;
  /** The moving average of the time of a run. */
  private usualMs = 1_000;

  constructor(options: ResolvedEvaluatorOptions) {
    this.options = options;
    this.sweep = this.accounts.values();
  }

  get load(): EvaluatorLoad {
    return { running: this.running, waiting: this.waiting, users: this.accounts.size };
  }

  /**
   * Calls `start` or `refuse` once, now or later. Returns the function that gives up the position
   * of a run that waits.
   */
  enter(
    user: string,
    start: (permit: Permit) => void,
    refuse: (refusal: Refusal) => void,
  ): () => void {
    const now = this.options.clock.monotonic();
    this.forgetSome(now);
    const account = this.accountOf(user, now);
    if (account === undefined) {
      const refusal = refusalOf("users", this.options.users, this.usualMs);
      return this.refused(user, refusal, refuse);
    }
    const refusal = this.crowded(account) ?? account.arrive(now);
    if (refusal !== undefined) return this.refused(user, refusal, refuse);
    const waiter: Waiter = {
      account,
      order: (this.arrivals += 1),
      arrivedAt: now,
      start: (waitMs) => {
        const permit = { account, estimate: account.begin(), startedAt: now + waitMs };
        this.report(user, { type: "run-start", waitMs });
        start(permit);
      },
      refuse: (later) => void this.refused(user, later, refuse),
    };
    if (account.isIdle) account.position = Math.max(account.position, this.position);
    account.waiting.push(waiter);
    this.waiting += 1;
    this.queued.add(account);
    this.advance(now);
    if (account.waiting.includes(waiter)) this.report(user, { type: "run-wait" });
    return () => this.giveUp(waiter);
  }

  /** Ends a run, which pays for its work. */
  leave(
    { account, estimate, startedAt }: Permit,
    used: UsedWork,
    result: Pick<Extract<EvaluatorEvent, { readonly type: "run-end" }>, "ok" | "reason">,
  ): void {
    const now = this.options.clock.monotonic();
    const runMs = now - startedAt;
    this.running -= 1;
    this.usualMs += (runMs - this.usualMs) / 8;
    account.end(estimate, used, now);
    this.farthest = Math.max(this.farthest, account.position);
    // After a pause of all users, work of the past doesn't count.
    if (this.running === 0 && this.waiting === 0) this.position = this.farthest;
    this.report(account.user, { type: "run-end", runMs, ...result, ...used });
    this.advance(now);
  }

  private giveUp(waiter: Waiter): void {
    const { account, arrivedAt } = waiter;
    const index = account.waiting.indexOf(waiter);
    if (index < 0) return;
    this.remove(account, index);
    const waitMs = this.options.clock.monotonic() - arrivedAt;
    this.report(account.user, { type: "run-leave", waitMs });
  }

  private remove(account: Account, index: number): void {
    account.waiting.splice(index, 1);
    this.waiting -= 1;
    if (account.waiting.length === 0) this.queued.delete(account);
  }

  /** Starts runs while there is room. */
  private advance(now: number): void {
    while (this.running < this.options.concurrent) {
      const waiter = this.next();
      if (waiter === undefined) return;
      const { account } = waiter;
      this.remove(account, 0);
      const refusal = account.overdrawn(now);
      if (refusal !== undefined) {
        waiter.refuse(refusal);
        continue;
      }
      this.running += 1;
      this.position = Math.max(this.position, account.position);
      waiter.start(now - waiter.arrivedAt);
    }
  }

  /** Returns the first run of the user whose turn it is. Users with all their runs wait. */
  private next(): Waiter | undefined {
    let best: Waiter | undefined;
    // A scan, because at most some hundred users wait, and each run takes far longer.
    for (const account of this.queued) {
      const [first] = account.waiting;
      if (first === undefined || account.running >= this.options.perUser.concurrent) continue;
      if (best === undefined || this.isBefore(first, best)) best = first;
    }
    return best;
  }

  private isBefore(left: Waiter, right: Waiter): boolean {
    const [mine, other] = [left.account.position, right.account.position];
    return this.options.fair && mine !== other ? mine < other : left.order < right.order;
  }

  private accountOf(user: string, now: number): Account | undefined {
    const known = this.accounts.get(user);
    if (known !== undefined) return known;
    if (this.accounts.size >= this.options.users) return undefined;
    const account = new Account(user, this.options.perUser, now, this.position);
    this.accounts.set(user, account);
    return account;
  }

  private forgetSome(now: number): void {
    for (let count = 0; count < sweptAtOnce; count += 1) {
      const next = this.sweep.next();
      if (next.done === true) this.sweep = this.accounts.values();
      else if (next.value.isForgettable(now, this.position)) this.accounts.delete(next.value.user);
    }
  }

  /** Returns the refusal of a run for which too many others wait. */
  private crowded({ waiting }: Account): Refusal | undefined {
    const { perUser, concurrent } = this.options;
    const full = (quota: Quota, most: number, length: number, places: number) =>
      length < most ? undefined : refusalOf(quota, most, this.retryMs(length / places));
    const own = Math.min(concurrent, perUser.concurrent);
    return (
      full("waiting", perUser.waiting, waiting.length, own) ??
      full("server", this.options.waiting, this.waiting, concurrent)
    );
  }

  private retryMs(turns: number): number {
    return Math.min(retryMs.most, Math.max(retryMs.least, this.usualMs * turns));
  }

  private refused(user: string, refusal: Refusal, refuse: (refusal: Refusal) => void): () => void {
    const { quota, retryAfterMs } = refusal;
    this.report(user, { type: "run-refuse", quota, retryAfterMs });
    refuse(refusal);
    return () => undefined;
  }

  private report(user: string, change: Change): void {
    try {
      this.options.metrics({ ...change, user, ...this.load });
    } catch {
      // A metric must not break a run.
    }
  }
}
