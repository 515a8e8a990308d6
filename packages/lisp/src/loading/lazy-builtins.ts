// Loads chunks of builtins into their library. A bundler makes a file of each chunk, and more files
// of the code that chunks share.

import type { BuiltinChunk } from "../builtins/library/builtin-chunk.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";

const chunks: Readonly<Record<Exclude<ChunkName, "basic">, () => Promise<BuiltinChunk>>> = {
  common: async () => (await import("../builtins/library/chunk-common.ts")).commonChunk,
  text: async () => (await import("../builtins/library/chunk-text.ts")).textChunk,
  java: async () => (await import("../builtins/library/chunk-java.ts")).javaChunk,
  mathematics: async () =>
    (await import("../builtins/library/chunk-mathematics.ts")).mathematicsChunk,
  extra: async () => (await import("../builtins/library/chunk-extra.ts")).extraChunk,
  discovery: async () => (await import("../builtins/library/chunk-discovery.ts")).discoveryChunk,
};

const allChunks = Object.keys(chunks) as (keyof typeof chunks)[];

export class LazyBuiltins {
  private readonly library: BuiltinLibrary;

  constructor(library: BuiltinLibrary) {
    this.library = library;
  }

  /**
   * Loads the chunks that are missing. Programs that use `discovery` can ask about any name, so they
   * get all chunks.
   */
  async load(wanted: ReadonlySet<ChunkName>): Promise<void> {
    if (wanted.has("discovery")) return this.loadAll();
    await Promise.all(Array.from(wanted, (chunk) => this.loadChunk(chunk)));
  }

  /** Loads every chunk, for decoded functions: they may use any builtin. */
  async loadAll(): Promise<void> {
    await Promise.all(allChunks.map((chunk) => this.loadChunk(chunk)));
  }

  /** True when every chunk is loaded. */
  get hasAll(): boolean {
    return allChunks.every((chunk) => this.library.isLoaded(chunk));
  }

  private async loadChunk(name: ChunkName): Promise<void> {
    if (name === "basic" || this.library.isLoaded(name)) return;
    const loaded = await chunks[name]();
    for (let chunk: BuiltinChunk | undefined = loaded; chunk !== undefined; chunk = chunk.base)
      this.library.add(chunk);
  }
}
