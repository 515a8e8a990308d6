// The queue of the process in which runs wait for their next slice of computing time. Each task of
// the host resumes one of them, so timers, sockets and aborts never wait for more than one slice.
//
//   fresh   starts of runs, and other work that is short   four of these,
//   older   runs that have used up a slice                 then one of these

import { taskStarter, type HostNames, type StartTask } from "./host-task.ts";

/** The computing time in milliseconds after which other runs of the same task wait. */
const roomOfTask = 8;
const freshInARow = 4;

export class TurnQueue {
  /** True while the next task is scheduled, so all who begin now have to wait. */
  isBusy = false;
  private readonly fresh = new Set<() => void>();
  private readonly older = new Set<() => void>();
  private freshTurns = 0;
  /** The computing time since the last task of the queue. */
  private spentMs = 0;
  private readonly startTask: StartTask;
  /**
   * True on workerd, which drops the tasks of a request that has ended, and cancels a request that
   * only waits for a task of another one. Each run then has its own tasks.
   */
  private readonly ownTasks: boolean;

  constructor(host: HostNames) {
    this.startTask = taskStarter(host);
    this.ownTasks = host.navigator?.userAgent === "Cloudflare-Workers";
  }

  /** The time in milliseconds that runs may still compute in this task. */
  get room(): number {
    return roomOfTask - this.spentMs;
  }

  /** Calls `resume` in a task of its own, unless it leaves before. */
  enter(resume: () => void, isFresh: boolean): void {
    (isFresh ? this.fresh : this.older).add(resume);
    const { ownTasks, startTask } = this;
    if (!ownTasks) this.schedule();
    else
      startTask(() => {
        if (this.leave(resume)) resume();
      });
  }

  /** Returns true if `resume` had to be called. */
  leave(resume: () => void): boolean {
    return this.fresh.delete(resume) || this.older.delete(resume);
  }

  /** Notes that some run has computed for this time. */
  spend(milliseconds: number): void {
    if (this.ownTasks) return;
    this.spentMs += milliseconds;
    if (this.spentMs >= roomOfTask) this.schedule();
  }

  private schedule(): void {
    if (this.isBusy) return;
    this.isBusy = true;
    const { startTask } = this;
    startTask(this.serve);
  }

  private readonly serve = (): void => {
    this.isBusy = false;
    this.spentMs = 0;
    const { fresh, older } = this;
    const isFresh = older.size === 0 || (fresh.size > 0 && this.freshTurns < freshInARow);
    this.freshTurns = isFresh ? this.freshTurns + 1 : 0;
    for (const resume of isFresh ? fresh : older) {
      this.leave(resume);
      if (fresh.size + older.size > 0) this.schedule();
      resume();
      return;
    }
  };
}

/** Takes the host's functions now, so that a test that replaces the timers doesn't stop runs. */
export const turnQueue: TurnQueue = /* @__PURE__ */ new TurnQueue(globalThis);
