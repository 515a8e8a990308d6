// Loads scripts with compiled code that is cached between processes. The first process compiles
// them and runs a warm-up, so that the code of a first program is cached too. Later processes only
// read the cache.

import { writeCode, type CodeCache } from "../code-cache/code-cache.ts";
import { ScriptModules, compiled, type ModuleTable } from "./script-modules.ts";
import { keyOf, readScript } from "./script-text.ts";

export interface CachedScripts {
  readonly modules: ScriptModules;
  readonly isCached: boolean;
  /**
   * Caches the compiled code if necessary. Call this after the warm-up, or when cached code has
   * started: otherwise the next process assumes that the code crashed this one.
   */
  readonly keep: () => void;
}

export interface ScriptLocation {
  /** The folder of the scripts. */
  readonly folder: string;
  /** The file of the first module. */
  readonly first: string;
  readonly cache: CodeCache;
  /** Resolves modules that no script contains. */
  readonly outside?: (name: string) => unknown;
}

/**
 * Loads the scripts of a folder. Returns undefined if compiled code neither exists nor can be
 * cached, because the modules of the package are as fast then.
 *
 * @throws if a script can't be read
 */
export function cachedScripts({
  folder,
  first,
  cache,
  outside = () => undefined,
}: ScriptLocation): CachedScripts | undefined {
  const start = cachedScript(folder, first, cache);
  if (start === undefined) return undefined;
  const modules = new ScriptModules(outside, (name) => {
    const cached = cachedScript(folder, name.slice("./".length), cache, true);
    // Cached code starts right after this.
    if (cached?.isCached === true) queueMicrotask(cached.keep);
    else cached?.keep();
    return cached?.table ?? {};
  });
  modules.add(start.table);
  return { modules, isCached: start.isCached, keep: start.keep };
}

interface CachedScript {
  readonly table: ModuleTable;
  readonly isCached: boolean;
  readonly keep: () => void;
}

/** Loads one script. With `isNeeded`, compiles it even if the code can't be cached. */
function cachedScript(
  folder: string,
  name: string,
  cache: CodeCache,
  isNeeded = false,
): CachedScript | undefined {
  const { path, text, version } = readScript(folder, name);
  const key = keyOf([version], nodeOptions());
  const stored = cache.read(key);
  if (stored !== undefined) {
    const { code, started } = stored;
    const { isRejected, value } = compiled(path, text, code);
    if (!isRejected) return { table: value as ModuleTable, isCached: true, keep: started };
    started();
  }
  const draft = cache.draft(key);
  if (draft === undefined && !isNeeded) return undefined;
  const { script, value } = compiled(path, text);
  const keep = (): void => {
    if (draft === undefined) return;
    if (writeCode(draft.descriptor, key, script.createCachedData())) draft.complete();
    else draft.drop();
  };
  return { table: value as ModuleTable, isCached: false, keep };
}

/** Returns Node options that may affect compilation. Excludes the text of a program. */
function nodeOptions(): readonly string[] {
  const { NODE_OPTIONS: given = "" } = process.env;
  const words = given === "" ? process.execArgv : [...process.execArgv, ...given.split(" ")];
  return words.filter((word) => /^--[\w-]+(?:=\S{0,80})?$/.test(word));
}
