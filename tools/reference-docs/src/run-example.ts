// Runs an example and says what came of it, in the words in which the document says it.
import { printValue } from "@ptc/core/printing";
import { createSession } from "@ptc/lisp";
import { exampleContext, exampleTools } from "./example-world.ts";
import type { Example, Outcome, Program } from "./examples.ts";

/** One line for each program that does not do what the document says; none when all do. */
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

/** An example that is a table's says its value only. */
function showsPrints({ outcomes }: Program): boolean {
  return outcomes.some(({ kind }) => kind === "prints");
}

function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.length === 0
    ? "nothing"
    : outcomes.map(({ kind, text }) => `${kind}: ${text}`).join("; ");
}
