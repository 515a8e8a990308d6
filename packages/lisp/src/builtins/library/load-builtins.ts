// Loads chunks of builtins into the library. A bundler makes a file of each; what they share it
// puts in others.

import type { BuiltinChunk } from "./builtin-chunk.ts";
import { builtinLibrary } from "./builtin-library.ts";
import type { ChunkName } from "./builtin-names.ts";

const chunks: Readonly<Record<Exclude<ChunkName, "basic">, () => Promise<BuiltinChunk>>> = {
  common: async () => (await import("./chunk-common.ts")).commonChunk,
  text: async () => (await import("./chunk-text.ts")).textChunk,
  mathematics: async () => (await import("./chunk-mathematics.ts")).mathematicsChunk,
  further: async () => (await import("./chunk-further.ts")).furtherChunk,
  discovery: async () => (await import("./chunk-discovery.ts")).discoveryChunk,
};

const allChunks = Object.keys(chunks) as (keyof typeof chunks)[];

/** Loads what is not there yet. Who asks about the language is told of all of it. */
export async function loadBuiltins(wanted: ReadonlySet<ChunkName>): Promise<void> {
  if (wanted.has("discovery")) return loadAllBuiltins();
  await Promise.all(Array.from(wanted, load));
}

/** For functions that were written down: they may use any builtin. */
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
