// Reads the values of `--context` of `ptc ask`: files with JSON, tables or text, and standard
// input. The ending of a file's name says what it contains.
//
//   orders.json               an object: its fields are data/…; a list or JSON lines: data/rows
//   orders.csv, orders.tsv    data/rows, one map for each line
//   notes.md, any other       data/text
//   orders=orders.csv         data/orders, in place of these names
//   orders.csv=-              standard input as a table; without an ending, it is JSON or text

import { extname } from "node:path";
import { defineField } from "@ptc/core/internal/values";
import { readTextFile } from "@ptc/core/internal/node";
import { contextFields, contextValue } from "@ptc/subagent/internal/context";
import { readStandardInput } from "../files/read-standard-input.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { readTable } from "./read-table.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A value of `--context`. */
interface ContextSource {
  readonly name: string | undefined;
  /** A file, or `-` for standard input. */
  readonly path: string;
  /** Such as `.csv`; empty if unknown. */
  readonly ending: string;
}

const jsonEndings: ReadonlySet<string> = new Set([".json", ".jsonl", ".ndjson"]);
const tableEndings: ReadonlySet<string> = new Set([".csv", ".tsv"]);

/** Returns the parts of `FILE`, `NAME=FILE` or `NAME.csv=FILE`. */
function sourceOf(text: string): ContextSource {
  const {
    name,
    ending,
    path = text,
  } = /^(?<name>[A-Za-z_][\w-]*)(?<ending>\.[A-Za-z]+)?=(?<path>.+)$/s.exec(text)?.groups ?? {};
  return { name, path, ending: (ending ?? extname(path)).toLowerCase() };
}

/** True if one of the contexts is standard input. */
export function readsInput(contexts: readonly string[]): boolean {
  return contexts.some((text) => sourceOf(text).path === "-");
}

/**
 * Returns the fields of all contexts.
 * @throws LoadError naming the file; UsageError for two contexts with the same field
 */
export async function readContexts(
  host: Pick<Host, "folder" | "input">,
  contexts: readonly string[],
): Promise<Fields> {
  if (contexts.filter((text) => sourceOf(text).path === "-").length > 1)
    throw new UsageError("only one --context can be -, because standard input is read once");
  const fields = {};
  const shownOf = new Map<string, string>();
  for (const text of contexts) {
    const source = sourceOf(text);
    for (const [name, value] of Object.entries(await readContextOf(host, source))) {
      const earlier = shownOf.get(name);
      if (earlier !== undefined)
        throw new UsageError(
          `--context ${earlier} and --context ${text} both give data/${name}: name one of them with --context NAME=${source.path}`,
        );
      shownOf.set(name, text);
      defineField(fields, name, value);
    }
  }
  return fields;
}

async function readContextOf(
  host: Pick<Host, "folder" | "input">,
  { name, path, ending }: ContextSource,
): Promise<Fields> {
  const isInput = path === "-";
  const text = await (isInput
    ? readStandardInput(host, "context")
    : readTextFile(host, path, "context file"));
  const shown = isInput ? "context on standard input" : `context file ${path}`;
  if (tableEndings.has(ending))
    return { [name ?? "rows"]: await readTable(text, ending === ".tsv" ? "\t" : undefined, shown) };
  const isJson = jsonEndings.has(ending);
  // Other commands write JSON, logs and other text.
  const isEither = isInput && ending === "";
  if (!isJson && !isEither) return { [name ?? "text"]: text };
  const json = contextValue(text);
  if (!json.ok && isEither) return { [name ?? "text"]: text };
  if (name !== undefined && json.ok) return { [name]: json.value };
  const read = contextFields(text);
  if (read.ok) return read.fields;
  throw new UsageError(`${shown}: ${read.message}`);
}
