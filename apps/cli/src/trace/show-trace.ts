// Reads a trace with the traces of its child missions, and shows their tree.

import { resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { buildTraceTree } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import { groupedNumber, jsonLine } from "@ptc/core/internal/json";
import {
  briefEvent,
  readingProblems,
  spanFacts,
  indentation,
  spanLine,
  type LineOptions,
  totalsText,
  treeItems,
  type TreeItem,
} from "@ptc/tracer/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";

const mostLines = 5_000;

export interface ShowTraceOptions {
  /** A trace file, or a folder of them. */
  readonly path: string;
  /** Deeper missions are shown as one line each. */
  readonly depth: number;
  readonly isJson: boolean;
}

/** Reports unreadable parts on standard error. @throws LoadError if nothing can be read */
export async function showTrace(
  host: Host,
  { path, depth, isJson }: ShowTraceOptions,
): Promise<ExitCode> {
  const reading = await readTraceFiles(resolve(host.folder, path), { keep: briefEvent });
  const problems = readingProblems(reading, path, host.folder);
  const roots = buildTraceTree(reading.events);
  const items = treeItems(roots, { depth, missing: new Set(reading.missing) });
  await (isJson ? writeJson(host, items) : writeTree(host, items));
  if (!isJson) await write(host.output, `\n${totalsText(roots)}\n`);
  for (const problem of problems) await writeLine(host.errors, `ptc trace: ${problem}`);
  return exitCode.ok;
}

async function writeTree(host: Host, items: Iterable<TreeItem>): Promise<void> {
  const style = styleFor(host.output, host);
  const options = { style, columns: host.output.columns ?? Infinity };
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count <= mostLines) await write(host.output, `${lineOf(item, options)}\n`);
  }
  const omitted = count - mostLines;
  if (omitted > 0)
    await write(
      host.output,
      `${style("dim", `… ${groupedNumber(omitted)} more lines (use --depth for fewer, --json for all)`)}\n`,
    );
}

function lineOf(item: TreeItem, options: LineOptions): string {
  if ("missing" in item)
    return `${indentation(item.level)}${options.style("red", `mission: the trace ${oneLine(item.missing, 40)} is missing`)}`;
  const facts = spanFacts(item.span);
  const above = item.level === 0 ? facts.parentTraceId : undefined;
  const remark = above === undefined ? "" : ` (child of trace ${oneLine(above, 40)})`;
  return spanLine(facts, item.level, options, `${remark}${item.isFolded ? " …" : ""}`);
}

async function writeJson(host: Host, items: Iterable<TreeItem>): Promise<void> {
  for (const item of items) {
    const { level } = item;
    const fields =
      "missing" in item ? { kind: "missing", traceId: item.missing } : spanFacts(item.span);
    await write(host.output, `${jsonLine({ level, ...fields }) ?? "{}"}\n`);
  }
}
