// The REPL for a pipe or file: no prompt, no echo, and one line for each value.

import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import type { Evaluator } from "./evaluator.ts";
import { isEmptyProgram, isIncomplete } from "./is-incomplete.ts";
import { pipedLines } from "./piped-lines.ts";
import { replHelp } from "./repl-help.ts";
import { sessionWord } from "./session-words.ts";
import { showOutcome } from "./show-outcome.ts";

/**
 * Resolves at the end of the input, or after `exit`. @throws UsageError for input that is not text
 */
export async function pipedRepl(host: Host, evaluator: Evaluator): Promise<void> {
  /** The lines of an incomplete program. */
  let typed = "";
  const run = async (): Promise<void> => {
    const source = typed;
    typed = "";
    if (isEmptyProgram(source)) return;
    const text = await showOutcome(await evaluator.evaluate(source), host);
    if (text !== undefined) await writeLine(host.output, text);
  };
  const stopListening = host.onSignal("SIGINT", () => {
    if (evaluator.isRunning) evaluator.interrupt();
    else typed = "";
  });
  try {
    for await (const line of pipedLines(host)) {
      const wanted = typed === "" ? sessionWord(line, evaluator.names) : undefined;
      if (wanted === "exit") return;
      if (wanted === "help") {
        await writeLine(host.output, replHelp);
        continue;
      }
      typed = typed === "" ? line : `${typed}\n${line}`;
      if (!isIncomplete(typed)) await run();
    }
    // The input ended inside a program. Running it reports what is missing.
    await run();
  } finally {
    stopListening();
    host.input.destroy();
  }
}
