// Compiles users' code with the packages they install: a pnpm project, whose layout hides
// undeclared dependencies, with every package from its tarball. Checks blocks of documents
// strictly, emits declarations for exported values, and compares mistakes with the messages in
// `type-mistakes.ts`.
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { installWithPnpm, type Tarballs } from "./packed-project.ts";
import { blocksOf } from "./readme-block.ts";
import { mistakeModule, placeOfMistake, typeMistakes } from "./type-mistakes.ts";
import { listPublished, repositoryRoot } from "./workspaces.ts";

/** The compilers by version, with the names under which they are installed. */
const compilers = {
  "5.9": "typescript-5.9",
  "6": "typescript",
  "7": "typescript-7",
} as const;

type Version = keyof typeof compilers;

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: "es2023",
  lib: ["ES2023", "DOM", "ESNext.Disposable"],
  module: "nodenext",
  types: ["node"],
  skipLibCheck: true,
  noEmit: true,
};

/** The settings of a project without `strict`, such as those that Next.js writes. */
const loose = { strict: false, noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false };

/** Exports of an application's module; the compiler must be able to name all their types. */
const exported = `import { asTool, contextFile, defineAgent, depsOf, llmQuery, llmTool, run, runEvents, tool } from "@ptc/subagent";
import { grepTools } from "@ptc/subagent/text";
import { createPool } from "@ptc/lisp/node";
import { run as runProgram } from "@ptc/lisp";
import { signature } from "@ptc/signature";
import { z } from "zod";

export const rooms = tool({
  signature: "(day :string, since :datetime?) -> [{room :string, state #{free taken}}]",
  execute: async ({ day }) => await Promise.resolve([{ room: day, state: "free" }]),
});
export const found = tool({ inputSchema: z.object({ id: z.number() }), execute: ({ id }) => ({ id }) });
export const agent = defineAgent({
  prompt: "p",
  signature: "(photo :file) -> {best :file}",
  depsType: depsOf<{ user: string }>(),
  tools: { rooms, found },
});
export const tools = { ...grepTools, rooms, part: asTool(agent), ask: llmQuery(), judge: llmTool({ prompt: "p", signature: "() -> :bool" }) };
export const answered = (llm: () => string) => run("p", { llm, signature: "() -> :int" });
export const events = (llm: () => string) => runEvents("p", { llm });
export const photo = contextFile({ data: "AQID", mediaType: "image/png" });
export const pool = createPool({ size: 1 });
export const program = () => runProgram("1", { tools: { rooms } });
export const contract = signature("(a :int) -> [:string]");
`;

export async function checkTypes(tarballs: Tarballs): Promise<CheckOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), "ptc-types-"));
  try {
    const project = join(scratch, "project");
    installWithPnpm(project, tarballs, {
      ai: versionOf("ai"),
      "@ai-sdk/openai-compatible": versionOf("@ai-sdk/openai-compatible"),
      zod: versionOf("zod"),
      "@modelcontextprotocol/client": versionOf("@modelcontextprotocol/client"),
      "@modelcontextprotocol/server": versionOf("@modelcontextprotocol/server"),
      "@opentelemetry/api": versionOf("@opentelemetry/api"),
      "@opentelemetry/context-async-hooks": versionOf("@opentelemetry/context-async-hooks"),
      "@opentelemetry/core": versionOf("@opentelemetry/core"),
      "@opentelemetry/exporter-trace-otlp-http": versionOf(
        "@opentelemetry/exporter-trace-otlp-http",
      ),
      "@opentelemetry/sdk-trace": versionOf("@opentelemetry/sdk-trace"),
      "@types/node": versionOf("@types/node"),
    });
    const problems: string[] = [];
    for (const version of Object.keys(compilers) as Version[]) {
      const found = [
        ...(await problemsOfExports(project, version)),
        ...(await problemsOfMistakes(project, version)),
        ...(version === "5.9" ? [] : await problemsOfDocuments(project, version)),
      ];
      problems.push(...found.map((problem) => `TypeScript ${version}: ${problem}`));
    }
    return outcomeOf(
      problems,
      `${String(documentBlocks().length)} blocks and ${String(typeMistakes.length)} mistakes on TypeScript ${Object.keys(compilers).join(", ")}`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns the compiler's output for all files in a folder of the project. */
async function compile(
  project: string,
  folder: string,
  files: Readonly<Record<string, string>>,
  version: Version,
  options: object = {},
): Promise<readonly string[]> {
  const where = join(project, folder);
  mkdirSync(where, { recursive: true });
  for (const [name, code] of Object.entries(files)) writeFileSync(join(where, name), code);
  const config = { compilerOptions: { ...strict, ...options }, files: Object.keys(files) };
  writeFileSync(join(where, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(packageFolder(compilers[version]), "bin/tsc");
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, "-p", where, "--pretty", "false"],
      { cwd: where, maxBuffer: 64_000_000 },
      (_error, stdout) => {
        // Continuation lines of a message are indented.
        resolve(stdout.split(/\r?\n/u).filter((line) => /^\S/u.test(line)));
      },
    );
  });
}

