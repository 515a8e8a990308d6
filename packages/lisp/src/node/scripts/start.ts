// What `dist/start.cjs` is made of, for the command line: the language from its scripts, and with
// it the scripts of another package, which know it by the names of the packages. It is CommonJS,
// because a host is ready for that first.

import { CodeCache } from "../code-cache/code-cache.ts";
import { cachedScripts } from "./cached-scripts.ts";
import { languageOfScripts } from "./language-scripts.ts";

/** What the first module of another package exports. */
interface Tried {
  /** Does what is to be kept compiled. */
  warmUp(): Promise<void>;
}

/**
 * The first module of the scripts in a folder. Nothing where there is no compiled code and none can
 * be kept.
 */
export async function withLanguage<Module extends Tried>(
  folder: string,
  first: string,
): Promise<Module | undefined> {
  const language = await languageOfScripts(`${__dirname}/scripts`, process.env);
  const cache = CodeCache.of(process.env);
  if (language === undefined || cache === undefined) return undefined;
  const known = new Map<string, unknown>(Object.entries(language));
  const outside = (name: string): unknown =>
    name.startsWith("./") ? undefined : (known.get(name) ?? process.getBuiltinModule(name));
  const scripts = cachedScripts({ folder, first, cache, outside });
  if (scripts === undefined) return undefined;
  const module = scripts.modules.require(`./${first}`) as Module;
  if (!scripts.isCached) {
    await module.warmUp();
    scripts.keep();
  }
  return module;
}
