// `ptc trace tools`: calls, failures, times and sizes of each tool.

import { oneLine } from "@ptc/core/internal/errors";
import { bytesText, countText, groupedNumber, jsonLine } from "@ptc/core/internal/json";
import { tableLines, type Row } from "@ptc/subagent/internal/node";
import { toolStatistics, type ToolStatistics } from "@ptc/tracer";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { readRuns } from "./read-runs.ts";
import { timeText } from "./run-texts.ts";
import type { ShowLimitedOptions } from "./show-slowest.ts";

/** @throws LoadError if nothing can be read */
export async function showTools(
  host: Host,
  { path, limit = 20, isJson }: ShowLimitedOptions,
): Promise<ExitCode> {
  const { roots } = await readRuns(host, path);
  const tools = toolStatistics(roots);
  if (isJson) {
    for (const tool of tools) await write(host.output, `${jsonLine(tool) ?? "{}"}\n`);
    return exitCode.ok;
  }
  const lines =
    tools.length === 0
      ? ["No tool was called."]
      : tableLines(tools.slice(0, limit).map(rowOf), host.output.columns ?? Infinity);
  for (const line of lines) await write(host.output, `${line}\n`);
  if (tools.length > limit)
    await write(host.output, `… ${countText(tools.length - limit, "more tool")} (--limit)\n`);
  return exitCode.ok;
}

function rowOf({
  name,
  calls,
  failed,
  cached,
  open,
  durationMs,
  bytes,
  errors,
}: ToolStatistics): Row {
  const [error] = errors;
  return {
    tool: oneLine(name, 60),
    ...{ calls, failed },
    ...(cached === 0 ? {} : { cached }),
    ...(open === 0 ? {} : { "not ended": open }),
    "total time": timeText(durationMs.total),
    median: timeText(durationMs.median),
    longest: timeText(durationMs.maximum),
    returned: bytesText(bytes.total),
    "most frequent error":
      error === undefined
        ? ""
        : `${error.count > 1 ? `${groupedNumber(error.count)} × ` : ""}${oneLine(error.message, 200)}`,
  };
}
