// Loads chunks of builtins into their library. A bundler makes a file of each chunk, and more files
// of the code that chunks share.

import type { BuiltinChunk } from "../builtins/library/builtin-chunk.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import { describedLanguage } from "../builtins/library/described-language.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";

const chunks: Readonly<Record<Exclude<ChunkName, "basic">, () => Promise<BuiltinChunk>>> = {
  common: async () => (await import("../builtins/library/chunk-common.ts")).commonChunk,
  text: async () => (await import("../builtins/library/chunk-text.ts")).textChunk,
  java: async () => (await import("../builtins/library/chunk-java.ts")).javaChunk,
  mathematics: async () =>
    (await import("../builtins/library/chunk-mathematics.ts")).mathematicsChunk,
  extra: async () => (await import("../builtins/library/chunk-extra.ts")).extraChunk,
  discovery: async () =>
    (await import("../builtins/library/chunk-discovery.ts")).discoveryChunk(describedLanguage),
};

const allChunks = Object.keys(chunks) as (keyof typeof chunks)[];

export class LazyBuiltins {
  private readonly library: BuiltinLibrary;

  constructor(library: BuiltinLibrary) {
    this.library = library;
  }

  /**
   * Loads the wanted chunks that are missing. Without `wanted` it loads all, and also for a program
   * that uses `discovery`, because it can ask about any name.
   */
  async load(wanted?: ReadonlySet<string>): Promise<void> {
    const names =
      wanted?.has("discovery") === false ? allChunks.filter((name) => wanted.has(name)) : allChunks;
    await Promise.all(names.map((name) => this.loadChunk(name)));
  }

  /** True if every chunk is loaded. */
  get hasAll(): boolean {
    return allChunks.every((chunk) => this.library.isLoaded(chunk));
  }

  private async loadChunk(name: keyof typeof chunks): Promise<void> {
    if (this.library.isLoaded(name)) return;
    const loaded = await chunks[name]();
    for (let chunk: BuiltinChunk | undefined = loaded; chunk !== undefined; chunk = chunk.base)
      this.library.add(chunk);
  }
}
