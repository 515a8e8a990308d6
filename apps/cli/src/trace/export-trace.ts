// `ptc trace export`: writes traces in the formats of profile viewers.

import { writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { LoadError, isObject } from "@ptc/core/internal/host";
import { oneLine } from "@ptc/core/internal/errors";
import { chromeTrace, speedscopeProfile } from "@ptc/tracer";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { readRuns } from "./read-runs.ts";

export interface ExportOptions {
  readonly path: string;
  /** The new file for Chrome trace JSON. */
  readonly chrome: string | undefined;
  /** The new file for a speedscope profile. */
  readonly speedscope: string | undefined;
}

/** @throws UsageError without a format, LoadError if nothing can be read or written */
export async function exportTrace(
  host: Host,
  { path, chrome, speedscope }: ExportOptions,
): Promise<ExitCode> {
  if (chrome === undefined && speedscope === undefined)
    throw new UsageError("missing format: pass --chrome file.json or --speedscope file.json", {
      isAboutArguments: true,
    });
  const { roots } = await readRuns(host, path);
  if (chrome !== undefined) {
    writeNew(host, "chrome", chrome, chromeTrace(roots));
    await writeLine(host.output, `${oneLine(chrome)}: open it in https://ui.perfetto.dev`);
  }
  if (speedscope !== undefined) {
    writeNew(host, "speedscope", speedscope, speedscopeProfile(roots, basename(path)));
    await writeLine(host.output, `${oneLine(speedscope)}: open it in https://www.speedscope.app`);
  }
  return exitCode.ok;
}

/** Writes a file that must not exist, so that a wrong path can't destroy a trace. */
function writeNew(host: Host, option: string, path: string, content: object): void {
  try {
    const file = resolve(host.folder, path);
    writeFileSync(file, `${JSON.stringify(content)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new LoadError(`--${option} ${path}: ${writeProblem(error)}`);
  }
}

function writeProblem(error: unknown): string {
  const code = isObject(error) ? error["code"] : undefined;
  if (code === "EEXIST") return "the file exists already (choose another name)";
  const message = error instanceof Error ? error.message : String(error);
  return `can't be written: ${oneLine(message)}`;
}
