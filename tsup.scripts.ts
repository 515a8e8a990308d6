// Builds the scripts of a package: the same modules as its ESM files, as plain scripts whose
// compiled code a host can store. Each file is an expression, a table of functions by module name.
// Everything that the first entry needs at once is one function in its file; any other module has a
// separate file, which is loaded lazily.
import { build, transform, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { keepsClassNames, lineLimit } from "./tsup.readable.ts";

export interface ScriptsOptions {
  /** The folder of the package. */
  readonly package: string;
  /** File name -> source; the first is loaded before all others. */
  readonly entries: Readonly<Record<string, string>>;
  /** The output folder. Its previous contents are removed. */
  readonly folder: string;
  readonly plugins?: readonly Plugin[];
  /** Modules that the host of the scripts provides: they are required by name. */
  readonly external?: readonly string[];
}

export interface StartOptions {
  readonly package: string;
  readonly source: string;
  readonly file: string;
  readonly format: "cjs" | "esm";
  /** Source -> the neighboring file that contains it. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** Builds a file that a host starts with, including everything it needs at once. */
export async function buildStart(options: StartOptions): Promise<void> {
  const { elsewhere = {} } = options;
  rmSync(`${options.file}.map`, { force: true });
  const { outputFiles } = await build({
    ...shared,
    absWorkingDir: options.package,
    entryPoints: [options.source],
    outfile: options.file,
    conditions: ["@ptc/source"],
    plugins: [
      {
        name: "elsewhere",
        setup: (building) => {
          building.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
            const file = elsewhere[relative(options.package, join(resolveDir, path))];
            return file === undefined ? undefined : { path: file, external: true };
          });
        },
      },
      builtInsAtOnce,
      keepsClassNames(),
    ],
  });
  const text = outputFiles[0]?.text ?? "";
  writeFileSync(options.file, options.format === "cjs" ? withExportsObject(text) : text);
}

/**
 * Returns the module as CommonJS. A bundler would export through accessors and functions that make
 * them, which takes a host longer than compiling half of the file.
 */
function withExportsObject(text: string): string {
  return text.replace(
    /\bexport\{([^{}]*)\};?\s*$/,
    (_, clause: string) =>
      `module.exports={${exportsIn(clause)
        .map(([exported, local]) => `${exported}:${local}`)
        .join(",\n")}};\n`,
  );
}

/** Returns the exports in the clause at the end of a module, with the local name of each. */
function exportsIn(clause: string): readonly (readonly [exported: string, local: string])[] {
  return clause.split(",").map((each) => {
    const [local = "", exported = local] = each.trim().split(/\s+as\s+/);
    return [exported, local];
  });
}

/**
 * Importing a built-in makes Node build a module with all its exports, and bundlers interpose
 * another module. That takes longer than loading the evaluator, so each name is read separately.
 */
const builtInsAtOnce: Plugin = {
  name: "built-ins-at-once",
  setup: (building) => {
    building.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "built-in" }));
    building.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => {
      const names = Object.keys(createRequire(import.meta.url)(path) as object);
      return {
        contents: [
          `const builtIn = process.getBuiltinModule(${JSON.stringify(path)});`,
          ...names.map(
            (name) => `export const ${name} = /* @__PURE__ */ (() => builtIn.${name})();`,
          ),
        ].join("\n"),
      };
    });
  },
};

const shared = {
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  lineLimit,
  format: "esm",
  platform: "node",
  target: "es2023",
  logLevel: "error",
} as const satisfies BuildOptions;

/** Returns a program with all its code as one line, in the format CommonJS. */
export async function textOfProgram(folder: string, source: string): Promise<string> {
  const { outputFiles } = await build({
    ...shared,
    lineLimit: 0,
    format: "cjs",
    absWorkingDir: folder,
    entryPoints: [source],
    conditions: ["@ptc/source"],
    plugins: [keepsClassNames()],
  });
  return outputFiles[0]?.text ?? "";
}

export async function buildScripts(options: ScriptsOptions): Promise<void> {
  const { entries, folder, plugins = [], external = [] } = options;
  const { outputFiles, metafile } = await build({
    ...shared,
    absWorkingDir: options.package,
    entryPoints: { ...entries },
    outdir: folder,
    splitting: true,
    conditions: ["@ptc/source"],
    external: [...external],
    plugins: [...plugins, keepsClassNames()],
  });
  const chunks = chunksOf(
    metafile,
    new Map(outputFiles.map(({ path, text }) => [basename(path), text])),
  );
  const [first = ""] = Object.keys(entries);
  const atOnce = namesAtOnce(`${first}.js`, chunks);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scripts: [name: string, text: string][] = [];
  for (const [name, { text }] of chunks) {
    const isFirst = name === `${first}.js`;
    if (!isFirst && atOnce.has(name)) continue;
    const isJoined = isFirst && atOnce.size > 1;
    const made = isJoined ? joined(name, atOnce, chunks) : alone(name, text);
    scripts.push([name, scriptOf(name, await made)]);
  }
  for (const [name, text] of scripts) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "scripts.txt"), listOf(scripts));
}

