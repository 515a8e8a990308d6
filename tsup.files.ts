// Which files a build makes. A host takes longer to find and open a file than to read most of them, and a bundler by itself
// makes one of every few modules that the same entries share: two dozen for the evaluator's first answer.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** What one entry imports from another is imported from its file, so that neither needs a third. `entries`: name -> source. */
export function entriesImportEntries(entries: Readonly<Record<string, string>>): Plugin {
  const fileOf = new Map(Object.entries(entries).map(([name, source]) => [join(process.cwd(), source), `./${name}.js`]));
  return {
    name: "entries-import-entries",
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
        const file = kind === "import-statement" ? fileOf.get(join(resolveDir, path)) : undefined;
        return file === undefined ? undefined : { path: file, external: true, sideEffects: false };
      });
    },
  };
}

/**
 * Says of a module, by its path from the package, which others are loaded by then. A bundler that knows this puts all of
 * them into one file, whichever of them who uses.
 */
export function loadedBefore(order: Readonly<Record<string, readonly string[]>>): Plugin {
  const earlierOf = new Map(Object.entries(order).map(([later, earlier]) => [join(process.cwd(), later), earlier.map((module) => join(process.cwd(), module))]));
  const earlier = new Set([...earlierOf.values()].flat());
  return {
    name: "loaded-before",
    setup: (build) => {
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
        const module = join(path.startsWith(".") ? resolveDir : "/", path);
        // As if it had an effect: otherwise an import that uses nothing of it is left out.
        return earlier.has(module) ? { path: module, sideEffects: true } : undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const modules = earlierOf.get(path);
        if (modules === undefined) return undefined;
        return { contents: [readFileSync(path, "utf8"), ...modules.map((module) => `import ${JSON.stringify(module)};`)].join("\n"), loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}
