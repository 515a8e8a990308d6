// Ends a process that has outlived its pool. While it waits for work, the pipe that closes ends it.
// While it computes it reads no messages, so a thread beside it looks from time to time whether its
// parent is still the same. (Windows keeps the id of the old parent: there a program that computes
// when the pool dies goes on to its time limit.)

import { Worker } from "node:worker_threads";

const intervalMs = 250;

/** The thread runs as a script of its own, so that it loads nothing. */
const watch = `
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  }, ${String(intervalMs)});
`;

export function watchParent(): void {
  new Worker(watch, {
    eval: true,
    env: {},
    stdout: false,
    stderr: false,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
}
