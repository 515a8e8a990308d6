// Writes the reports of an eval to files, and compares it with `--fail-under`.

import { writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import { reportHtml, reportJUnit, type EvalReport } from "@ptc/evals";
import { messageOf } from "../files/optional-package.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";

export interface ReportFiles {
  readonly html: string | undefined;
  readonly json: string | undefined;
  readonly junit: string | undefined;
}

/**
 * Writes the requested reports. `traceOf` returns the file of a trace. @throws LoadError naming the
 * file that can't be written
 */
export async function writeReports(
  { folder }: Pick<Host, "folder">,
  report: EvalReport,
  { html, json, junit }: ReportFiles,
  traceOf?: (traceId: string) => string,
): Promise<void> {
  const put = async (file: string | undefined, text: (path: string) => string): Promise<void> => {
    if (file === undefined) return;
    const path = resolve(folder, file);
    try {
      await writeFile(path, text(path));
    } catch (error) {
      throw new LoadError(`${file}: ${messageOf(error)}`);
    }
  };
  await put(json, () => `${JSON.stringify(report, null, 2)}\n`);
  await put(junit, () => reportJUnit(report));
  await put(html, (path) =>
    reportHtml(report, {
      traceLink: ({ traceId }) =>
        traceId === undefined || traceOf === undefined
          ? undefined
          : encodeURI(relative(dirname(path), traceOf(traceId))),
    }),
  );
}

/** Returns the exit code, and says which variants are below the share. */
export async function exitUnder(
  host: Host,
  { variants }: EvalReport,
  failUnder = 0,
): Promise<ExitCode> {
  const below = variants.filter(({ passRate = 0 }) => passRate < failUnder);
  for (const { name, passRate = 0 } of below)
    await write(
      host.errors,
      `${oneLine(name, 100)} passed ${(passRate * 100).toFixed(1)}%, less than --fail-under ${String(failUnder)}\n`,
    );
  return below.length > 0 ? exitCode.failed : exitCode.ok;
}
