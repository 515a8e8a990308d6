// Reads the files of vectors in this package: one per family, ../../vectors/<family>.repl.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseVectors, VectorFileError } from "./parse-vectors.ts";
import type { Vector } from "./vector.ts";

export const vectorFolder = join(import.meta.dirname, "../../vectors");

export interface VectorFile {
  readonly family: string;
  readonly vectors: readonly Vector[];
}

/**
 * Reads every file, sorted by name. Ids are unique across files.
 * @throws VectorFileError
 */
export function readVectorFiles(): readonly VectorFile[] {
  const names = readdirSync(vectorFolder)
    .filter((name) => name.endsWith(".repl"))
    .sort();
  const files = names.map((name) => ({
    family: name.slice(0, -".repl".length),
    vectors: parseVectors(readFileSync(join(vectorFolder, name), "utf8"), name),
  }));
  const places = new Map<string, string>();
  for (const { id, place } of files.flatMap(({ vectors }) => vectors)) {
    const earlier = places.get(id);
    if (earlier !== undefined)
      throw new VectorFileError(`${place}: the id ${id} stands at ${earlier} already`);
    places.set(id, place);
  }
  return files;
}
