// Decides which files a build makes. A host takes longer to find and open a file than to read most
// of them. By default, a bundler makes a file for every few modules that the same entries share:
// two dozen for the evaluator's first result.

import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Options } from "tsup";
import { readSource } from "./tsup.readable.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** The sources of each file, by its name: several if subpaths of a package share one file. */
export type Entries = Readonly<Record<string, readonly string[]>>;

/** Makes a file of several sources export everything that they export. */
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

/** Makes a file import another file's source from that file, so that neither needs a third. */
export function entriesImportEntries(entries: Entries): Plugin {
  const fileOf = new Map(
    Object.entries(entries).flatMap(([name, sources]) =>
      sources.map((source) => [join(process.cwd(), source), `./${name}.js`] as const),
    ),
  );
  // A module belongs to the file of the source in its folder, or in the nearest folder above it.
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

/** What `importsFilesByOneName` reads of a package.json. */
export interface FilesBySubpath {
  readonly exports?: Readonly<Record<string, { readonly default?: string } | string>>;
}

/**
 * Makes every import of the same file of another package use one name. A host resolves each name of
 * each importing file separately, which takes it a quarter of a millisecond. Names in `inlined` are
 * bundled instead. The packages are found in the folder `installed`. Published code relies on the
 * files of its dependencies, so moving a subpath to another file needs a minor release.
 */
export function importsFilesByOneName(
  inlined: readonly string[],
  installed = "node_modules",
): Plugin {
  const manifests = new Map<string, FilesBySubpath>();
  const manifestOf = (name: string): FilesBySubpath => {
    const known = manifests.get(name);
    if (known !== undefined) return known;
    const file = join(process.cwd(), installed, name, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8")) as FilesBySubpath;
    manifests.set(name, manifest);
    return manifest;
  };
  return {
    name: "imports-files-by-one-name",
    setup: (build) => {
      build.onResolve({ filter: ownPackages }, ({ path }) => {
        if (inlined.includes(path)) return undefined;
        const name = path.split("/", 2).join("/");
        const subpath = sharedSubpath(manifestOf(name), `.${path.slice(name.length)}`);
        return { path: name + subpath.slice(1), external: true, sideEffects: false };
      });
    },
  };
}

/** The packages of this repository, in import specifiers. */
export const ownPackages = /^@ptc\//;

/** Returns the first subpath with the same file as `subpath`. */
export function sharedSubpath({ exports = {} }: FilesBySubpath, subpath: string): string {
  const fileOf = (key: string): string | undefined => {
    const target = exports[key];
    return typeof target === "object" ? target.default : target;
  };
  const file = fileOf(subpath);
  if (file === undefined) return subpath;
  return Object.keys(exports).find((key) => fileOf(key) === file) ?? subpath;
}

/**
 * Declares which modules are loaded before a given module, by paths from the package. A bundler
 * that knows this puts them all into one file, whichever module imports them.
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
        // Declares a side effect: otherwise an import without used names is dropped.
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
