// Loads a bundle of our sources instead of the sources, in a process that a test starts with
// `bundledCommand` of `vitest.bundles.ts`. Workers of the process do the same.

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

/**
 * @typedef {{
 *   entries: Readonly<Record<string, string>>;
 *   sources: readonly string[];
 * }} Bundle
 */

const bundle = new URL(import.meta.url).searchParams.get("bundle") ?? "";
const { entries, sources } = /** @type {Bundle} */ (JSON.parse(readFileSync(bundle, "utf8")));
const bundled = new Map(Object.entries(entries));
const inside = new Set(sources);
const mark = "?from=";

registerHooks({
  resolve(name, context, next) {
    const at = name.indexOf(mark);
    const found =
      at === -1
        ? next(name, context)
        : next(name.slice(0, at), { ...context, parentURL: name.slice(at + mark.length) });
    const url = bundled.get(found.url);
    if (url !== undefined) return { ...found, url, format: "module" };
    // A second copy would have its own classes and state.
    if (inside.has(found.url))
      throw new Error(`${found.url} is in the bundle: list it in vitest.bundles.ts`);
    return found;
  },
});
