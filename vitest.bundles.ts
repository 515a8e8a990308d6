// Bundles of our sources, for processes that tests start: a process loads a few bundled files in a
// third of the time that hundreds of sources take. Bundles are kept in `.cache/bundled` until a
// source changes, so all workers and later runs share them.

import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BuildOptions, Metafile, Plugin } from "esbuild";

const root = import.meta.dirname;
const hooks = join(root, "scripts/bundle-hooks.mjs");
/** Milliseconds after which no process loads files of an older bundle. */
const longestProcess = 3_600_000;

/** The file that describes a bundle. The hooks read it too. */
interface Manifest {
  /** The size and the time of each file that the bundle depends on. */
  readonly files: Readonly<Record<string, string>>;
  /** The addresses of the bundled entries by those of their sources. */
  readonly entries: Readonly<Record<string, string>>;
  /** The addresses of all sources in the bundle. */
  readonly sources: readonly string[];
}

/**
 * Bundles modules with everything that they import. Lazily loaded code has files of its own.
 * Returns the addresses of the bundled modules in the order of `sources`.
 */
export async function bundledModules(sources: readonly string[]): Promise<readonly string[]> {
  const { entries } = await manifestOf(sources, { plugins: [] });
  return sources.map((source) => {
    const made = entries[pathToFileURL(source).href];
    if (made === undefined) throw new Error(`esbuild made no file for ${source}`);
    return made;
  });
}

/** Like `bundledModules`, for one module that a process starts with. Returns its path. */
export async function bundledScript(source: string): Promise<string> {
  const [made = ""] = await bundledModules([source]);
  return fileURLToPath(made);
}

/** The modules that processes load by name: those of the command, and those of their programs. */
const commandModules = [
  "apps/cli/src/index.ts",
  "apps/cli/src/repl/evaluation-worker.ts",
  "packages/lisp/src/index.ts",
  "packages/lisp/src/node/index.ts",
  "packages/lisp/src/node/child/main.ts",
  "packages/llm/src/index.ts",
  "packages/subagent/src/index.ts",
].map((path) => join(root, path));

/**
 * Returns options of Node for a process that uses the packages of the command, such as `ptc`
 * itself: they load from a bundle instead of their sources, and otherwise behave like these.
 */
export async function bundledCommand(): Promise<readonly string[]> {
  await manifestOf(commandModules, { plugins: [likeSources] });
  const address = pathToFileURL(hooks);
  address.searchParams.set("bundle", manifestPath(commandModules));
  return ["--conditions=@ptc/source", `--import=${address.href}`];
}

const poolModule = join(root, "packages/lisp/src/node/child/main.ts");

/**
 * Returns options of Node for the processes of a pool whose own module is a source: they load a
 * bundle. They use the compiled code of the tests' cache, to which they write their own. Other
 * processes write when they exit, but these are killed, so they write after a second. Options are
 * needed because they get no environment variables.
 */
export async function bundledPool(): Promise<readonly string[]> {
  const [url = ""] = await bundledModules([poolModule]);
  const compiled = process.env["NODE_COMPILE_CACHE"] ?? join(root, ".cache/compiled");
  const text = `
    import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
    enableCompileCache(${JSON.stringify(compiled)});
    setTimeout(flushCompileCache, 1000).unref();
    const url = ${JSON.stringify(url)};
    registerHooks({
      resolve: (name, context, next) =>
        name.endsWith("/node/child/main.ts")
          ? { url, format: "module", shortCircuit: true }
          : next(name, context),
    });
  `;
  return ["--import", `data:text/javascript,${encodeURIComponent(text)}`];
}

const standardOptions = "options.execArgv ?? []";

/**
 * Returns options of Node for a process of our sources, such as the code of a guide, whose pools
 * get no options: their processes load the bundle too.
 */
