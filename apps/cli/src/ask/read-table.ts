// Reads a table of comma-separated values with the function of the language, so that `ptc ask` and
// programs read the same.

import { oneLine } from "@ptc/core/internal/errors";
import { run } from "@ptc/lisp";
import { UsageError } from "../terminal/usage-error.ts";

/** A table is data of the user, so only its size limits the work. */
const limits = {
  steps: Number.MAX_SAFE_INTEGER,
  memoryBytes: Number.MAX_SAFE_INTEGER,
  timeoutMs: 600_000,
  outputBytes: Number.MAX_SAFE_INTEGER,
};

/**
 * Returns a map for each line below the first one, which has the names of the columns. All values
 * are texts. Without a separator, the first line decides.
 * @throws UsageError with line and column
 */
export async function readTable(
  text: string,
  separator: string | undefined,
  shown: string,
): Promise<unknown> {
  const step = await run("(csv/read-rows data/text {:separator data/separator})", {
    context: { text, separator: separator ?? separatorIn(text) },
    limits,
  });
  if (step.ok) return step.return;
  throw new UsageError(
    `${shown}: ${oneLine(step.fail.message.replace(/^csv\/read-rows: /, ""), 500)}`,
  );
}

/** Returns the separator that the first line has most often. */
function separatorIn(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const unquoted = line.replaceAll(/"[^"]*"/g, "");
  let best = ",";
  let most = 0;
  for (const separator of [",", ";", "\t", "|"]) {
    const count = unquoted.split(separator).length - 1;
    if (count > most) [best, most] = [separator, count];
  }
  return best;
}
