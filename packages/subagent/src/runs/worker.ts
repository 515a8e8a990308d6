// Works on runs: finds those that are due, leases them, and runs one attempt of each.
//
//   poll (once in two seconds) ────┐
//   changes that `watch` reports ──┴──▶ candidates ──▶ lease ──▶ attempt ──▶ release
//
// A run that waits uses nothing in this process.

import { randomHexId, sleep } from "@ptc/core/internal/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { RecordKey, RecordQuery, RecordSummary } from "@ptc/core/store";
import { newSalt } from "@ptc/lisp/internal/waiting";
import { LeasedRun, problemOf } from "./leased-run.ts";
import { RunAttempt, StoreFailure } from "./run-attempt.ts";
import { hasEnded, endedStatuses } from "./run-info.ts";
import { runKey } from "./run-state.ts";
import type { ResolvedRunsOptions } from "./runs-options.ts";

/** Changes wake a worker earlier: see `watchQueue`. */
const pollMs = 2_000;
/** When to try again what failed. */
const retryMs = 10_000;
/** The most runs that are known to be due. */
const mostCandidates = 1_000;
const retentionEveryMs = 60_000;

export class Worker {
  readonly owner: string;
  private readonly options: ResolvedRunsOptions;
  private readonly limits: NonNullable<ResolvedRunsOptions["worker"]>;
  private readonly running = new Map<string, RunAttempt>();
  private readonly ended = new Set<Promise<void>>();
  /** The ids of runs that are due, oldest first. */
  private readonly candidates = new Set<string>();
  /** Runs that failed here for a reason outside of them, and when to try again. */
  private readonly postponed = new Map<string, number>();
  private readonly closing = new AbortController();
  private readonly loops: Promise<void>[];
  private wake: () => void = () => undefined;
  private polledAt = -Infinity;
  private prunedAt = -Infinity;

  constructor(options: ResolvedRunsOptions, limits: NonNullable<ResolvedRunsOptions["worker"]>) {
    this.options = options;
    this.limits = limits;
    const { random } = options;
    this.owner = limits.owner ?? (random === undefined ? newSalt() : randomHexId(random, 32));
    this.loops = [this.work(), this.watchQueue(), this.watchCancels()];
  }

  /** Stops working. Runs under way end at their next effect, at the latest after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.closing.abort();
    this.wake();
    for (const attempt of this.running.values()) attempt.stop("closing");
    const grace = new AbortController();
    const { clock } = this.options;
    void sleep(clock, graceMs, grace.signal).then(() => {
      for (const attempt of this.running.values()) attempt.abort();
    });
    await Promise.all(this.ended);
    grace.abort();
    await Promise.all(this.loops);
  }

  /** Read anew each time: it changes while the worker waits. */
  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private get freeSlots(): number {
    return this.limits.concurrency - this.running.size;
  }

  private async work(): Promise<void> {
    while (!this.isClosing()) {
      await this.claimCandidates();
      if (this.isClosing()) return;
      const { clock } = this.options;
      const due = this.polledAt + pollMs - clock.monotonic();
      if (this.freeSlots > 0 && this.candidates.size === 0 && due <= 0) {
        await this.poll();
        continue;
      }
      await this.rest(this.freeSlots === 0 ? undefined : Math.max(1, due));
    }
  }

  /** Resolves after some time, or when there is something to do. */
  private async rest(milliseconds: number | undefined): Promise<void> {
    const woken = new AbortController();
    const abort = (): void => {
      woken.abort();
    };
    this.wake = abort;
    if (this.isClosing() || (this.candidates.size > 0 && this.freeSlots > 0)) return;
    if (milliseconds !== undefined) {
      await sleep(this.options.clock, milliseconds, woken.signal);
      return;
    }
    await new Promise<void>((resolve) => {
      woken.signal.addEventListener("abort", () => {
        resolve();
      });
    });
  }

  private async poll(): Promise<void> {
    const { store, clock, retentionMs } = this.options;
    this.polledAt = clock.monotonic();
    const now = clock.now();
    for (const [id, until] of this.postponed) if (until <= now) this.postponed.delete(id);
    try {
      if (retentionMs !== undefined && clock.monotonic() - this.prunedAt >= retentionEveryMs) {
        this.prunedAt = clock.monotonic();
        await this.prune(now - retentionMs);
      }
      const page = await store.list(
        { ...this.ownRuns, dueBefore: now, isLeased: false },
        { order: "oldest", limit: Math.min(mostCandidates, 100 + this.postponed.size) },
      );
      for (const { id, status } of page.records) if (!hasEnded(status)) this.add(id);
    } catch (error) {
      this.options.onError(error, {});
    }
  }

