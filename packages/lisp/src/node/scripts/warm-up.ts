// What is run before compiled code is kept, so that functions of every stage of a run are in it.

import type { run } from "../../run/start.ts";

const programs = ["(+ 1 2)"];

export async function warmUp(evaluate: typeof run): Promise<void> {
  for (const program of programs) {
    const step = await evaluate(program, { context: { n: 1 } });
    if (!step.ok) throw new Error(step.fail.message);
  }
}
