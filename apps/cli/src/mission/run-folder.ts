// `ptc run`: loads the mission of a folder and its model, opens the files, and runs it.

import { dirname, resolve } from "node:path";
import { loadMission, openRunFiles, type RunFilePaths } from "@ptc/subagent/internal/node";
import { defaultTracePath } from "@ptc/tracer/internal/node";
import { withLibraries } from "../library/given-libraries.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { chooseModel, type ModelOptions } from "../models/choose-model.ts";
import { checkpointPathFor } from "../waiting/checkpoint-file.ts";
import { rememberMission } from "./recorded-missions.ts";
import { runMission, type RunStart } from "./run-mission.ts";
import { jsonReport, textReport } from "./run-report.ts";

/** The arguments and options of `ptc run`. */
export interface RunArguments extends RunFilePaths, Pick<ModelOptions, "model" | "recording"> {
  readonly folder: string;
  /** A folder whose libraries replace those of the agent. */
  readonly libraries: string | undefined;
  readonly trace: string | undefined;
  /** The file for the state of a mission that waits. */
  readonly checkpoint: string | undefined;
  /** True to ask about calls that wait, at a terminal. */
  readonly asks: boolean;
  /** True to print each event at a terminal too. */
  readonly isVerbose: boolean;
  /** True to print only the step, as JSON. */
  readonly isJson: boolean;
}

/** Resolves to the exit code. @throws LoadError */
export async function runFolder(host: Host, args: RunArguments): Promise<ExitCode> {
  const { folder, model, recording, trace, record, journal, step, checkpoint, isJson, isVerbose } =
    args;
  const mission = await withLibraries(host, await loadMission(host, folder), args.libraries);
  const report = isJson ? jsonReport(host) : textReport(host, { isVerbose });
  const loaded = await chooseModel(host, folder, {
    model,
    recording,
    own: mission.mission.agent.llm,
    notice: report.notice,
  });
  const files = await openRunFiles(host, { record, journal, step });
  try {
    const defaultPath = defaultTracePath(host.folder, folder, host.now());
    const tracePath = trace === undefined ? defaultPath : resolve(host.folder, trace);
    const checkpointPath =
      checkpoint === undefined ? checkpointPathFor(defaultPath) : resolve(host.folder, checkpoint);
    const paths = { ...files, tracePath, checkpointPath };
    return await runMission(host, mission, loaded, paths, report, {
      asks: args.asks,
      ...rememberingLibraries(host, mission.file, args.libraries),
    });
  } finally {
    files.record?.close();
    files.step?.close();
    await files.journal?.close();
  }
}

/** Remembers the folder of the libraries with the one of the mission, for `ptc resume`. */
export function rememberingLibraries(
  host: Host,
  file: string,
  libraries: string | undefined,
): Pick<RunStart, "remember"> {
  if (libraries === undefined) return {};
  const origin = { folder: dirname(file), libraries: resolve(host.folder, libraries) };
  return {
    remember: (runId) => {
      rememberMission(host, { runId, ...origin });
    },
  };
}
