// An invocation from the parent's view: its answer, and how to kill it.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";

const pollMs = 10;

export interface ChildProcess {
  /** The printed answer after the process has exited; undefined if it was killed. */
  readonly answer: Promise<unknown>;
  /** Kills the process with SIGKILL once `condition` is true; resolves like `answer`. */
  readonly killWhen: (condition: () => boolean) => Promise<unknown>;
}

/** Starts src/invocation.ts with `args`. */
export function startInvocation(args: readonly string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, "invocation.ts"), ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const answer = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve(undefined);
      else if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`the invocation ended with ${String(code ?? signal)}: ${output}`));
    });
  });
  return {
    answer,
    killWhen: async (condition) => {
      while (!condition() && child.exitCode === null && child.signalCode === null)
        await rest(pollMs);
      child.kill("SIGKILL");
      return await answer;
    },
  };
}
