// The TypeScript blocks of a README or a guide as programs. Their `// prints: text` comments say,
// in order, what they write on standard output; a block without one has to check itself, by a
// `throw` or an assertion.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { transpileModule, ModuleKind, ScriptTarget } from "typescript";

export interface ReadmeBlock {
  readonly code: string;
  readonly expectedOutput: readonly string[];
}

/** Every block, in order. */
export function blocksOf(markdown: string): readonly ReadmeBlock[] {
  return [
    ...markdown.replaceAll("\r\n", "\n").matchAll(/^```(?:ts|typescript)\n(.*?)^```$/gms),
  ].map(([, code = ""]) => ({
    code,
    expectedOutput: [...code.matchAll(/\/\/ prints: (.*)$/gm)].map((match) =>
      (match[1] ?? "").trimEnd(),
    ),
  }));
}

/** undefined: the text has no block. */
export function firstBlockOf(markdown: string): ReadmeBlock | undefined {
  return blocksOf(markdown)[0];
}

export interface BlockRun {
  /** Imports resolve from here. */
  readonly cwd: string;
  readonly node?: string;
  /** Resolve this repository's packages to their sources instead of what is built. */
  readonly usesSources: boolean;
}

/** What is wrong with the block, or nothing: it has to check itself and to run as it says. */
export async function problemsOfBlock(
  block: ReadmeBlock,
  where: BlockRun,
): Promise<readonly string[]> {
  const isChecked = block.expectedOutput.length > 0 || /\b(throw|assert)\b/.test(block.code);
  return isChecked
    ? await problemsOfProgram(block, where)
    : ["the block neither says what it prints nor checks itself"];
}

/**
 * Runs a TypeScript program in a process of its own: it has to succeed and to print what is
 * expected, if anything is.
 */
export async function problemsOfProgram(
  { code, expectedOutput }: ReadmeBlock,
  { cwd, node = process.execPath, usesSources }: BlockRun,
): Promise<readonly string[]> {
  const { outputText } = transpileModule(code, {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2023 },
  });
  const conditions = usesSources ? ["--conditions=@ptc/source"] : [];
  const child = spawn(node, [...conditions, "--input-type=module", "--eval", outputText], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (status !== 0) return [`exit code ${String(status)}: ${stderr.trim()}`];
  const printed = stdout.split("\n").filter((line) => line !== "");
  const isExpected =
    expectedOutput.length === 0 || printed.join("\n") === expectedOutput.join("\n");
  return isExpected
    ? []
    : [`prints\n${printed.join("\n")}\ninstead of\n${expectedOutput.join("\n")}`];
}
