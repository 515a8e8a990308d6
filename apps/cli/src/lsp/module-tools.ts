// Lists the tools of a module. A thread imports it, so that code of the module can't end the
// server, write to its output or block it, and an edited module is read again.

import { Worker } from "node:worker_threads";

/** A tool as far as it is known without a run. */
export interface KnownTool {
  /** The name in programs after `tool/`; in a module, its export. */
  readonly name: string;
  readonly description?: string;
  readonly signature?: string;
}

export type ModuleTools = readonly KnownTool[];

/** The message of the thread. */
export type ModuleToolsAnswer = { readonly tools: ModuleTools } | { readonly problem: string };

const longestImport = 10_000;
const heapMegabytes = 256;

/**
 * Imports the module at an absolute path in a thread, and returns its tools.
 * @throws Error if it can't be imported within 10 seconds
 */
export async function listModuleTools(worker: URL, path: string): Promise<ModuleTools> {
  const thread = new Worker(worker, {
    workerData: path,
    stdin: true,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  thread.stdout.resume();
  thread.stderr.resume();
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${path} wasn't imported within 10 seconds`));
      }, longestImport);
      const fail = (problem: string): void => {
        clearTimeout(timer);
        reject(new Error(`${path} can't be imported: ${problem}`));
      };
      thread.once("message", (answer: ModuleToolsAnswer) => {
        if ("problem" in answer) {
          fail(answer.problem);
          return;
        }
        clearTimeout(timer);
        resolve(answer.tools);
      });
      thread.on("error", (error: unknown) => {
        fail(error instanceof Error ? error.message : String(error));
      });
      thread.once("exit", () => {
        fail("its thread ended");
      });
    });
  } finally {
    await thread.terminate();
  }
}
