// The build of every package: one entry per subpath of its package.json `exports` and `imports`, as
// ESM and types only. A package's tsup.config.ts names only its platform, so that entries are
// defined in one place.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Options } from "tsup";
import { keepsClassNames, lineLimit } from "./tsup.readable.ts";
import {
  entriesImportEntries,
  gathersSources,
  importsFilesByOneName,
  loadedBefore,
  ownPackages,
  type Entries,
} from "./tsup.files.ts";

/** `portable`: no Node built-ins and no Node types. `node`: Node 22 or newer. */
export type BuildPlatform = "portable" | "node";

interface ExportTarget {
  readonly "@ptc/source"?: string;
  readonly types?: string;
  readonly default?: string;
}

interface PackageManifest {
  readonly exports?: Readonly<Record<string, ExportTarget | string>>;
  /** Entries that only the package itself loads, such as the module of a thread. */
  readonly imports?: Readonly<Record<string, ExportTarget | string>>;
}

export interface BuildOptions {
  /** Modules that are loaded before others, by the later module: see `loadedBefore`. */
  readonly loadedBefore?: Readonly<Record<string, readonly string[]>>;
  /** False if each entry is a single file with a copy of shared code. */
  readonly splitting?: boolean;
  /** Dependencies to bundle into the files. */
  readonly inlined?: readonly string[];
  /** Plugins of this package, before those of all packages. */
  readonly plugins?: NonNullable<Options["esbuildPlugins"]>;
  /** Runs after all files are written. */
  readonly afterwards?: () => void | Promise<void>;
}

/** The same as in the type check. */
const libraries = { portable: ["ES2023", "WebWorker"], node: ["ES2023"] } as const;

/**
 * Returns the tsup configuration of the package in the current folder. tsup.files.ts decides which
 * files it makes.
 */
export function buildConfig(
  platform: BuildPlatform,
  {
    loadedBefore: order = {},
    splitting = true,
    inlined = [],
    plugins = [],
    afterwards = () => undefined,
  }: BuildOptions = {},
): ReturnType<typeof defineConfig> {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as PackageManifest;
  const entries = entriesOf(manifest);
  return defineConfig({
    entry: Object.fromEntries(Object.entries(entries).map(([name, [first = ""]]) => [name, first])),
    esbuildPlugins: [
      ...plugins,
      importsFilesByOneName(inlined),
      gathersSources(entries),
      loadedBefore(order),
      entriesImportEntries(entries),
      keepsClassNames(),
    ],
    // `importsFilesByOneName` decides which of our packages are bundled.
    noExternal: [...inlined, ownPackages],
    onSuccess: async () => {
      await afterwards();
    },
    splitting,
    format: "esm",
    dts: {
      entry: typesOf(manifest),
      // Without the library's `Symbol.dispose`, the compiler silently drops such methods.
      compilerOptions: { lib: [...libraries[platform], "ESNext.Disposable"] },
    },
    clean: true,
    sourcemap: true,
    // The sources named in the maps are published in `src` (docs/decisions/0019).
    esbuildOptions: (options) => {
      options.sourcesContent = false;
      options.lineLimit = lineLimit;
    },
    // Half of what importing a package takes is reading its text; the maps and the sources come
    // along for debugging.
    minify: true,
    target: "es2023",
    platform: platform === "node" ? "node" : "neutral",
    tsconfig: fileURLToPath(
      new URL(
        platform === "node" ? "tsconfig.node.json" : "tsconfig.portable.json",
        import.meta.url,
      ),
    ),
  });
}

/** Returns the source files for each `dist` name, from the conditions of each subpath. */
function entriesOf(manifest: PackageManifest): Entries {
  const entries: Record<string, string[]> = {};
  for (const { source, output } of targetsOf(manifest, "default"))
    (entries[output] ??= []).push(source);
  return entries;
}

/** Returns the same for the types; each subpath has its own. */
function typesOf(manifest: PackageManifest): Record<string, string> {
  return Object.fromEntries(
    targetsOf(manifest, "types").map(({ source, output }) => [output, source]),
  );
}

function targetsOf(
  manifest: PackageManifest,
  condition: "types" | "default",
): readonly { readonly source: string; readonly output: string }[] {
  return Object.values({ ...manifest.exports, ...manifest.imports }).flatMap((target) => {
    if (typeof target === "string") return [];
    const source = target["@ptc/source"];
    const output = target[condition];
    return source === undefined || output === undefined
      ? []
      : [
          {
            source: source.replace(/^\.\//, ""),
            output: output.replace(/^\.\/dist\//, "").replace(/(\.d)?\.[jt]s$/, ""),
          },
        ];
  });
}