  /** The runs on which this worker may work. */
  private get ownRuns(): RecordQuery {
    const { agents, onChange, appVersion } = this.options;
    return {
      kind: "run",
      status: ["queued", "running", "waiting"],
      agent: [...agents.keys()],
      ...(onChange === "finish-on-old" ? presentFields({ appVersion }) : {}),
    };
  }

  private add(id: string): void {
    if (this.candidates.size >= mostCandidates) return;
    if (this.running.has(id) || this.postponed.has(id)) return;
    this.candidates.add(id);
  }

  private async claimCandidates(): Promise<void> {
    for (const id of this.candidates) {
      if (this.isClosing() || this.freeSlots <= 0) return;
      this.candidates.delete(id);
      await this.claim(runKey(id)).catch((error: unknown) => {
        this.postpone(id);
        this.options.onError(error, { id });
      });
    }
  }

  private postpone(id: string): void {
    this.postponed.set(id, this.options.clock.now() + retryMs);
  }

  private async claim(key: RecordKey): Promise<void> {
    const { store, clock } = this.options;
    const { leaseMs } = this.limits;
    const lease = await store.lease(key, { owner: this.owner, forMs: leaseMs });
    if (lease === undefined) return;
    let attempt: RunAttempt | undefined;
    try {
      const record = await store.load(key);
      const { dueAt = Infinity, status = "done" } = record ?? {};
      // Another worker may have run it between the query and the lease.
      if (record !== undefined && !hasEnded(status) && dueAt <= clock.now()) {
        const leased = new LeasedRun(store, lease, record.version);
        attempt = new RunAttempt(leased, record, { options: this.options, owner: this.owner });
      }
    } finally {
      if (attempt === undefined) await store.release(lease);
    }
    if (attempt !== undefined) this.begin(attempt);
  }

  private begin(attempt: RunAttempt): void {
    const { id } = attempt.leased;
    this.running.set(id, attempt);
    if (this.isClosing()) attempt.stop("closing");
    const ended = this.attempted(attempt).then(() => {
      this.ended.delete(ended);
      this.running.delete(id);
      this.wake();
    });
    this.ended.add(ended);
  }

  private async attempted(attempt: RunAttempt): Promise<void> {
    const { leased } = attempt;
    const { id } = leased;
    const over = new AbortController();
    const renewed = this.renew(attempt, over.signal);
    try {
      await attempt.run();
    } catch (error) {
      const failure = error instanceof StoreFailure ? error : new StoreFailure(error);
      // Another worker continues a run whose lease is lost.
      if (problemOf(failure.error) !== "lease_lost") this.postpone(id);
      this.options.onError(failure.error, { id, ...presentFields({ step: failure.step }) });
    }
    over.abort();
    await renewed;
    await leased.release().catch((error: unknown) => {
      if (problemOf(error) !== "lease_lost") this.options.onError(error, { id });
    });
  }

  /** Renews the lease until `over`. Stops an attempt that has lost it. */
  private async renew(attempt: RunAttempt, over: AbortSignal): Promise<void> {
    const { leaseMs } = this.limits;
    const { clock } = this.options;
    const { leased } = attempt;
    let renewedAt = clock.monotonic();
    for (;;) {
      await sleep(clock, leaseMs / 3, over);
      if (over.aborted) return;
      try {
        await leased.renew(leaseMs);
        renewedAt = clock.monotonic();
      } catch (error) {
        const isOver = clock.monotonic() - renewedAt >= leaseMs;
        if (problemOf(error) !== "lease_lost" && !isOver) continue;
        attempt.stop("lost");
        return;
      }
    }
  }

  /** Notes runs as soon as they are queued, without a query. */
  private async watchQueue(): Promise<void> {
    await this.watched({ ...this.ownRuns, status: "queued" }, (run) => {
      if ((run.dueAt ?? Infinity) > this.options.clock.now()) return;
      this.add(run.id);
      this.wake();
    });
  }

  private async watchCancels(): Promise<void> {
    await this.watched({ kind: "inbox", status: "cancel" }, ({ id }) => {
      this.running.get(id)?.stop("cancel");
    });
  }

  private async watched(query: RecordQuery, note: (record: RecordSummary) => void): Promise<void> {
    const { store, clock, onError } = this.options;
    const { signal } = this.closing;
    while (!this.isClosing()) {
      try {
        for await (const record of store.watch(query, { signal })) note(record);
      } catch (error) {
        if (!this.isClosing()) onError(error, {});
      }
      await sleep(clock, retryMs, signal);
    }
  }

  private async prune(before: number): Promise<void> {
    const { store } = this.options;
    const limit = { limit: 1_000 };
    await store.prune({ kind: "run", status: endedStatuses, updatedBefore: before }, limit);
    await store.prune({ kind: "inbox", status: "closed", updatedBefore: before }, limit);
  }
}
