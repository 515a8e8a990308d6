// The data behind `--context`, from a file or from standard input.

import { readStandardInput, readTextFile } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { contextFields } from "./context-fields.ts";

/** @throws UsageError naming the file, the line and the column. */
export async function readContext(
  host: Host,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const isPiped = path === "-";
  const what = isPiped ? "context" : "context file";
  const text = await (isPiped ? readStandardInput(host, what) : readTextFile(host, path, what));
  const context = contextFields(text);
  if (context.ok) return context.fields;
  const where = isPiped ? "context on standard input" : `context file ${path}`;
  throw new UsageError(`${where}: ${context.message}`);
}
