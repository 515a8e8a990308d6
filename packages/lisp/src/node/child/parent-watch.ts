// Ends a process that outlives its pool. While the process waits for work, it ends when its pipe
// closes. While it computes, it reads no messages, so a thread checks regularly whether its parent
// is still the same. Windows keeps the id of the old parent. There, a program that computes when
// the pool dies continues until its time limit.

import { Worker } from "node:worker_threads";

const intervalMs = 250;

/**
 * Returns the script of the thread, which loads nothing else. It gets the parent's id from
 * outside: on a busy machine it may start late, when the parent has already changed.
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
