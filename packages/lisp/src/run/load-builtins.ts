// Loads chunks of builtins into the library. A bundler makes a file of each; what two of them share it puts in a third.

import { builtinLibrary } from "../builtins/builtin-library.ts";
import type { ChunkName } from "../builtins/builtin-names.ts";
import type { BuiltinTable } from "../builtins/make-builtins.ts";

const chunks: Readonly<Record<ChunkName, () => Promise<BuiltinTable>>> = {
  common: async () => (await import("../builtins/chunk-common.ts")).commonBuiltins(),
  text: async () => (await import("../builtins/chunk-text.ts")).textBuiltins(),
  further: async () => (await import("../builtins/chunk-further.ts")).furtherBuiltins(),
  discovery: async () => (await import("../builtins/chunk-discovery.ts")).discoveryBuiltins(),
};

const allChunks = Object.keys(chunks) as ChunkName[];

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

async function load(chunk: ChunkName): Promise<void> {
  if (builtinLibrary.isLoaded(chunk)) return;
  builtinLibrary.add(chunk, await chunks[chunk]());
}
