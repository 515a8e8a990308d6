// The build of every package: one entry per subpath of its package.json `exports` and `imports`,
// ESM and types, nothing else. A package's tsup.config.ts only names its platform, so the entries
// are written down in one place.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { keepsClassNames, lineLimit } from "./tsup.readable.ts";
import { entriesImportEntries, gathersSources, loadedBefore, type Entries } from "./tsup.files.ts";

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
  /** Modules that others are loaded after, by what is loaded later: see `loadedBefore`. */
  readonly loadedBefore?: Readonly<Record<string, readonly string[]>>;
  /** False when each entry is one file, with its own copy of what they share. */
  readonly splitting?: boolean;
  /** Dependencies that become part of the files. */
  readonly inlined?: readonly string[];
  /** Runs once all files are there. */
  readonly afterwards?: () => void | Promise<void>;
}

/** As the type check has them. */
const libraries = { portable: ["ES2023", "WebWorker"], node: ["ES2023"] } as const;

/**
 * The tsup configuration of the package in the current folder. Which files it makes, tsup.files.ts
 * says.
 */
export function buildConfig(
  platform: BuildPlatform,
  {
    loadedBefore: order = {},
    splitting = true,
    inlined = [],
    afterwards = () => undefined,
  }: BuildOptions = {},
): ReturnType<typeof defineConfig> {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as PackageManifest;
  const entries = entriesOf(manifest);
  return defineConfig({
    entry: Object.fromEntries(Object.entries(entries).map(([name, [first = ""]]) => [name, first])),
    esbuildPlugins: [
      gathersSources(entries),
      loadedBefore(order),
      entriesImportEntries(entries),
      keepsClassNames(),
    ],
    noExternal: [...inlined],
    onSuccess: async () => {
      await afterwards();
    },
    splitting,
    format: "esm",
    dts: {
      entry: typesOf(manifest),
      // Without the library's `Symbol.dispose` the compiler leaves such methods out, and says
      // nothing.
      compilerOptions: { lib: [...libraries[platform], "ESNext.Disposable"] },
    },
    clean: true,
    sourcemap: true,
    // The sources that the maps name come along in `src` (docs/decisions/0019).
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

/** `dist` name -> source files, read from the conditions of each subpath. */
function entriesOf(manifest: PackageManifest): Entries {
  const entries: Record<string, string[]> = {};
  for (const { source, output } of targetsOf(manifest, "default"))
    (entries[output] ??= []).push(source);
  return entries;
}

/** The same for the types, of which each subpath has its own. */
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
