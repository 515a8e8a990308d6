// Runs the programs of a session in a thread, one at a time, so that a running program can be
// stopped. A thread that was stopped is replaced by a new one, which continues with the definitions
// made before.

import { Worker } from "node:worker_threads";
import type { Limits } from "@ptc/lisp";
import type {
  EvaluationAnswer,
  EvaluationRequest,
  EvaluationStart,
} from "./evaluation-messages.ts";

export type Evaluated =
  | { readonly type: "value"; readonly prints: readonly string[]; readonly text: string }
  | {
      readonly type: "failure";
      readonly prints: readonly string[];
      readonly text: string;
      readonly reason: string;
    }
  /** `lost`: names whose values could not be kept. */
  | { readonly type: "interrupted"; readonly lost: readonly string[] }
  | { readonly type: "crashed"; readonly message: string; readonly lost: readonly string[] };

export interface EvaluatorOptions {
  /** The module of the thread. */
  readonly worker: URL;
  readonly limits?: Partial<Limits>;
  /** Options of Node for the thread; default: those of this process. */
  readonly nodeOptions?: readonly string[];
}

const historyLength = 3;

export class Evaluator {
  private readonly options: EvaluatorOptions;
  private readonly memory = new Map<string, unknown>();
  private readonly unkept = new Set<string>();
  private history: readonly unknown[] = [];
  private worker: Worker;
  private settle: ((outcome: Evaluated) => void) | undefined;
  /** Why the thread ended while no program was running. */
  private startFailure: string | undefined;

  constructor(options: EvaluatorOptions) {
    this.options = options;
    this.worker = this.start();
  }

  get isRunning(): boolean {
    return this.settle !== undefined;
  }

  /** Runs a program after the earlier ones, one at a time. */
  evaluate(source: string): Promise<Evaluated> {
    if (this.settle !== undefined) throw new Error("a program is running already");
    if (this.startFailure !== undefined) {
      const message = this.startFailure;
      return Promise.resolve({ type: "crashed", message, lost: this.restart() });
    }
    return new Promise((resolve) => {
      this.settle = (outcome) => {
        this.settle = undefined;
        resolve(outcome);
      };
      this.worker.postMessage({ source } satisfies EvaluationRequest);
    });
  }

  /** Stops the running program. The session continues as it was before that program. */
  interrupt(): void {
    const { settle } = this;
    if (settle === undefined) return;
    settle({ type: "interrupted", lost: this.restart() });
  }

  async close(): Promise<void> {
    this.settle = undefined;
    this.worker.removeAllListeners();
    await this.worker.terminate();
  }

  private start(): Worker {
    const start: EvaluationStart = {
      memory: this.memory,
      history: this.history,
      limits: this.options.limits ?? {},
    };
    const { nodeOptions } = this.options;
    const worker = new Worker(this.options.worker, {
      workerData: start,
      ...(nodeOptions === undefined ? {} : { execArgv: [...nodeOptions] }),
    });
    worker.on("message", (answer: EvaluationAnswer) => {
      this.answered(answer);
    });
    worker.on("error", (error) => {
      const message = error instanceof Error ? error.message : String(error);
      if (this.settle === undefined) this.startFailure = message;
      else this.settle({ type: "crashed", message, lost: this.restart() });
    });
    return worker;
  }

  /** Replaces the thread by a new one. Returns the names whose values are lost. */
  private restart(): readonly string[] {
    const lost = [...this.unkept];
    this.startFailure = undefined;
    this.unkept.clear();
    this.worker.removeAllListeners();
    // The thread has been told to end, so an error of it no longer matters.
    this.worker.on("error", () => undefined);
    void this.worker.terminate();
    this.worker = this.start();
    return lost;
  }

  private answered({
    ok,
    prints,
    text,
    reason = "",
    changed,
    unkept,
    value,
  }: EvaluationAnswer): void {
    for (const [name, json] of changed) {
      this.memory.set(name, json);
      this.unkept.delete(name);
    }
    for (const name of unkept) {
      this.memory.delete(name);
      this.unkept.add(name);
    }
    if (ok) this.history = [value, ...this.history].slice(0, historyLength);
    this.settle?.(ok ? { type: "value", prints, text } : { type: "failure", prints, text, reason });
  }
}
