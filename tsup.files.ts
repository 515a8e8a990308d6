// Which files a build makes. A host takes longer to find and open a file than to read most of them,
// and a bundler by itself makes one of every few modules that the same entries share: two dozen for
// the evaluator's first answer.

import { dirname, join, normalize } from "node:path";
import type { Options } from "tsup";
import { readSource } from "./tsup.readable.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** The sources of each file, by its name: several where subpaths of a package are one file. */
export type Entries = Readonly<Record<string, readonly string[]>>;

/** A file of several sources has all that they export. */
export function gathersSources(entries: Entries): Plugin {
  const gathered = new Map(
    Object.values(entries).flatMap((sources) =>
      sources.length > 1 ? [[sources[0] ?? "", sources] as const] : [],
    ),
  );
  return {
    name: "gathers-sources",
    setup: (build) => {
      build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
        kind === "entry-point" && gathered.has(normalize(path))
          ? { path: normalize(path), namespace: "gathered" }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "gathered" }, ({ path }) => ({
        contents: (gathered.get(path) ?? [])
          .map((source) => `export * from ${JSON.stringify(join(process.cwd(), source))};`)
          .join("\n"),
        resolveDir: process.cwd(),
      }));
    },
  };
}

/**
 * What a file has of another one's source is imported from that file, so that neither needs a
 * third.
 */
export function entriesImportEntries(entries: Entries): Plugin {
  const fileOf = new Map(
    Object.entries(entries).flatMap(([name, sources]) =>
      sources.map((source) => [join(process.cwd(), source), `./${name}.js`] as const),
    ),
  );
  // A module belongs to the file of the source that stands in its folder, or nearest above it.
  const ownFile = (module: string): string | undefined => {
    const above = [...fileOf].filter(([source]) => module.startsWith(`${dirname(source)}/`));
    return above.sort(([left], [right]) => right.length - left.length)[0]?.[1];
  };
  return {
    name: "entries-import-entries",
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer, kind }) => {
        const file = kind === "import-statement" ? fileOf.get(join(resolveDir, path)) : undefined;
        return file === undefined || file === ownFile(importer)
          ? undefined
          : { path: file, external: true, sideEffects: false };
      });
    },
  };
}

/**
 * Says of a module, by its path from the package, which others are loaded by then. A bundler that
 * knows this puts all of them into one file, whichever of them who uses.
 */
export function loadedBefore(order: Readonly<Record<string, readonly string[]>>): Plugin {
  const earlierOf = new Map(
    Object.entries(order).map(([later, earlier]) => [
      join(process.cwd(), later),
      earlier.map((module) => join(process.cwd(), module)),
    ]),
  );
  const earlier = new Set([...earlierOf.values()].flat());
  return {
    name: "loaded-before",
    setup: (build) => {
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
        const module = join(path.startsWith(".") ? resolveDir : "/", path);
        // As if it had an effect: otherwise an import that uses nothing of it is left out.
        return earlier.has(module) ? { path: module, sideEffects: true } : undefined;
      });
      build.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) => {
        const modules = earlierOf.get(path);
        if (modules === undefined) return undefined;
        return {
          contents: [
            readSource(path),
            ...modules.map((module) => `import ${JSON.stringify(module)};`),
          ].join("\n"),
          loader: "ts",
          resolveDir: dirname(path),
        };
      });
    },
  };
}
