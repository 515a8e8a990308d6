// `ptc trace compare`: the usage of two runs, and their first difference.

import { oneLine } from "@ptc/core/internal/errors";
import { bytesText, groupedNumber, jsonLine } from "@ptc/core/internal/json";
import { visibleText } from "@ptc/core/printing";
import { tableLines, wordLines, type Row } from "@ptc/subagent/internal/node";
import { compareRuns, groupRuns, type RunComparison, type RunGroup } from "@ptc/tracer";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { styleFor, type Style } from "../terminal/style.ts";
import { readRuns, type ReadRuns } from "./read-runs.ts";
import { costText, outcomeText, percentText, timeText } from "./run-texts.ts";

const mostLines = 12;

export interface ShowComparisonOptions {
  readonly left: string;
  readonly right: string;
  readonly isJson: boolean;
}

/** @throws LoadError if nothing can be read */
export async function showComparison(
  host: Host,
  { left, right, isJson }: ShowComparisonOptions,
): Promise<ExitCode> {
  const sides = [
    await readRuns(host, left, { isWhole: true }),
    await readRuns(host, right, { isWhole: true }),
  ] as const;
  const comparison = comparisonOf(...sides);
  if (isJson) {
    await write(host.output, `${jsonOf(sides, comparison)}\n`);
    return exitCode.ok;
  }
  const width = host.output.columns ?? Infinity;
  for (const line of tableLines(usageRows(...sides), width)) await write(host.output, `${line}\n`);
  if (comparison === undefined) return exitCode.ok;
  const style = styleFor(host.output, host);
  for (const line of differenceLines(comparison, style, width))
    await write(host.output, `${line}\n`);
  return exitCode.ok;
}

/** Compares two single runs. Folders of several runs have no first difference. */
function comparisonOf(left: ReadRuns, right: ReadRuns): RunComparison | undefined {
  const [own, other] = [left.runs[0], right.runs[0]];
  if (own === undefined || other === undefined) return undefined;
  return left.runs.length === 1 && right.runs.length === 1 ? compareRuns(own, other) : undefined;
}

function jsonOf(sides: readonly ReadRuns[], comparison: RunComparison | undefined): string {
  const [left, right] = sides.map(({ runs }) => groupRuns(runs)[0]);
  const { equalParts, difference } = comparison ?? {};
  const shown =
    difference === undefined
      ? undefined
      : { ...difference, left: difference.left?.text, right: difference.right?.text };
  return jsonLine({ left, right, equalParts, difference: shown }) ?? "{}";
}

function usageRows(left: ReadRuns, right: ReadRuns): readonly Row[] {
  const groups = [left, right].map(({ runs }) => groupRuns(runs)[0]);
  const outcomes = [left, right].map(({ runs: [run, ...more] }) =>
    run === undefined || more.length > 0 ? undefined : outcomeText(run),
  );
  const row = (name: string, text: (group: RunGroup) => string): Row => {
    const [A = "-", B = "-"] = groups.map((group) => (group === undefined ? "-" : text(group)));
    return { "": name, A, B };
  };
  return [
    outcomes.every((outcome) => outcome !== undefined)
      ? { "": "outcome", A: outcomes[0], B: outcomes[1] }
      : row("passed", ({ runs, answered, passRate }) =>
          passRate === undefined
            ? `0 of ${groupedNumber(runs)}`
            : `${groupedNumber(answered)} of ${groupedNumber(runs)}, ${percentText(passRate)}`,
        ),
    row("turns", ({ turns }) => groupedNumber(turns.total)),
    row("repairs", ({ repairs }) => groupedNumber(repairs.total)),
    row("requests", ({ requests }) => groupedNumber(requests.total)),
    row("tokens in", ({ inputTokens }) => groupedNumber(inputTokens.total)),
    row("cached", ({ cacheHitRate }) =>
      cacheHitRate === undefined ? "-" : percentText(cacheHitRate),
    ),
    row("tokens out", ({ outputTokens }) => groupedNumber(outputTokens.total)),
    ...(groups.some((group) => group?.cost !== undefined)
      ? [row("cost", ({ cost }) => (cost === undefined ? "-" : costText(cost.total)))]
      : []),
    row("tool calls", ({ toolCalls, failedCalls }) =>
      failedCalls === 0
        ? groupedNumber(toolCalls.total)
        : `${groupedNumber(toolCalls.total)}, ${groupedNumber(failedCalls)} failed`,
    ),
    row("returned", ({ toolBytes }) => bytesText(toolBytes.total)),
    row("time", ({ durationMs }) => timeText(durationMs.total)),
  ];
}

function* differenceLines(
  { equalParts, difference }: RunComparison,
  style: Style,
  width: number,
): Generator<string> {
  yield "";
  if (difference === undefined) {
    yield style("bold", `The runs are equal in all ${groupedNumber(equalParts)} parts.`);
    return;
  }
  const { part, agent, turn, tool, left, right } = difference;
  const place = [
    ...(agent === undefined ? [] : [oneLine(agent, 60)]),
    ...(turn === undefined ? [] : [`turn ${groupedNumber(turn)}`]),
    ...(tool === undefined ? [] : [`tool/${oneLine(tool, 60)}`]),
    part === "kind" ? "different work" : part,
  ].join(", ");
  yield style("bold", `First difference, after ${groupedNumber(equalParts)} equal parts: ${place}`);
  for (const [name, side] of [
    ["A", left],
    ["B", right],
  ] as const) {
    const text = side === undefined ? "(the run has ended)" : visibleText(side.text);
    const lines = text
      .split("\n")
      .flatMap((line) => (width === Infinity ? [line] : wordLines(line, Math.max(20, width - 4))));
    for (const line of lines.slice(0, mostLines)) yield `${style("cyan", name)} | ${line}`;
    if (lines.length > mostLines) yield `${style("cyan", name)} | …`;
  }
}
