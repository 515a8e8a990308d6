// The page's side of the worker: sends requests, and ends a worker that doesn't answer in time.

import workerUrl from "./main.ts?worker&url";
import type {
  FromWorker,
  ModelQuestion,
  ToWorker,
  WorkerReply,
  WorkerRequest,
} from "./messages.ts";

/** Programs end by themselves before; only a tool in JavaScript can take longer. */
const mostMilliseconds = 15_000;

interface Waiting {
  readonly settle: (reply: WorkerReply) => void;
  readonly ask: ((question: ModelQuestion) => void) | undefined;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

export class Evaluator {
  private worker: Worker | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** Sends a request. `ask` receives the questions of a mission, which then has no time limit. */
  async send(
    request: WorkerRequest,
    ask?: (question: ModelQuestion) => void,
  ): Promise<WorkerReply> {
    const id = ++this.lastId;
    return await new Promise<WorkerReply>((settle) => {
      const timer =
        ask === undefined
          ? setTimeout(() => {
              this.stop("The worker was stopped, because it did not answer for 15 seconds.");
            }, mostMilliseconds)
          : undefined;
      this.waiting.set(id, { settle, ask, timer });
      this.post({ id, request });
    });
  }

  /** Answers the last question of a mission. */
  answer(text: string): void {
    this.post({ kind: "model-answer", text });
  }

  /** Ends the worker, and with it all requests. The next request starts a new one. */
  stop(message: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { settle, timer } of this.waiting.values()) {
      clearTimeout(timer);
      settle({ kind: "failed", message });
    }
    this.waiting.clear();
  }

  private post(message: ToWorker): void {
    this.worker ??= this.started();
    this.worker.postMessage(message);
  }

  private started(): Worker {
    // A worker from a blob has the policy of the page; one from a file has that of its response.
    const source = `import ${JSON.stringify(new URL(workerUrl, location.href).href)};`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      this.receive(data);
    });
    worker.addEventListener("error", ({ message }) => {
      this.stop(`The worker failed: ${message || "it could not be loaded"}`);
    });
    return worker;
  }

  private receive(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    if ("question" in message) {
      waiting.ask?.(message.question);
      return;
    }
    clearTimeout(waiting.timer);
    this.waiting.delete(message.id);
    waiting.settle(message.reply);
  }
}
