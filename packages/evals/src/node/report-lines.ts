// A report as lines for a terminal.

import { oneLine } from "@ptc/core/internal/errors";
import { tableLines, type Style } from "@ptc/subagent/internal/node";
import type { EvalReport } from "../report/eval-report.ts";
import { comparisonTexts, hintText, variantCells } from "../report/number-texts.ts";

/** The options of `reportLines`. */
export interface ReportLinesOptions {
  /** The width of the terminal. Default: unlimited. */
  readonly columns?: number;
  /** Colors texts. Default: none. */
  readonly style?: Style;
  /** Returns the place of the trace of a run, shown after it. */
  readonly traceOf?: (traceId: string) => string;
}

const plain: Style = (_name, text) => text;
const longestLine = 300;
const mostExamples = 3;
const mostGroups = 10;

/** Yields the lines of a report, without control characters but those of `style`. */
export function* reportLines(
  report: EvalReport,
  { columns = Infinity, style = plain, traceOf }: ReportLinesOptions = {},
): Generator<string> {
  const line = (text: string): string => oneLine(text, longestLine);
  yield style("bold", line(`${report.suite}: ${String(report.runs)} runs`));
  yield* tableLines(report.variants.map(variantCells), columns);
  if (report.comparisons.length > 0) yield "";
  for (const comparison of report.comparisons) yield* comparisonTexts(comparison).map(line);
  for (const { name, failures } of report.variants) {
    if (failures.length === 0) continue;
    yield "";
    yield style("bold", line(`Failures of ${name}`));
    for (const { reason, count, examples } of failures.slice(0, mostGroups)) {
      yield style("red", line(`${reason} × ${String(count)}`));
      for (const { case: one, problem = "", traceId } of examples.slice(0, mostExamples)) {
        yield line(`  ${one}: ${problem}`);
        if (traceId !== undefined && traceOf !== undefined)
          yield style("dim", line(`    ${traceOf(traceId)}`));
      }
    }
  }
  for (const { name, diverged } of report.variants) {
    if (diverged === undefined) continue;
    yield "";
    yield style(
      "bold",
      line(`Recordings of ${name} from which today's runs diverge: ${String(diverged.count)}`),
    );
    for (const { case: one, problem = "" } of diverged.examples) yield line(`  ${one}: ${problem}`);
  }
  if (report.hints.length === 0) return;
  yield "";
  yield style("bold", "Texts that cost most turns");
  for (const hint of report.hints) yield line(hintText(hint));
}
