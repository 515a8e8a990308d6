// `ptc resume`: reads a checkpoint and decisions, loads the mission again, and continues it.

import { resolve } from "node:path";
import { LoadError, presentFields } from "@ptc/core/internal/host";
import {
  loadMission,
  openRunFiles,
  type LoadedModel,
  type RunFilePaths,
} from "@ptc/subagent/internal/node";
import { defaultTracePath } from "@ptc/tracer/internal/node";
import { agentName } from "../ask/ask-mission.ts";
import { modelOf, waitingQuestion } from "../ask/ask-question.ts";
import { withLibraries } from "../library/given-libraries.ts";
import { rememberedOrigin, type MissionOrigin } from "../mission/recorded-missions.ts";
import type { AskSetup } from "../mission/ask-setup.ts";
import { rememberingLibraries } from "../mission/run-folder.ts";
import { runMission, type RunnableMission, type RunStart } from "../mission/run-mission.ts";
import { jsonReport, textReport } from "../mission/run-report.ts";
import { chooseModel, type ModelOptions } from "../models/choose-model.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { readCheckpointFile } from "../waiting/checkpoint-file.ts";
import { decisionsOf, type DecisionOptions } from "../waiting/decision-options.ts";
import { canAsk } from "../waiting/terminal-questions.ts";

/** The arguments and options of `ptc resume`. */
export interface ResumeArguments extends RunFilePaths, Pick<ModelOptions, "model" | "recording"> {
  readonly path: string;
  readonly folder: string | undefined;
  readonly libraries: string | undefined;
  readonly decisions: DecisionOptions;
  readonly trace: string | undefined;
  readonly asks: boolean;
  /** True to print each event at a terminal too. */
  readonly isVerbose: boolean;
  readonly isJson: boolean;
}

/** Resolves to the exit code. @throws LoadError */
export async function resumeFile(host: Host, args: ResumeArguments): Promise<ExitCode> {
  const { path, trace, record, journal, step, isJson, isVerbose } = args;
  const checkpoint = readCheckpointFile(host, path);
  const { pending, runId } = checkpoint;
  const decisions = decisionsOf(pending, args.decisions);
  const asks = args.asks && canAsk(host);
  const isTimed = pending.some(({ expiresAt, until }) => (expiresAt ?? until) !== undefined);
  // A fork, or a run that was killed between two calls, needs no decision.
  if (pending.length > 0 && decisions.size === 0 && !asks && !isTimed)
    throw new UsageError("no decision: use --approve, --deny, --edit or --answer", {
      isAboutArguments: true,
    });
  const report = isJson ? jsonReport(host) : textReport(host, { isVerbose });
  const { name, mission, loaded, start } = await waitingMission(host, args, runId, report.notice);
  const files = await openRunFiles(host, { record, journal, step });
  try {
    const tracePath =
      trace === undefined
        ? defaultTracePath(host.folder, name, host.now())
        : resolve(host.folder, trace);
    const paths = { ...files, tracePath, checkpointPath: resolve(host.folder, path) };
    return await runMission(host, mission, loaded, paths, report, {
      ...start,
      asks,
      from: { checkpoint, decisions: Object.fromEntries(decisions) },
    });
  } finally {
    files.step?.close();
    files.record?.close();
    await files.journal?.close();
  }
}

interface WaitingRun {
  /** The name of the mission's folder, or of an agent without one, for the trace. */
  readonly name: string;
  readonly mission: RunnableMission;
  readonly loaded: LoadedModel;
  readonly start: RunStart;
}

/** Loads the mission of a folder, or a question of `ptc ask` of this person. @throws LoadError */
async function waitingMission(
  host: Host,
  { path, folder: given, libraries, model, recording }: ResumeArguments,
  runId: string,
  notice: (line: string) => void,
): Promise<WaitingRun> {
  const origin: MissionOrigin | { readonly ask: AskSetup } | undefined =
    given === undefined ? rememberedOrigin(host, runId) : { folder: given };
  if (origin === undefined)
    throw new LoadError(
      `${path}: you didn't run this mission here, so its folder is unknown (pass the folder: ptc resume ${path} <mission folder>)`,
    );
  if ("ask" in origin) {
    const ask =
      libraries === undefined
        ? origin.ask
        : { ...origin.ask, libraries: resolve(host.folder, libraries) };
    const { mission, start } = await waitingQuestion(host, ask);
    const isChosen = model !== undefined || recording !== undefined;
    const choice = isChosen ? { folder: host.folder, ...presentFields({ model, recording }) } : ask;
    return { name: agentName, mission, start, loaded: await modelOf(host, choice, notice) };
  }
  const libraryFolder = libraries ?? origin.libraries;
  const mission = await withLibraries(host, await loadMission(host, origin.folder), libraryFolder);
  const own = mission.mission.agent.llm;
  const loaded = await chooseModel(host, origin.folder, { model, recording, own, notice });
  return {
    name: origin.folder,
    mission,
    loaded,
    start: rememberingLibraries(host, mission.file, libraryFolder),
  };
}
