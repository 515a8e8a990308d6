// Runs a small program before compiled code is cached. The cache then contains functions of every
// stage of a run, and those with which the command line prints a result.

import type { modules } from "./language.ts";

const program = "(+ 1 2)";

export async function warmUp(language: typeof modules): Promise<void> {
  const { run } = language["@ptc/lisp"];
  const { printBounded, visibleText } = language["@ptc/core/printing"];
  const step = await run(program, { context: { n: 1 } });
  if (!step.ok) throw new Error(step.fail.message);
  const shown = await run(program, { context: {}, limits: {}, tools: {}, collections: "language" });
  if (shown.ok) visibleText(printBounded(shown.value, { maxCharacters: 100 }).text);
}
