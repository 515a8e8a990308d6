// Checks the output of an uncaught error from packed code: it names the class, and doesn't fill the
// screen with a line of minified code.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The longest line that an uncaught error may print. */
const longestLine = 200;

/** Package name -> modules that end with an uncaught OptionError. */
export const uncaughtErrors: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "@ptc/lisp",
    ["@ptc/lisp", "@ptc/lisp/node/fast"].map(
      (specifier) =>
        `import { run } from ${JSON.stringify(specifier)}; await run("1", { limits: { steps: -1 } });`,
    ),
  ],
  ["@ptc/subagent", [`import { defineAgent } from "@ptc/subagent"; defineAgent({ prompt: 1 });`]],
]);

/** Runs a module that throws an OptionError, first uncaught, then caught. */
export async function problemsOfUncaughtError(
  module: string,
  { cwd, node }: { readonly cwd: string; readonly node: string },
): Promise<readonly string[]> {
  const printed = await printedBy(module, cwd, node);
  const className = await printedBy(
    `process.on("uncaughtException", (error) => { console.error(error.constructor.name); });${module}`,
    cwd,
    node,
  );
  return [
    ...problemsOfText(printed),
    ...(className.trim() === "OptionError"
      ? []
      : [`the class of an OptionError is called ${className.trim()}`]),
  ];
}

export function problemsOfText(printed: string): readonly string[] {
  const long = printed.split("\n").filter((line) => line.length > longestLine);
  return [
    ...(printed.includes("\nOptionError: ") ? [] : [`an OptionError prints ${printed}`]),
    ...long.map(
      (line) =>
        `an uncaught OptionError prints a line of ${String(line.length)} characters: ${line.slice(0, 80)}…`,
    ),
  ];
}

async function printedBy(module: string, cwd: string, node: string): Promise<string> {
  const child = spawn(node, ["--input-type=module", "--eval", module], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 60_000,
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, "close")]);
  return stderr;
}
