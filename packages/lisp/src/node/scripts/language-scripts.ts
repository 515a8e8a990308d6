// Loads the language from its scripts.

import { CodeCache } from "../code-cache/code-cache.ts";
import type { Environment } from "../code-cache/own-folder.ts";
import { cachedScripts } from "./cached-scripts.ts";
import type { modules } from "./language.ts";
import { warmUp } from "./warm-up.ts";

export type LanguageModules = typeof modules;

/** Returns undefined if compiled code neither exists nor can be cached, for any reason. */
export async function languageOfScripts(
  folder: string,
  environment: Environment,
): Promise<LanguageModules | undefined> {
  try {
    const cache = CodeCache.of(environment);
    if (cache === undefined) return undefined;
    const scripts = cachedScripts({ folder, first: "language.js", cache });
    if (scripts === undefined) return undefined;
    const { modules } = scripts.modules.require("./language.js") as { modules: LanguageModules };
    if (!scripts.isCached) await warmUp(modules);
    scripts.keep();
    return modules;
  } catch {
    return undefined;
  }
}