async function problemsOfExports(project: string, version: Version): Promise<readonly string[]> {
  return await compile(project, `exported-${version}`, { "exported.ts": exported }, version, {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: "declared",
  });
}

async function problemsOfMistakes(project: string, version: Version): Promise<readonly string[]> {
  const nameOf = (index: number) => `mistake-${String(index)}.ts`;
  const files = Object.fromEntries(
    typeMistakes.map((mistake, index) => [nameOf(index), mistakeModule(mistake)]),
  );
  const lines = await compile(project, `mistakes-${version}`, files, version);
  return typeMistakes.flatMap((mistake, index) => {
    const message = version === "7" ? (mistake.lastMessage ?? mistake.message) : mistake.message;
    const place = `${nameOf(index)}(${placeOfMistake(mistake)})`;
    const said = lines.filter((line) => line.startsWith(`${nameOf(index)}(`));
    const isThere = said.some(
      (line) =>
        line.startsWith(`${place}: `) &&
        line.replace(/^.*?: error TS\d+: /u, "").startsWith(message),
    );
    return isThere
      ? []
      : [`${mistake.name}: expected at ${place}: ${message}; got ${said.join(" | ") || "nothing"}`];
  });
}

async function problemsOfDocuments(project: string, version: Version): Promise<readonly string[]> {
  const blocks = documentBlocks();
  const files = Object.fromEntries(
    blocks.map(({ code }, index) => [`block-${String(index)}.ts`, `${code}\nexport {};\n`]),
  );
  const problems: string[] = [];
  for (const [folder, options, note] of [
    ["strict", {}, ""],
    ["loose", loose, " (without strict)"],
  ] as const)
    for (const line of await compile(project, `${folder}-${version}`, files, version, options))
      problems.push(
        line.replace(
          /^block-(\d+)\.ts/u,
          (_, index: string) => `${blocks[Number(index)]?.place ?? index}${note}`,
        ),
      );
  return problems;
}

interface DocumentBlock {
  readonly code: string;
  readonly place: string;
}

/** Returns every block of the READMEs and the guides. */
function documentBlocks(): readonly DocumentBlock[] {
  const readmes = ["README.md", ...listPublished().map(({ folder }) => `${folder}/README.md`)];
  const guides = readdirSync(join(repositoryRoot, "docs/guides"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/guides/${name}`);
  return [
    ...[...readmes, ...guides].flatMap((file) =>
      blocksOf(textOf(file)).map(({ code }, index) => ({
        code,
        place: `${file} block ${String(index + 1)}`,
      })),
    ),
  ];
}

function textOf(file: string): string {
  try {
    return readFileSync(join(repositoryRoot, file), "utf8");
  } catch {
    return "";
  }
}

const fromHere = createRequire(import.meta.url);
/** Workspaces with the packages that blocks of documents import. */
const sources = [
  ".",
  "packages/subagent",
  "packages/providers/ai-sdk",
  "packages/mcp",
  "packages/otel",
];

function packageFolder(name: string): string {
  return dirname(fromHere.resolve(`${name}/package.json`));
}

/** Returns the version installed in this repository. */
function versionOf(name: string): string {
  // Not every package exports its package.json, so the file is read by its path.
  const manifest = sources
    .map((folder) => join(repositoryRoot, folder, "node_modules", name, "package.json"))
    .find(existsSync);
  if (manifest === undefined) throw new Error(`no workspace has ${name}`);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
