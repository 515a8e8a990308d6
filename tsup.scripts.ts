// The scripts of a package: the same modules as its ESM files, as plain scripts that a host can
// keep compiled. Each file is an expression, a table of functions by the name of their module. What
// the first entry needs at once is one function in its file; any other module has a file of its
// own, which is read when it is asked for.
import { build, transform, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { keepsClassNames, lineLimit } from "./tsup.readable.ts";

export interface ScriptsOptions {
  /** The folder of the package. */
  readonly package: string;
  /** Name of the file -> source; the first comes before all others. */
  readonly entries: Readonly<Record<string, string>>;
  /** Where the files go. Whatever is there is removed. */
  readonly folder: string;
  readonly plugins?: readonly Plugin[];
  /** Modules that stay with whoever runs the scripts: they are asked for by name. */
  readonly external?: readonly string[];
}

export interface StartOptions {
  readonly package: string;
  readonly source: string;
  readonly file: string;
  readonly format: "cjs" | "esm";
  /** Source -> the file beside this one in which it is. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** A file that a host starts with, and all that it needs at once. */
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
 * The module as CommonJS. A bundler would export by accessors, with functions that make them, which
 * takes a host longer than to compile half of the file.
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

/** What the clause at the end of a module exports, and its own name of each. */
function exportsIn(clause: string): readonly (readonly [exported: string, local: string])[] {
  return clause.split(",").map((each) => {
    const [local = "", exported = local] = each.trim().split(/\s+as\s+/);
    return [exported, local];
  });
}

/**
 * Node makes a module of a built-in one when it is imported, with all that it could export, and so
 * does a bundler that takes it for a module of another kind. That takes longer than to load the
 * evaluator, so each name is asked for by itself.
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

/** A hash of all, then their names. */
function listOf(scripts: readonly (readonly [name: string, text: string])[]): string {
  const hash = hashOf(scripts.map(([, text]) => text).join("\n"));
  return `${[hash, ...scripts.map(([name]) => name)].join("\n")}\n`;
}

interface Chunk {
  readonly text: string;
  readonly exports: readonly string[];
  /** What it imports at once. */
  readonly imports: readonly string[];
  /** Whether it has nothing of its own. */
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
 * What the first entry needs at once. What is loaded on need and is there all the same has a chunk
 * that only passes it on; it belongs here too.
 */
function namesAtOnce(first: string, chunks: Chunks): ReadonlySet<string> {
  const names = new Set([first]);
  for (const name of names) for (const needed of chunks.get(name)?.imports ?? []) names.add(needed);
  for (const [name, { isPassedOn, imports }] of chunks)
    if (isPassedOn && imports.every((needed) => names.has(needed))) names.add(name);
  return names;
}

/** The function of a module, which is called with how it is told what others have. */
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
 * The function of several modules that share their scope. What later ones ask of each, it offers as
 * `module.parts`, made on need: an object with an accessor for every name takes its time.
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

/** The chunks themselves, as they were built; all others stay what is loaded later. */
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
  // In brackets, so that the host compiles it at once: it is called at once.
  return `(function(module,exports,require,load,performance){"use strict";\n${text}})`;
}

/** The text begins with its own hash, by which what was compiled of it is known. */
function scriptOf(name: string, text: string): string {
  const script = `({${JSON.stringify(`./${name}`)}:${text}})`;
  return `/*${hashOf(script)}*/\n${script}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
