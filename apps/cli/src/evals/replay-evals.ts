// `ptc eval-missions --against`: replays recorded runs with today's cases, and reports.

import { oneLine } from "@ptc/core/internal/errors";
import type { EvalSuite } from "@ptc/evals";
import { reportLines } from "@ptc/evals/node";
import { replayEval } from "@ptc/evals/recordings";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { recordingsIn } from "./eval-recordings.ts";
import { exitUnder, writeReports, type ReportFiles } from "./eval-reports.ts";

/** Resolves to the exit code: 1 if a run diverges from its recording. @throws LoadError */
export async function replayEvals(
  host: Host,
  suite: EvalSuite,
  folder: string,
  { failUnder, ...files }: ReportFiles & { readonly failUnder: number | undefined },
): Promise<ExitCode> {
  const { report, problems } = await replayEval({ suite, recordings: recordingsIn(host, folder) });
  for (const problem of problems) await write(host.errors, `${oneLine(problem, 500)}\n`);
  const columns = host.output.columns ?? Infinity;
  for (const line of reportLines(report, { columns, style: styleFor(host.output, host) }))
    await write(host.output, `${line}\n`);
  await writeReports(host, report, files);
  const code = await exitUnder(host, report, failUnder);
  const isSame = report.variants.every(({ diverged }) => diverged === undefined);
  return isSame && problems.length === 0 ? code : exitCode.failed;
}
