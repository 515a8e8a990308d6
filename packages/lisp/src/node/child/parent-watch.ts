// Ends a process that has outlived its pool. While it waits for work, the pipe that closes ends it.
// While it computes it reads no messages, so a thread beside it looks from time to time whether its
// parent is still the same. (Windows keeps the id of the old parent: there a program that computes
// when the pool dies goes on to its time limit.)

import { Worker } from "node:worker_threads";

const intervalMs = 250;

/**
 * The thread runs as a script of its own, so that it loads nothing. It is told who the parent was:
 * it may start late, on a busy machine, when another process has the place of the parent already.
 */
function watch(parent: number): string {
  return `
    setInterval(() => {
      if (process.ppid !== ${String(parent)}) process.kill(process.pid, "SIGKILL");
    }, ${String(intervalMs)});
  `;
}

export function watchParent(): void {
  new Worker(watch(process.ppid), {
    eval: true,
    env: {},
    stdout: false,
    stderr: false,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
}
