// Reads a trace with those of the missions below it, and shows their tree.

import { resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { buildTraceTree } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { numberText } from "../mission/data-size.ts";
import { jsonLine } from "../values/json-line.ts";
import { briefEvent } from "./brief-event.ts";
import { readingProblems } from "./reading-problems.ts";
import { spanFacts } from "./span-facts.ts";
import { indentation, spanLine, type LineOptions } from "./span-line.ts";
import { totalsText } from "./totals.ts";
import { treeItems, type TreeItem } from "./tree-items.ts";

const mostLines = 5_000;

export interface ShowTraceOptions {
  /** A trace file, or a folder of them. */
  readonly path: string;
  /** Missions that are nested deeper are a line each. */
  readonly depth: number;
  readonly isJson: boolean;
}

/** What cannot be read is told on standard error. @throws UsageError when nothing can be read */
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
      `${style("dim", `… ${numberText(omitted)} more lines; fewer with --depth, all with --json`)}\n`,
    );
}

function lineOf(item: TreeItem, options: LineOptions): string {
  if ("missing" in item)
    return `${indentation(item.level)}${options.style("red", `mission: its trace ${oneLine(item.missing, 40)} is missing`)}`;
  const facts = spanFacts(item.span);
  const above = item.level === 0 ? facts.parentTraceId : undefined;
  const remark = above === undefined ? "" : ` (below trace ${oneLine(above, 40)})`;
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
