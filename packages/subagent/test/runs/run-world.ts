// A world for tests of runs: a store, an agent that pays, a clock that tests move, and workers that
// can be killed.

import type { Clock } from "@ptc/core/contracts";
import { createMemoryStore, type RunStore } from "@ptc/core/store";
import { defineAgent, tool } from "../../src/index.ts";
import {
  createRuns,
  type RunAgents,
  type RunInfo,
  type Runs,
  type RunsOptions,
} from "../../src/runs/index.ts";

/** A clock that only moves when a test moves it. */
export class TestClock implements Clock {
  private time = Date.UTC(2026, 10, 1);
  private readonly sleepers = new Set<{ readonly due: number; readonly wake: () => void }>();

  readonly now = (): number => this.time;
  readonly monotonic = (): number => this.time;

  readonly sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = {
        due: this.time + milliseconds,
        wake: () => {
          this.sleepers.delete(sleeper);
          signal.removeEventListener("abort", sleeper.wake);
          resolve();
        },
      };
      this.sleepers.add(sleeper);
      signal.addEventListener("abort", sleeper.wake);
      if (signal.aborted) sleeper.wake();
    });

  /** Moves the time, and lets everything continue that waits for a time until then. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      await settled();
      const [next] = [...this.sleepers].sort((left, right) => left.due - right.due);
      if (next === undefined || next.due > end) break;
      this.time = Math.max(this.time, next.due);
      next.wake();
    }
    this.time = end;
    await settled();
  }

  /** Changes the time without waking anything. */
  jump(milliseconds: number): void {
    this.time += milliseconds;
  }
}

/** Lets other tasks of this process run, and digests that other threads compute. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 4; turns++)
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
}

/** Resolves to the result of `look` once it isn't undefined. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
  what = "it",
): Promise<Found> {
  for (let tries = 0; tries < 4_000; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  throw new Error(`${what} did not happen`);
}

export async function withStatus(
  runs: Runs,
  id: string,
  ...statuses: readonly string[]
): Promise<RunInfo> {
  let last: RunInfo | undefined;
  return await eventually(async () => {
    last = await runs.get(id);
    return last !== undefined && statuses.includes(last.status) ? last : undefined;
  }, statuses.join(" or ")).catch((error: unknown) => {
    throw new Error(`${String(error)}: the run is ${JSON.stringify(last)}`);
  });
}

/** A store whose calls never return after the death of its process. */
export interface KillableStore {
  readonly store: RunStore;
  /** Called before each write; returns true to kill the process before it. */
  onAppend: (number: number) => boolean;
}

export function killable(store: RunStore): KillableStore {
  let isDead = false;
  let count = 0;
  const alive = <Given extends readonly unknown[], Result>(
    call: (...given: Given) => Promise<Result>,
  ): ((...given: Given) => Promise<Result>) => {
    return (...given) => (isDead ? new Promise<never>(() => undefined) : call(...given));
  };
  const killed: KillableStore = {
    onAppend: () => false,
    store: {
      ...store,
      load: alive((key) => store.load(key)),
      list: alive((query, page) => store.list(query, page)),
      lease: alive((key, options) => store.lease(key, options)),
      renew: alive((lease, options) => store.renew(lease, options)),
      release: alive((lease) => store.release(lease)),
      append: (changes) => {
        count += 1;
        isDead ||= killed.onAppend(count);
        return alive(() => store.append(changes))();
      },
    },
  };
  return killed;
}

/** The calls of the tools of the world. */
export interface Paid {
  readonly calls: string[];
}

/** Agents that pay: `payer` pays two orders, and `refunds` asks for an approval before each. */
export function payAgents(paid: Paid, answer?: string, prompt = "Refund."): RunAgents {
  const pay = (needsApproval: boolean) =>
    tool({
      description: "Pays.",
      signature: "(id :int) -> :string",
      needsApproval,
      execute: ({ id }, { callId }) => {
        paid.calls.push(callId);
        return `paid ${String(id)}`;
      },
    });
  const program = answer ?? "(return (mapv (fn [id] (tool/pay {:id id})) [1 2]))";
  const llm = () => Promise.resolve(`\`\`\`clojure\n${program}\n\`\`\``);
  return {
    payer: defineAgent({ prompt: "Pay.", tools: { pay: pay(false) }, llm }),
    refunds: defineAgent({ prompt, tools: { pay: pay(true) }, llm }),
  };
}

/** Creates runs over a store in memory, unless the options have one. Closes them after the test. */
export class World {
  readonly paid: Paid = { calls: [] };
  readonly errors: unknown[] = [];
  readonly store: RunStore;
  private readonly opened: Runs[] = [];

  constructor(store: RunStore = createMemoryStore()) {
    this.store = store;
  }

  runs(options: Partial<RunsOptions> = {}): Runs {
    const runs = createRuns({
      store: this.store,
      agents: payAgents(this.paid),
      onError: (error) => this.errors.push(error),
      ...options,
    });
    this.opened.push(runs);
    return runs;
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((runs) => runs.close({ graceMs: 10 })));
  }
}
