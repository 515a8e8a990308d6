// Runs an example and describes its outcome in the notation of the documents.
import { printValue } from "@ptc/core/printing";
import { createSession } from "@ptc/lisp";
import { exampleContext, exampleTools } from "./example-world.ts";
import type { Example, Outcome, Program } from "./examples.ts";

/** Returns one line for each program whose outcome differs from the document. */
export async function problemsOfExample(example: Example): Promise<readonly string[]> {
  const session = createSession({
    context: exampleContext,
    tools: exampleTools,
    journal: {},
    collections: "native",
  });
  const problems: string[] = [];
  for (const program of example.programs) {
    const step = await session.run(program.source);
    const end: Outcome = step.ok
      ? { kind: "value", text: printValue(step.value) }
      : { kind: "fails", text: `${step.fail.reason}: ${step.fail.message}` };
    const expected = textOf(program.outcomes);
    const actual = textOf([
      ...step.prints
        .flatMap((text) => text.split("\n"))
        .map((text): Outcome => ({ kind: "prints", text })),
      end,
    ]);
    if (expected !== (showsPrints(program) ? actual : textOf([end]))) {
      problems.push(
        `line ${String(example.line)}: ${program.source.trim()}\n  says ${expected}\n  does ${actual}`,
      );
    }
  }
  return problems;
}

/** True if the program documents its prints; an example in a table shows only its value. */
function showsPrints({ outcomes }: Program): boolean {
  return outcomes.some(({ kind }) => kind === "prints");
}

function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.length === 0
    ? "nothing"
    : outcomes.map(({ kind, text }) => `${kind}: ${text}`).join("; ");
}
