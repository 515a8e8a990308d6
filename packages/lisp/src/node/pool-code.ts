// Passes compiled code to the processes of a pool. The pool opens the file and passes only its
// descriptor, so a process can't name or replace another file. If there is no such file, the first
// process writes it, before it receives a program.

import { closeSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CodeCache } from "./code-cache/code-cache.ts";
import type { Environment } from "./code-cache/own-folder.ts";
import { versionOfAll } from "./scripts/all-scripts.ts";
import { keyOf } from "./scripts/script-text.ts";

/** The compiled code for a new process. */
export interface HandedCode {
  readonly descriptor: number;
  /** Command-line arguments for the process. */
  readonly words: readonly string[];
  /** Call this when the process has started, or failed to start. */
  started(): void;
  /** Call this when the process is ready, before sending anything. */
  ready(isCodeRejected: boolean): void;
  /** Call this when the process is gone. `isCrash` is true if the code may be the cause. */
  gone(isCrash: boolean): void;
}

export class PoolCode {
  private readonly cache: CodeCache | undefined;
  private readonly folder: string;
  private isWritten = false;

  constructor(environment: Environment, folder: string | undefined = builtScripts()) {
    // Without the scripts, the processes start without compiled code.
    this.cache = folder === undefined ? undefined : CodeCache.of(environment);
    this.folder = folder ?? "";
  }

  /** Opens the code for a process. `command` is its Node binary with options. */
  handOver(command: readonly [node: string, ...options: string[]]): HandedCode | undefined {
    const { cache } = this;
    if (cache === undefined) return undefined;
    try {
      const key = keyOf([versionOfAll(this.folder), ageOf(command[0])], command);
      const descriptor = cache.open(key);
      return descriptor === undefined
        ? this.toWrite(cache, key)
        : {
            descriptor,
            words: ["read", key],
            started: () => closeSync(descriptor),
            ready: (isCodeRejected) => {
              if (isCodeRejected) cache.forget(key);
            },
            gone: (isCrash) => {
              if (isCrash) cache.forget(key);
            },
          };
    } catch {
      return undefined;
    }
  }

  /**
   * Lets one process of the pool write the file; processes that start meanwhile run without
   * compiled code.
   */
  private toWrite(cache: CodeCache, key: string): HandedCode | undefined {
    const draft = this.isWritten ? undefined : cache.draft(key);
    if (draft === undefined) return undefined;
    this.isWritten = true;
    let isOpen = true;
    return {
      descriptor: draft.descriptor,
      words: ["write", key],
      started: () => undefined,
      ready: () => {
        isOpen = false;
        draft.complete();
      },
      gone: () => {
        if (isOpen) draft.drop();
      },
    };
  }
}

function ageOf(node: string): string {
  const { size, mtimeMs } = statSync(node);
  return `${String(size)} ${String(mtimeMs)}`;
}

/** Undefined in a bundle in the format CommonJS, which doesn't know its location. */
function builtScripts(): string | undefined {
  const location = import.meta.url as string | undefined;
  return location === undefined ? undefined : join(dirname(fileURLToPath(location)), "scripts");
}
