// `ptc run`: loads the mission of a folder and its model, opens the files, and runs it.

import { resolve } from "node:path";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { loadMission } from "./load-mission.ts";
import { loadModel, type ModelWords } from "./load-model.ts";
import { openFiles } from "./run-files.ts";
import { runMission } from "./run-mission.ts";
import { defaultTracePath } from "./trace-path.ts";

/** What the command line says of a run. */
export interface RunWords extends ModelWords {
  readonly folder: string;
  readonly trace: string | undefined;
  readonly record: string | undefined;
  readonly journal: string | undefined;
}

/** @throws UsageError */
export async function runFolder(
  host: Host,
  { folder, model, recording, trace, record, journal }: RunWords,
): Promise<ExitCode> {
  const mission = await loadMission(host, folder);
  const loaded = await loadModel(host, folder, { model, recording });
  const files = await openFiles(host, { record, journal });
  try {
    return await runMission(host, mission, loaded, {
      ...files,
      tracePath:
        trace === undefined
          ? defaultTracePath(host.folder, folder, host.now())
          : resolve(host.folder, trace),
    });
  } finally {
    files.record?.close();
    await files.journal?.close();
  }
}
