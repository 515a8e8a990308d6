// Runs the programs of a session in a thread, one at a time, so that a running program can be
// stopped. A new thread replaces a stopped one and continues with the earlier definitions.

import { Worker } from "node:worker_threads";
import type { Limits } from "@ptc/lisp";
import type { ToolsModule } from "@ptc/subagent/internal/node";
import { encodedValue } from "./encoded-value.ts";
import type {
  EvaluationAnswer,
  EvaluationReady,
  EvaluationRequest,
  EvaluationStart,
  LibrariesFolder,
} from "./evaluation-messages.ts";
import { errorMap, lastErrorName } from "./last-error.ts";

export type Evaluated =
  | {
      readonly type: "value";
      readonly prints: readonly string[];
      readonly warnings: readonly string[];
      readonly text: string;
    }
  | {
      readonly type: "failure";
      readonly prints: readonly string[];
      readonly text: string;
      readonly reason: string;
    }
  /** `lost`: names whose values were not saved. */
  | { readonly type: "interrupted"; readonly lost: readonly string[] }
  | { readonly type: "crashed"; readonly message: string; readonly lost: readonly string[] };

export interface EvaluatorOptions {
  /** The module of the thread. */
  readonly worker: URL;
  readonly limits?: Partial<Limits>;
  /** The context, which programs read as `data/…`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The module of the tools. */
  readonly tools?: ToolsModule;
  readonly libraries?: LibrariesFolder;
  /** Node options of the thread. Default: those of this process. */
  readonly nodeOptions?: readonly string[];
}

const historyLength = 3;
const mostErrorBytes = 100_000;
/** Tools have ten seconds to load; after that, the thread reports a timeout itself. */
const startMs = 15_000;

export class Evaluator {
  private readonly options: EvaluatorOptions;
  private readonly memory = new Map<string, unknown>();
  private readonly unsaved = new Set<string>();
  private history: readonly unknown[] = [];
  private worker: Worker;
  private settle: ((outcome: Evaluated) => void) | undefined;
  /** The reason why the thread ended while no program was running. */
  private startFailure: string | undefined;
  private ready: Promise<EvaluationReady>;

  constructor(options: EvaluatorOptions) {
    this.options = options;
    [this.worker, this.ready] = this.start();
  }

  get isRunning(): boolean {
    return this.settle !== undefined;
  }

  /** The defined names, including those whose values would be lost with the thread. */
  get names(): Iterable<string> {
    return new Set([...this.memory.keys(), ...this.unsaved]);
  }

  /** Resolves when the thread is ready for programs, or can't start. */
  started(): Promise<EvaluationReady> {
    return this.ready;
  }

  /** Runs a program after the earlier ones, one at a time. */
  evaluate(source: string, width?: number): Promise<Evaluated> {
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
      const request: EvaluationRequest = width === undefined ? { source } : { source, width };
      this.worker.postMessage(request);
    });
  }

  /** Stops the running program. The session returns to its state before the program. */
  interrupt(): void {
    const { settle } = this;
    if (settle === undefined) return;
    this.storeError("interrupted", "the program was stopped");
    settle({ type: "interrupted", lost: this.restart() });
  }

  async close(): Promise<void> {
    this.settle = undefined;
    this.worker.removeAllListeners();
    await this.worker.terminate();
  }

  private start(): [Worker, Promise<EvaluationReady>] {
    const { nodeOptions, limits = {}, context = {}, tools, libraries } = this.options;
    const { memory, history } = this;
    const start: EvaluationStart = {
      memory,
      history,
      limits,
      context,
      ...(tools === undefined ? {} : { tools }),
      ...(libraries === undefined ? {} : { libraries }),
    };
    const worker = new Worker(this.options.worker, {
      workerData: start,
      ...(nodeOptions === undefined ? {} : { execArgv: [...nodeOptions] }),
    });
    const ready = new Promise<EvaluationReady>((resolve) => {
      const failed = (message: string): void => {
        clearTimeout(timer);
        resolve({ type: "refused", message });
        // Ignore a replaced thread.
        if (this.worker !== worker) return;
        if (this.settle === undefined) this.startFailure = message;
        else this.crash(message);
      };
      const timer = setTimeout(() => {
        void worker.terminate();
        failed(`the evaluation thread didn't start within ${String(startMs / 1000)} seconds`);
      }, startMs).unref();
      worker.on("message", (message: EvaluationReady | EvaluationAnswer) => {
        if (message.type === "answer") this.answered(message);
        else if (message.type === "refused") failed(message.message);
        else {
          clearTimeout(timer);
          resolve(message);
        }
      });
      worker.on("error", (error) => {
        failed(error instanceof Error ? error.message : String(error));
      });
      worker.on("exit", () => {
        clearTimeout(timer);
      });
    });
    return [worker, ready];
  }

  private crash(message: string): void {
    this.storeError("stopped", message);
    this.settle?.({ type: "crashed", message, lost: this.restart() });
  }

  /** Stores the error for the next thread. */
  private storeError(reason: string, message: string): void {
    this.memory.set(lastErrorName, encodedValue(errorMap({ reason, message }), mostErrorBytes));
  }

  /** Replaces the thread. Returns the names whose values are lost. */
  private restart(): readonly string[] {
    const values = this.history.flatMap((json, index) =>
      json === undefined ? [`*${String(index + 1)}`] : [],
    );
    const lost = [...this.unsaved, ...values];
    this.startFailure = undefined;
    this.unsaved.clear();
    this.worker.removeAllListeners();
    // The thread is ending, so its errors no longer matter.
    this.worker.on("error", () => undefined);
    void this.worker.terminate();
    [this.worker, this.ready] = this.start();
    return lost;
  }

  private answered({
    ok,
    prints,
    warnings,
    text,
    reason = "",
    changed,
    unsaved,
    value,
  }: EvaluationAnswer): void {
    for (const [name, json] of changed) {
      this.memory.set(name, json);
      this.unsaved.delete(name);
    }
    for (const name of unsaved) {
      this.memory.delete(name);
      this.unsaved.add(name);
    }
    if (ok) this.history = [value, ...this.history].slice(0, historyLength);
    this.settle?.(
      ok ? { type: "value", prints, warnings, text } : { type: "failure", prints, text, reason },
    );
  }
}
