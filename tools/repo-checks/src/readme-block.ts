// The TypeScript blocks of a README or a guide as programs. Their `// prints: text` comments list,
// in order, the lines they write to standard output. A block without such a comment has to check
// itself with a `throw` or an assertion. A block marked ```ts no-run``` needs a key or a server, so
// it is type-checked only.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { transpileModule, ModuleKind, ScriptTarget } from "typescript";

export interface ReadmeBlock {
  readonly code: string;
  readonly expectedOutput: readonly string[];
  /** False for blocks that are type-checked only. */
  readonly runs: boolean;
}

/** Returns every block, in order. */
export function blocksOf(markdown: string): readonly ReadmeBlock[] {
  return [
    ...markdown.replaceAll("\r\n", "\n").matchAll(/^```(?:ts|typescript)( no-run)?\n(.*?)^```$/gms),
  ].map(([, mark, code = ""]) => ({
    code,
    expectedOutput: [...code.matchAll(/\/\/ prints: (.*)$/gm)].map((match) =>
      (match[1] ?? "").trimEnd(),
    ),
    runs: mark === undefined,
  }));
}

/** Returns the first block that runs; undefined if the text has none. */
export function firstBlockOf(markdown: string): ReadmeBlock | undefined {
  return blocksOf(markdown).find(({ runs }) => runs);
}

export interface BlockRun {
  /** Imports resolve from here. */
  readonly cwd: string;
  readonly node?: string;
  /** Resolve this repository's packages to their sources instead of what is built. */
  readonly usesSources: boolean;
}

/** Where blocks run one after the other; see `block-runner.ts`. */
export class SharedProcess {
  private readonly where: BlockRun;
  private readonly folder: string;
  private runner: Runner | undefined = undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private blocks = 0;

  constructor(where: BlockRun) {
    this.where = where;
    // Node looks for packages from where a module stands.
    const modules = join(where.cwd, "node_modules");
    mkdirSync(modules, { recursive: true });
    this.folder = mkdtempSync(join(modules, ".blocks-"));
  }

  /** As `problemsOfBlock`; what fails among the others is tried alone. */
  async problemsOf(block: ReadmeBlock): Promise<readonly string[]> {
    if (!isChecked(block)) return [unchecked];
    // The command line reads the input of its process, which is the runner's here.
    if (block.code.includes("@ptc/cli")) return await problemsOfProgram(block, this.where);
    const run = this.queue.then(() => this.run(block));
    this.queue = run;
    return (await run) ? [] : await problemsOfProgram(block, this.where);
  }

  stop(): void {
    this.runner?.child.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Whether the block did what it says. */
  private async run({ code, expectedOutput }: ReadmeBlock): Promise<boolean> {
    const { child, answers } = (this.runner ??= runnerOf(this.where));
    const path = join(this.folder, `${String(this.blocks++)}.mjs`);
    writeFileSync(path, transpiled(code));
    child.stdin.write(`${path}\n`);
    const timer = setTimeout(() => child.kill(), longestRun);
    const next = await answers.next();
    clearTimeout(timer);
    // A block may end the process.
    if (next.done === true) this.runner = undefined;
    if (next.done === true) return false;
    const { ok, printed } = JSON.parse(next.value) as {
      readonly ok: boolean;
      readonly printed: string;
    };
    return ok && printsWhatItSays(printed, expectedOutput);
  }
}

interface Runner {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly answers: AsyncIterator<string>;
}

function runnerOf({ node = process.execPath, usesSources, cwd }: BlockRun): Runner {
  const conditions = usesSources ? ["--conditions=@ptc/source"] : [];
  const child = spawn(node, [...conditions, join(import.meta.dirname, "block-runner.ts")], {
    cwd,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // What a process that has ended is told has no answer.
  child.stdin.on("error", () => undefined);
  return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

const longestRun = 60_000;
const unchecked = "the block neither says what it prints nor checks itself";

function isChecked({ code, expectedOutput }: ReadmeBlock): boolean {
  return expectedOutput.length > 0 || /\b(throw|assert)\b/.test(code);
}

/** What is wrong with the block, or nothing: it has to check itself and to run as it says. */
export async function problemsOfBlock(
  block: ReadmeBlock,
  where: BlockRun,
): Promise<readonly string[]> {
  return isChecked(block) ? await problemsOfProgram(block, where) : [unchecked];
}

/**
 * Runs a TypeScript program in a process of its own: it has to succeed and to print what is
 * expected, if anything is.
 */
export async function problemsOfProgram(
  { code, expectedOutput }: Pick<ReadmeBlock, "code" | "expectedOutput">,
  { cwd, node = process.execPath, usesSources }: BlockRun,
): Promise<readonly string[]> {
  const conditions = usesSources ? ["--conditions=@ptc/source"] : [];
  const child = spawn(node, [...conditions, "--input-type=module", "--eval", transpiled(code)], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestRun,
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (status !== 0) return [`exit code ${String(status)}: ${stderr.trim()}`];
  return printsWhatItSays(stdout, expectedOutput)
    ? []
    : [`prints\n${linesOf(stdout).join("\n")}\ninstead of\n${expectedOutput.join("\n")}`];
}

function transpiled(code: string): string {
  return transpileModule(code, {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2023 },
  }).outputText;
}

function linesOf(printed: string): readonly string[] {
  return printed.split("\n").filter((line) => line !== "");
}

function printsWhatItSays(printed: string, expected: readonly string[]): boolean {
  return expected.length === 0 || linesOf(printed).join("\n") === expected.join("\n");
}
