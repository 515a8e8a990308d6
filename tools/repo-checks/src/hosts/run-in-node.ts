// Runs the bundled programs in a process of a given Node.

import { spawn } from "node:child_process";

/**
 * Returns the result of the `bundlePrograms` script there. @throws Error with Node's output if it
 * fails
 */
export async function runInNode(node: string, script: string): Promise<unknown> {
  const child = spawn(node, ["--input-type=commonjs", "-"], { stdio: ["pipe", "pipe", "pipe"] });
  const output: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => (output[name] += chunk));
  // A Node that exits before it has read everything reports the reason itself.
  child.stdin.on("error", () => undefined);
  child.stdin.end(
    `${script}\nhosts.steps().then((steps) => process.stdout.write(JSON.stringify(steps)));\n`,
  );
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  if (code !== 0)
    throw new Error(`exit code ${String(code)}: ${output.stderr.trim().slice(0, 2000)}`);
  return JSON.parse(output.stdout) as unknown;
}
