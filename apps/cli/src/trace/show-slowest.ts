// `ptc trace slowest`: the spans with the most time of their own.

import { jsonLine } from "@ptc/core/internal/json";
import { tableLines } from "@ptc/subagent/internal/node";
import { slowestSpans, type SlowSpan } from "@ptc/tracer";
import { spanFacts, spanLine } from "@ptc/tracer/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { readRuns } from "./read-runs.ts";
import { timeText } from "./run-texts.ts";

export interface ShowLimitedOptions {
  readonly path: string;
  /** The option `--limit`. */
  readonly limit: number | undefined;
  readonly isJson: boolean;
}

/** @throws LoadError if nothing can be read */
export async function showSlowest(
  host: Host,
  { path, limit = 20, isJson }: ShowLimitedOptions,
): Promise<ExitCode> {
  const { roots } = await readRuns(host, path);
  const slowest = slowestSpans(roots, { limit });
  if (isJson)
    for (const { span, ownMs } of slowest)
      await write(host.output, `${jsonLine({ ownMs, ...spanFacts(span) }) ?? "{}"}\n`);
  else
    for (const line of tableLines(slowest.map(rowOf), host.output.columns ?? Infinity))
      await write(host.output, `${line}\n`);
  return exitCode.ok;
}

const plain = { style: (_name: string, text: string) => text, columns: Infinity };

function rowOf({ span, ownMs, mission, turn }: SlowSpan) {
  const place = [mission === span ? undefined : mission, turn === span ? undefined : turn]
    .flatMap((around) => (around === undefined ? [] : [placeOf(spanFacts(around))]))
    .join(", ");
  return {
    "own time": timeText(ownMs),
    span: spanLine(spanFacts(span), 0, plain),
    in: place,
  };
}

function placeOf({ kind, name, agent, turn }: ReturnType<typeof spanFacts>): string {
  if (kind === "turn") return `turn ${String(turn ?? "")}`;
  return name ?? agent ?? "mission";
}
