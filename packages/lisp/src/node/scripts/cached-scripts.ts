// Scripts whose compiled code is kept between processes. The first process compiles them and tries
// them out, so that what the first programs call is kept too; later ones only read it.

import { writeCode, type CodeCache } from "../code-cache/code-cache.ts";
import { ScriptModules, compiled, type ModuleTable } from "./script-modules.ts";
import { keyOf, readScript } from "./script-text.ts";

export interface CachedScripts {
  readonly modules: ScriptModules;
  readonly isCached: boolean;
  /** Keeps the compiled code, if it is not kept yet: to be called when it has been tried out. */
  readonly keep: () => void;
}

export interface ScriptLocation {
  /** Where the scripts are. */
  readonly folder: string;
  /** The file of the first module. */
  readonly first: string;
  readonly cache: CodeCache;
  /** What modules ask for that stands in no script. */
  readonly outside?: (name: string) => unknown;
}

/**
 * The scripts of a folder. Nothing where compiled code is neither there nor can be kept: then the
 * modules of the package are as fast.
 *
 * @throws where a script cannot be read
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
    cached?.keep();
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

/** `isNeeded`: it is compiled also where that cannot be kept. */
function cachedScript(
  folder: string,
  name: string,
  cache: CodeCache,
  isNeeded = false,
): CachedScript | undefined {
  const { path, text, version } = readScript(folder, name);
  const key = keyOf([version], nodeOptions());
  const code = cache.read(key);
  if (code !== undefined) {
    const { isRejected, value } = compiled(path, text, code);
    if (!isRejected) return { table: value as ModuleTable, isCached: true, keep: () => undefined };
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

/** Options of Node may change what it compiles; the text of a program among them is none. */
function nodeOptions(): readonly string[] {
  const { NODE_OPTIONS: given = "" } = process.env;
  const words = given === "" ? process.execArgv : [...process.execArgv, ...given.split(" ")];
  return words.filter((word) => /^--[\w-]+(?:=\S{0,80})?$/.test(word));
}
