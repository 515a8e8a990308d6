// Loads chunks of builtins into the library. A bundler makes a file of each chunk, and further
// files of what chunks share.

import type { BuiltinChunk } from "./builtin-chunk.ts";
import { builtinLibrary } from "./builtin-library.ts";
import type { ChunkName } from "./builtin-names.ts";

const chunks: Readonly<Record<Exclude<ChunkName, "basic">, () => Promise<BuiltinChunk>>> = {
  common: async () => (await import("./chunk-common.ts")).commonChunk,
  text: async () => (await import("./chunk-text.ts")).textChunk,
  java: async () => (await import("./chunk-java.ts")).javaChunk,
  mathematics: async () => (await import("./chunk-mathematics.ts")).mathematicsChunk,
  further: async () => (await import("./chunk-further.ts")).furtherChunk,
  discovery: async () => (await import("./chunk-discovery.ts")).discoveryChunk,
};

const allChunks = Object.keys(chunks) as (keyof typeof chunks)[];

/**
 * Loads the chunks that are not there yet. A program that asks about the language gets all of them,
 * because it may ask about any name.
 */
export async function loadBuiltins(wanted: ReadonlySet<ChunkName>): Promise<void> {
  if (wanted.has("discovery")) return loadAllBuiltins();
  await Promise.all(Array.from(wanted, load));
}

/** Loads every chunk, for functions that are read from memory: they may use any builtin. */
export async function loadAllBuiltins(): Promise<void> {
  await Promise.all(allChunks.map(load));
}

/** Whether there is nothing left to load. */
export function hasAllBuiltins(): boolean {
  return allChunks.every((chunk) => builtinLibrary.isLoaded(chunk));
}

async function load(name: ChunkName): Promise<void> {
  if (name === "basic" || builtinLibrary.isLoaded(name)) return;
  const loaded = await chunks[name]();
  for (let chunk: BuiltinChunk | undefined = loaded; chunk !== undefined; chunk = chunk.base)
    builtinLibrary.add(chunk);
}
