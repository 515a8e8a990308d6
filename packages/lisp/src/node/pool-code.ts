// Compiled code for the processes of a pool. The pool opens the file, and a process is given no
// more than that: it can neither name another nor put one in its place. The first process that
// finds none writes it, before it has seen a program.

import { closeSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CodeCache } from "./code-cache/code-cache.ts";
import type { Environment } from "./code-cache/own-folder.ts";
import { versionOfAll } from "./scripts/all-scripts.ts";
import { keyOf } from "./scripts/script-text.ts";

/** What a process that starts is given. */
export interface HandedCode {
  readonly descriptor: number;
  /** What it is told of it, on its command line. */
  readonly words: readonly string[];
  /** To be called when the process has started, or could not. */
  started(): void;
  /** To be called when the process is ready, before it is sent anything. */
  ready(isCodeRejected: boolean): void;
  /** To be called when it is gone. */
  gone(): void;
}

export class PoolCode {
  private readonly cache: CodeCache | undefined;
  private readonly folder: string;
  private isWritten = false;

  constructor(environment: Environment, folder: string = builtScripts()) {
    this.cache = CodeCache.of(environment);
    this.folder = folder;
  }

  /** `command`: the Node of the process, and its options. */
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
            gone: () => undefined,
          };
    } catch {
      return undefined;
    }
  }

  /** One process of the pool writes; those that start meanwhile do without. */
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

function builtScripts(): string {
  return fileURLToPath(new URL("./scripts", import.meta.url));
}