export async function sourcesWithBundledPool(): Promise<readonly string[]> {
  const changed = `options.execArgv ?? ${JSON.stringify(await bundledPool())}`;
  const text = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (!url.endsWith("/packages/lisp/src/node/pool-options.ts")) return loaded;
        const parts = String(loaded.source).split(${JSON.stringify(standardOptions)});
        if (parts.length !== 2) throw new Error(url + " has other standard options");
        return { ...loaded, source: parts.join(${JSON.stringify(changed)}) };
      },
    });
  `;
  return ["--conditions=@ptc/source", `--import=data:text/javascript,${encodeURIComponent(text)}`];
}

const language = /\/packages\/(core|parser|lisp)\//;

/**
 * Keeps what a module can see of its location, and leaves packages of others where they are. The
 * location after `?from=` is for the hooks. The language includes the packages that it needs,
 * because the processes of its pool have no hooks.
 */
const likeSources: Plugin = {
  name: "like-sources",
  setup(builder) {
    builder.onResolve({ filter: /^[^.#/]/ }, ({ path, importer, kind }) =>
      kind === "entry-point" || /^(@ptc\/|node:)/.test(path) || language.test(importer)
        ? undefined
        : { path: `${path}?from=${pathToFileURL(importer).href}`, external: true },
    );
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.")) return undefined;
      const location = JSON.stringify(pathToFileURL(path).href);
      const resolved = text.replaceAll(
        /import\.meta\.resolve\(("[^"]*")\)/g,
        (_, name: string) =>
          `import.meta.resolve(${JSON.stringify(`${String(JSON.parse(name))}?from=`)} + ${location})`,
      );
      return {
        // A pool whose module is built starts its processes from build output: the bundle.
        contents: path.endsWith("/lisp/src/node/sandbox.ts")
          ? resolved
          : resolved.replaceAll("import.meta.url", location),
        loader: "ts",
      };
    });
  },
};

function folderOf(sources: readonly string[]): string {
  const key = createHash("sha256").update(JSON.stringify(sources)).digest("hex").slice(0, 12);
  return join(root, ".cache/bundled", `${basename(sources[0] ?? "", ".ts")}-${key}`);
}

const manifestPath = (sources: readonly string[]): string =>
  join(folderOf(sources), "manifest.json");

const current = new Map<string, Promise<Manifest>>();

/** Returns the bundle of the current sources, made once by this process. */
function manifestOf(
  sources: readonly string[],
  options: Pick<BuildOptions, "plugins">,
): Promise<Manifest> {
  const path = manifestPath(sources);
  const known = current.get(path) ?? Promise.resolve(readCurrent(path) ?? made(sources, options));
  current.set(path, known);
  return known;
}

/** Returns the bundle that an earlier process made, unless a file has changed since. */
function readCurrent(path: string): Manifest | undefined {
  if (!existsSync(path)) return undefined;
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  const isCurrent =
    Object.entries(manifest.files).every(([file, state]) => stateOf(file) === state) &&
    Object.values(manifest.entries).every((entry) => existsSync(fileURLToPath(entry)));
  return isCurrent ? manifest : undefined;
}

function stateOf(file: string): string | undefined {
  const found = statSync(join(root, file), { throwIfNoEntry: false });
  return found === undefined ? undefined : `${String(found.size)} ${String(found.mtimeMs)}`;
}

async function made(
  sources: readonly string[],
  options: Pick<BuildOptions, "plugins">,
): Promise<Manifest> {
  const folder = folderOf(sources);
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [...sources],
    outdir: folder,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    keepNames: true,
    format: "esm",
    platform: "node",
    conditions: ["@ptc/source"],
    // Each file names the hash of what it imports, so other sources make other files.
    entryNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles)
    if (!existsSync(path) || !readFileSync(path).equals(contents)) writeAtOnce(path, contents);
  const manifest = described(metafile);
  writeAtOnce(manifestPath(sources), JSON.stringify(manifest));
  removeOld(folder, new Set(outputFiles.map(({ path }) => basename(path))));
  return manifest;
}

/** Writes a file that other workers may read or write now. */
function writeAtOnce(path: string, contents: string | Uint8Array): void {
  writeFileSync(`${path}.${String(process.pid)}`, contents);
  renameSync(`${path}.${String(process.pid)}`, path);
}

function described({ inputs, outputs }: Metafile): Manifest {
  const manifests = globSync("{packages,packages/*,apps}/*/package.json", { cwd: root });
  const sources = Object.keys(inputs).filter((path) => !path.includes("?from="));
  const addressOf = (path: string): string => pathToFileURL(join(root, path)).href;
  return {
    files: Object.fromEntries(
      [...sources, ...manifests, "pnpm-lock.yaml", basename(import.meta.filename)].map((file) => [
        file,
        stateOf(file) ?? "",
      ]),
    ),
    entries: Object.fromEntries(
      Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
        entryPoint === undefined || !sources.includes(entryPoint)
          ? []
          : [[addressOf(entryPoint), addressOf(path)]],
      ),
    ),
    sources: sources.map(addressOf),
  };
}

/** Removes the files of older bundles that no process can be loading any more. */
function removeOld(folder: string, used: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (used.has(name) || name === "manifest.json") continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < Date.now() - longestProcess)
      rmSync(path, { force: true, recursive: true });
  }
}
