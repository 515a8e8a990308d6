// The file behind `--context`.

import { parseJson } from "../files/parse-json.ts";
import { readTextFile } from "../files/read-text.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

/** @throws UsageError naming the file, the line and the column. */
export async function readContext(
  host: Host,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const json = parseJson(await readTextFile(host, path, "context file"));
  if (!json.ok) throw new UsageError(`context file ${path}: ${json.message}`);
  if (typeof json.value === "object" && json.value !== null && !Array.isArray(json.value))
    return json.value as Readonly<Record<string, unknown>>;
  const got = Array.isArray(json.value)
    ? "a list"
    : json.value === null
      ? "null"
      : `a ${typeof json.value}`;
  throw new UsageError(
    `context file ${path}: expected a JSON object whose fields become data/…, got ${got}`,
  );
}
