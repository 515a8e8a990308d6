// The source of `dist/start.cjs`, for the command line. Loads the language from its scripts, and
// the scripts of another package, which imports the language by package name. It is CommonJS,
// because hosts start that sooner.

import { CodeCache } from "../code-cache/code-cache.ts";
import { cachedScripts } from "./cached-scripts.ts";
import { languageOfScripts } from "./language-scripts.ts";

/** The exports of the other package's first module. */
interface Tried {
  /** Runs the code whose compiled form is cached. */
  warmUp(): Promise<void>;
}

/**
 * Returns the first module of the scripts in a folder, or undefined if compiled code neither
 * exists nor can be cached.
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
  if (!scripts.isCached) await module.warmUp();
  scripts.keep();
  return module;
}
