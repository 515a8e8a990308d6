// Reads the data of `--context`, from a file or from standard input.

import { readStandardInput } from "../files/read-standard-input.ts";
import { readTextFile } from "@ptc/core/internal/node";
import { contextFields } from "@ptc/subagent/internal/context";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** Returns the context. @throws LoadError naming the file, the line and the column */
export async function readContext(
  host: Host,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const isPiped = path === "-";
  const purpose = isPiped ? "context" : "context file";
  const text = await (isPiped
    ? readStandardInput(host, purpose)
    : readTextFile(host, path, purpose));
  const context = contextFields(text);
  if (context.ok) return context.fields;
  const shown = isPiped ? "context on standard input" : `context file ${path}`;
  throw new UsageError(`${shown}: ${context.message}`);
}