/** Returns a hash of all scripts, then their names. */
function listOf(scripts: readonly (readonly [name: string, text: string])[]): string {
  const hash = hashOf(scripts.map(([, text]) => text).join("\n"));
  return `${[hash, ...scripts.map(([name]) => name)].join("\n")}\n`;
}

interface Chunk {
  readonly text: string;
  readonly exports: readonly string[];
  /** Names of its static imports. */
  readonly imports: readonly string[];
  /** True if it has no code of its own. */
  readonly isPassedOn: boolean;
}

type Chunks = ReadonlyMap<string, Chunk>;

function chunksOf({ outputs }: Metafile, texts: ReadonlyMap<string, string>): Chunks {
  return new Map(
    Object.entries(outputs).map(([path, { imports, exports, inputs }]) => [
      basename(path),
      {
        text: texts.get(basename(path)) ?? "",
        exports,
        imports: imports
          .filter(({ kind, external }) => kind === "import-statement" && external !== true)
          .map((each) => basename(each.path)),
        isPassedOn: Object.values(inputs).every(({ bytesInOutput }) => bytesInOutput === 0),
      },
    ]),
  );
}

/**
 * Returns the chunks that the first entry needs at once. A lazily loaded module that is already
 * present has a chunk that only re-exports it; it belongs here too.
 */
function namesAtOnce(first: string, chunks: Chunks): ReadonlySet<string> {
  const names = new Set([first]);
  for (const name of names) for (const needed of chunks.get(name)?.imports ?? []) names.add(needed);
  for (const [name, { isPassedOn, imports }] of chunks)
    if (isPassedOn && imports.every((needed) => names.has(needed))) names.add(name);
  return names;
}

/**
 * Returns the function of a module; its caller passes a function that returns the exports of
 * others.
 */
async function alone(name: string, text: string): Promise<string> {
  const { code } = await transform(text, {
    format: "cjs",
    target: "es2023",
    minify: true,
    lineLimit,
  });
  return loading(name, code);
}

/**
 * Returns the function of several modules that share their scope. It offers the exports that later
 * modules need as `module.parts`, made lazily, because an object with an accessor for every name
 * takes time.
 */
async function joined(first: string, names: ReadonlySet<string>, chunks: Chunks): Promise<string> {
  const parts = [...names].map((name, index) => ({
    name,
    exports: chunks.get(name)?.exports ?? [],
    prefix: `part${String(index)}$`,
  }));
  const statements = parts.map(
    ({ name, exports, prefix }) =>
      `export{${exports.map((each) => `${each} as ${prefix}${each}`).join(",")}}from"./${name}";`,
  );
  const { outputFiles } = await build({
    ...shared,
    stdin: { contents: statements.join("\n"), resolveDir: "/" },
    plugins: [givesChunks(names, chunks)],
  });
  const [, body = "", clause = ""] =
    /^(.*)export\{([^{}]*)\};?\s*$/s.exec(outputFiles[0]?.text ?? "") ?? [];
  const localOf = new Map(exportsIn(clause));
  const objectOf = ({ exports, prefix }: (typeof parts)[number]): string =>
    `{${exports.map((each) => `get ${each}(){return ${localOf.get(prefix + each) ?? ""}}`).join(",\n")}}`;
  const own = parts.filter(({ name }) => name === first).map(objectOf);
  const others = parts.filter(({ name }) => name !== first);
  const table = others.map((part) => `${JSON.stringify(`./${part.name}`)}:()=>(${objectOf(part)})`);
  return loading(
    first,
    `${body}module.exports=${own.join("")};module.parts={${table.join(",\n")}};`,
  );
}

/** Provides the built chunks themselves; all others are loaded later. */
function givesChunks(names: ReadonlySet<string>, chunks: Chunks): Plugin {
  return {
    name: "gives-chunks",
    setup: (building) => {
      building.onResolve({ filter: /.*/ }, ({ path, kind }) =>
        kind === "import-statement" && names.has(basename(path))
          ? { path: basename(path), namespace: "chunk" }
          : { path, external: true },
      );
      building.onLoad({ filter: /.*/, namespace: "chunk" }, ({ path }) => ({
        contents: chunks.get(path)?.text ?? "",
        resolveDir: "/",
      }));
    },
  };
}

function loading(name: string, code: string): string {
  const text = code.trim().replaceAll(/\bimport\("(\.\/[\w-]+\.js)"\)/g, 'load("$1")');
  if (/\bimport\(|\bimport\{|\bexport\{/.test(text))
    throw new Error(`${name} imports or exports what a script cannot`);
  // The parentheses make the host compile the function at once, because it is called at once.
  return `(function(module,exports,require,load,performance){"use strict";\n${text}})`;
}

/** Returns the text, which begins with its own hash to identify its compiled code. */
function scriptOf(name: string, text: string): string {
  const script = `({${JSON.stringify(`./${name}`)}:${text}})`;
  return `/*${hashOf(script)}*/\n${script}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
