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
import { sourcesWithBundledPool } from "../../../vitest.bundles.ts";

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
  /** The folder from which imports resolve. */
  readonly cwd: string;
  readonly node?: string;
  /** True to resolve this repository's packages to their sources instead of the built files. */
  readonly usesSources: boolean;
}

/** A process that runs blocks of any folders in order; see `block-runner.ts`. */
export class SharedProcess {
  private readonly where: BlockRun;
  private readonly folders = new Map<string, string>();
  private runner: Runner | undefined = undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private blocks = 0;

  constructor(where: BlockRun) {
    this.where = where;
  }

  /** Like `problemsOfBlock`, but runs a block alone only if it fails among the others. */
  async problemsOf(block: ReadmeBlock, cwd = this.where.cwd): Promise<readonly string[]> {
    if (!isChecked(block)) return [unchecked];
    const where = { ...this.where, cwd };
    // The command line reads the standard input of its process, which the runner uses here.
    if (block.code.includes("@ptc/cli")) return await problemsOfProgram(block, where);
    const run = this.queue.then(() => this.run(block, cwd));
    this.queue = run;
    return (await run) ? [] : await problemsOfProgram(block, where);
  }

  stop(): void {
    this.runner?.child.kill("SIGKILL");
    for (const folder of this.folders.values()) rmSync(folder, { recursive: true, force: true });
  }

  /**
   * Returns a folder for modules: Node resolves packages from the folder of a module. Within
   * `node_modules`, a module couldn't import the package around it.
   */
  private folderIn(cwd: string): string {
    const made = this.folders.get(cwd);
    if (made !== undefined) return made;
    const cache = join(cwd, ".cache");
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "blocks-"));
    this.folders.set(cwd, folder);
    return folder;
  }

  /** True if the block succeeded with the expected output. */
  private async run({ code, expectedOutput }: ReadmeBlock, cwd: string): Promise<boolean> {
    const { child, answers } = (this.runner ??= await runnerOf(this.where));
    const path = join(this.folderIn(cwd), `${String(this.blocks++)}.mjs`);
    writeFileSync(path, transpiled(code));
    child.stdin.write(`${path}\n`);
    const timer = setTimeout(() => child.kill("SIGKILL"), longestRun);
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

async function runnerOf({ node = process.execPath, usesSources, cwd }: BlockRun): Promise<Runner> {
  const options = await optionsOf(usesSources);
  const child = spawn(node, [...options, join(import.meta.dirname, "block-runner.ts")], {
    cwd,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // Writing to a process that has exited causes errors, which are ignored.
  child.stdin.on("error", () => undefined);
  return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/**
 * Returns options of Node. From sources, a pool process takes a second of processor time to start,
 * which is long for blocks with time limits if other processes keep the machine busy.
 */
async function optionsOf(usesSources: boolean): Promise<readonly string[]> {
  return usesSources ? await sourcesWithBundledPool() : [];
}

const longestRun = 120_000;
const unchecked = "the block has neither `// prints:` lines nor assertions";

function isChecked({ code, expectedOutput }: ReadmeBlock): boolean {
  return expectedOutput.length > 0 || /\b(throw|assert)\b/.test(code);
}

/** Returns the problems of the block: it must check itself and print what its comments say. */
export async function problemsOfBlock(
  block: ReadmeBlock,
  where: BlockRun,
): Promise<readonly string[]> {
  return isChecked(block) ? await problemsOfProgram(block, where) : [unchecked];
}

/**
 * Runs a TypeScript program in a separate process. It must succeed and print the expected output,
 * if any.
 */
export async function problemsOfProgram(
  { code, expectedOutput }: Pick<ReadmeBlock, "code" | "expectedOutput">,
  { cwd, node = process.execPath, usesSources }: BlockRun,
): Promise<readonly string[]> {
  const options = await optionsOf(usesSources);
  const child = spawn(node, [...options, "--input-type=module", "--eval", transpiled(code)], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestRun,
    // A server of a guide handles SIGTERM.
    killSignal: "SIGKILL",
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

/** Returns the code as JavaScript. */
export function transpiled(code: string): string {
  return transpileModule(code, {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2023 },
  }).outputText;
}

function linesOf(printed: string): readonly string[] {
  return printed.split("\n").filter((line) => line !== "");
}

/** True if the lines of the output are the expected ones, or none are expected. */
export function printsWhatItSays(printed: string, expected: readonly string[]): boolean {
  return expected.length === 0 || linesOf(printed).join("\n") === expected.join("\n");
}
