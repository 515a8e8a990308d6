// `ptc run`: loads the mission of a folder and its model, opens the files, and runs it.

import { resolve } from "node:path";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { loadMission } from "./load-mission.ts";
import { loadModel, type ModelWords } from "./load-model.ts";
import { openFiles, type NamedFiles } from "./run-files.ts";
import { runMission } from "./run-mission.ts";
import { jsonReport, textReport } from "./run-report.ts";
import { defaultTracePath } from "./trace-path.ts";

/** What the command line says of a run. */
export interface RunWords extends NamedFiles, Pick<ModelWords, "model" | "recording"> {
  readonly folder: string;
  readonly trace: string | undefined;
  /** Whether the step is told as JSON, and nothing else. */
  readonly isJson: boolean;
}

/** @throws UsageError */
export async function runFolder(
  host: Host,
  { folder, model, recording, trace, record, journal, step, isJson }: RunWords,
): Promise<ExitCode> {
  const mission = await loadMission(host, folder);
  const report = isJson ? jsonReport(host) : textReport(host);
  const loaded = await loadModel(host, folder, {
    model,
    recording,
    own: mission.mission.agent.llm,
    notice: report.notice,
  });
  const files = await openFiles(host, { record, journal, step });
  try {
    const tracePath =
      trace === undefined
        ? defaultTracePath(host.folder, folder, host.now())
        : resolve(host.folder, trace);
    return await runMission(host, mission, loaded, { ...files, tracePath }, report);
  } finally {
    files.record?.close();
    files.step?.close();
    await files.journal?.close();
  }
}
