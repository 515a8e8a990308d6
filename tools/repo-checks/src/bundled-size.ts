// Measures the size of an entry in an application that loads it: bundled, minified and gzipped,
// with dynamic imports in separate chunks. Lazily loaded chunks are counted separately.
import { build, type Metafile } from "esbuild";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { repositoryRoot } from "./workspaces.ts";

export interface BundledSize {
  /** Gzipped bytes of all chunks that load with the entry. */
  readonly gzippedBytes: number;
  /** Gzipped bytes of all lazily loaded chunks. */
  readonly gzippedBytesOnNeed: number;
  /** Minified bytes of each module that loads with the entry, by its path in the repository. */
  readonly modules: ReadonlyMap<string, number>;
}

export interface BundledSizeOptions {
  /** The folder that the paths are relative to. */
  readonly root?: string;
  /** Lazily loaded modules that count as loaded. */
  readonly loaded?: readonly string[];
}

/** Bundles `source` without writing files and returns its sizes. */
export async function bundledSize(
  source: string,
  { root = repositoryRoot, loaded = [] }: BundledSizeOptions = {},
): Promise<BundledSize> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    outdir: join(root, "bundled"),
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2023",
    conditions: ["@ptc/source"],
    logLevel: "silent",
  });
  const contents = new Map(outputFiles.map((file) => [file.path, file.contents]));
  const atOnce = chunksAtOnce(metafile, [source, ...loaded]);
  const modules = new Map<string, number>();
  let gzippedBytes = 0;
  let gzippedBytesOnNeed = 0;
  for (const [chunk, output] of Object.entries(metafile.outputs)) {
    const bytes = gzipSync(contents.get(resolve(root, chunk)) ?? "", { level: 9 }).length;
    if (!atOnce.has(chunk)) {
      gzippedBytesOnNeed += bytes;
      continue;
    }
    gzippedBytes += bytes;
    for (const [module, { bytesInOutput }] of Object.entries(output.inputs))
      modules.set(module, (modules.get(module) ?? 0) + bytesInOutput);
  }
  return { gzippedBytes, gzippedBytesOnNeed, modules };
}

/**
 * Returns the chunks of `modules`, with all chunks that they import statically, directly or
 * indirectly.
 */
function chunksAtOnce({ outputs }: Metafile, modules: readonly string[]): ReadonlySet<string> {
  const chunkOf = new Map(
    Object.entries(outputs).map(([chunk, { entryPoint }]) => [entryPoint, chunk]),
  );
  const reached = new Set(
    modules.map((module) => {
      const chunk = chunkOf.get(module);
      if (chunk === undefined) throw new Error(`${module} has no separate chunk`);
      return chunk;
    }),
  );
  for (const chunk of reached) {
    for (const { path, kind } of outputs[chunk]?.imports ?? [])
      if (kind === "import-statement") reached.add(path);
  }
  return reached;
}

/** Returns minified bytes by folder, largest first. */
export function bytesByFolder(
  modules: ReadonlyMap<string, number>,
): readonly (readonly [folder: string, bytes: number])[] {
  const folders = new Map<string, number>();
  for (const [module, bytes] of modules) {
    const folder = module.slice(0, module.lastIndexOf("/"));
    folders.set(folder, (folders.get(folder) ?? 0) + bytes);
  }
  return [...folders].filter(([, bytes]) => bytes > 0).sort(([, left], [, right]) => right - left);
}
