// The report of `ptc ask`: the answer goes to standard output, so that other commands can read it,
// and everything else to standard error.

import { oneLine } from "@ptc/core/internal/errors";
import { answerLines, contextOverview } from "@ptc/subagent/internal/node";
import { printedProgress } from "../live/shown-progress.ts";
import { showEnd } from "../mission/show-end.ts";
import type { RunReport } from "../mission/run-report.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { wrapped } from "../terminal/wrapped.ts";

const mostListed = 20;

export interface AskReportOptions {
  /** True to show only the answer, failures, and calls that wait. */
  readonly isQuiet: boolean;
  readonly context: Readonly<Record<string, unknown>>;
  readonly toolNames: readonly string[];
}

export function askReport(
  host: Host,
  { isQuiet, context, toolNames }: AskReportOptions,
): RunReport {
  const style = styleFor(host.errors, host);
  const notice = (line: string): void => {
    host.errors.write(`${line}\n`);
  };
  const print = isQuiet ? () => undefined : notice;
  return {
    style,
    screen: host.errors,
    progress: printedProgress(style, print),
    print,
    notice,
    begin: ({ model }) => {
      for (const line of [...model, ...inputLines(context, toolNames)])
        print(style("dim", wrapped(oneLine(line, 1_000), host.errors)));
    },
    end: async (step) => {
      if (!step.ok) {
        await showEnd(host, step, style, print);
        return true;
      }
      if (host.output.isTTY === true) {
        print("");
        print(style("bold", "Answer"));
      }
      for (const line of answerLines(step.return, host.output.columns ?? Infinity))
        await writeLine(host.output, line);
      return true;
    },
  };
}

/** Returns lines that list the data and the tools. */
function inputLines(
  context: Readonly<Record<string, unknown>>,
  toolNames: readonly string[],
): readonly string[] {
  const fields = contextOverview(context, mostListed);
  const width = Math.max(0, ...fields.map(({ name }) => name.length));
  return [
    ...fields.map(({ name, outline }) => `Data:  ${name.padEnd(width)}  ${outline}`),
    ...(toolNames.length === 0 ? [] : [`Tools: ${listed(toolNames)}`]),
  ];
}

function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(", ")}${more > 0 ? `, and ${String(more)} more` : ""}`;
}
