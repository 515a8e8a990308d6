// Knows every builtin name and the loaded builtins. One chunk of families is present from the
// start; the others load when a program first uses one of their names. All names are known from the
// start, except most names of Java's classes. Their chunk loads if a program has a name that may be
// one, and before an error suggests existing names. So suggestions and errors never depend on what
// loaded for other programs.
//
// A process has one library, the only state that outlives a run. It keeps the modules that
// `import()` caches anyway, readable without waiting. A program can detect which chunks earlier
// programs loaded only by the loading time.

import type { Builtin } from "../builtin.ts";
import { resolveNamespace } from "../namespaces.ts";
import type { BuiltinChunk } from "./builtin-chunk.ts";
import { builtinNames, type ChunkName } from "./builtin-names.ts";
import { basicChunk } from "./chunk-basic.ts";
import { isJavaName } from "./java-names.ts";

export class BuiltinLibrary {
  private readonly loaded = new Map<string, Builtin>();
  private readonly chunks = new Set<ChunkName>();
  private chunkOfName: Map<string, ChunkName> | undefined;
  private membersOf: Map<string, readonly string[]> | undefined;

  constructor() {
    this.add(basicChunk);
  }

  /** Returns the builtin that `name` means, if it is loaded. */
  find(name: string): Builtin | undefined {
    const direct = this.loaded.get(name);
    if (direct !== undefined) return direct;
    const full = this.fullName(name);
    return full === undefined ? undefined : this.loaded.get(full);
  }

  /** True if `name` means a builtin, loaded or not. */
  has(name: string): boolean {
    return this.fullName(name) !== undefined;
  }

  /** Returns the chunk to load for `name`, or `undefined` if none is needed. */
  missingFor(name: string): ChunkName | undefined {
    const full = this.fullName(name);
    const listed = full === undefined ? undefined : this.chunkByName().get(full);
    const chunk = listed ?? (isJavaName(name) ? "java" : undefined);
    return chunk === undefined || this.chunks.has(chunk) ? undefined : chunk;
  }

  /** Returns every spelling of every builtin, in the order of the reference. */
  names(): Iterable<string> {
    return this.chunkByName().keys();
  }

  /** Returns the members of a namespace, without its prefix. */
  members(namespace: string): readonly string[] {
    if (this.membersOf === undefined) {
      // Cache the list, because a program may ask for missing members ten thousand times.
      this.membersOf = new Map<string, string[]>();
      for (const name of this.names()) {
        const [space = "", member] = name.split("/");
        if (member) this.membersOf.set(space, [...(this.membersOf.get(space) ?? []), member]);
      }
    }
    return this.membersOf.get(namespace) ?? [];
  }

  /** Returns each loaded builtin once, in the order of the reference. */
  all(): Iterable<Builtin> {
    return new Set([...this.names()].flatMap((name) => this.loaded.get(name) ?? []));
  }

  isLoaded(chunk: ChunkName): boolean {
    return this.chunks.has(chunk);
  }

  /**
   * Adds the builtins of a chunk. Skips a chunk that is already present, because programs refer to
   * its builtins.
   */
  add(chunk: BuiltinChunk): void {
    if (this.chunks.has(chunk.name)) return;
    for (const [name, builtin] of chunk.makeBuiltins()) this.loaded.set(name, builtin);
    this.chunks.add(chunk.name);
    if (chunk.name === "java") this.list(chunk);
  }

  /** Adds the names of a chunk that weren't known from the start. */
  private list(chunk: BuiltinChunk): void {
    const names = this.chunkByName();
    for (const { rows } of chunk.families)
      for (const row of rows)
        for (const name of row.names) if (!names.has(name)) names.set(name, chunk.name);
    this.membersOf = undefined;
  }

  /**
   * Returns the name in the tables: as written, with its namespace resolved, or without
   * `clojure.core/`.
   */
  private fullName(name: string): string | undefined {
    const chunks = this.chunkByName();
    const slash = name.indexOf("/");
    if (chunks.has(name)) return name;
    if (slash <= 0) return undefined;
    const namespace = resolveNamespace(name.slice(0, slash));
    const member = name.slice(slash + 1);
    const isOfCore = namespace === "clojure.core" && (member === "/" || !member.includes("/"));
    const full = isOfCore ? member : `${namespace}/${member}`;
    return chunks.has(full) ? full : undefined;
  }

  private chunkByName(): Map<string, ChunkName> {
    return (this.chunkOfName ??= chunkByName());
  }
}

/** The first program of a process waits for this, so it only makes the map. */
function chunkByName(): Map<string, ChunkName> {
  const chunks = new Map<string, ChunkName>();
  for (const chunk of Object.keys(builtinNames) as ChunkName[]) {
    for (const name of listedNames(chunk)) chunks.set(name, chunk);
  }
  return chunks;
}

/** The names of a chunk that are known from the start; see `builtinNames`. */
export function listedNames(chunk: ChunkName): readonly string[] {
  let previous = "";
  return builtinNames[chunk]
    .split(" ")
    .map((name) =>
      name === "."
        ? `java.lang.${previous}`
        : name[0] === "/" && name !== "/"
          ? `clojure.${name.slice(1)}/${previous}`
          : (previous = name),
    );
}

/** The library of this process. */
export const builtinLibrary: BuiltinLibrary = /* @__PURE__ */ new BuiltinLibrary();
