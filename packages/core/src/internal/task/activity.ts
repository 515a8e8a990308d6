// Counts what a run does without waiting for its host, so that one can find out when it can only
// wait. It counts sources of progress instead of time:
//
//   counted here      turns for the host, loading of code, async checks, collected iterables
//   not counted       models, tools, the journal's store, pauses: a recorder or a replay decides
//                     itself when they settle
//
// Microtasks run before a task begins. So if nothing is counted at the start of a task, no branch
// of the run can move.

import { onAbort } from "../../contracts/on-abort.ts";
import { nextTask } from "./next-task.ts";

/** The activity of one run and all its child missions. */
export class Activity {
  /** The number of counted sources of progress. */
  open = 0;
  /** Called when nothing is counted any more. */
  private waiting: (() => void)[] = [];

  enter(): void {
    this.open += 1;
  }

  leave(): void {
    this.open -= 1;
    if (this.open > 0) return;
    const { waiting } = this;
    this.waiting = [];
    for (const resume of waiting) resume();
  }

  /** Counts `work` until it settles or `signal` is aborted. */
  during(work: PromiseLike<unknown>, signal?: AbortSignal): void {
    if (signal?.aborted === true) return;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      remove?.();
      this.leave();
    };
    this.enter();
    const remove = signal === undefined ? undefined : onAbort(signal, end);
    work.then(end, end);
  }

  /** Resolves in a task in which the run can't continue by itself. */
  async quiet(): Promise<void> {
    for (;;) {
      await nextTask();
      if (this.open === 0) return;
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
  }

  /** Does the same, but resolves after `milliseconds` at the latest. */
  async quietWithin(milliseconds: number): Promise<void> {
    await nextTask();
    if (this.open === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.quiet(), late]);
    clearTimeout(timer);
  }
}
