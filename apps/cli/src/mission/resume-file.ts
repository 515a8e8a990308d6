// `ptc resume`: reads a checkpoint and decisions, loads the mission again, and continues it.

import { resolve } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import { loadMission, openRunFiles, type RunFilePaths } from "@ptc/subagent/internal/node";
import { defaultTracePath } from "@ptc/tracer/internal/node";
import { rememberedMission } from "./recorded-missions.ts";
import { runMission } from "./run-mission.ts";
import { jsonReport, textReport } from "./run-report.ts";
import { chooseModel, type ModelOptions } from "../models/choose-model.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { readCheckpointFile } from "../waiting/checkpoint-file.ts";
import { decisionsOf, type DecisionOptions } from "../waiting/decision-options.ts";
import { canAsk } from "../waiting/terminal-questions.ts";

/** The arguments and options of `ptc resume`. */
export interface ResumeArguments
  extends Omit<RunFilePaths, "record">, Pick<ModelOptions, "model" | "recording"> {
  readonly path: string;
  readonly folder: string | undefined;
  readonly decisions: DecisionOptions;
  readonly trace: string | undefined;
  readonly asks: boolean;
  readonly isJson: boolean;
}

/** Resolves to the exit code. @throws LoadError */
export async function resumeFile(host: Host, args: ResumeArguments): Promise<ExitCode> {
  const { path, model, recording, trace, journal, step, isJson } = args;
  const checkpoint = readCheckpointFile(host, path);
  const { pending, effects, runId } = checkpoint;
  const decisions = decisionsOf(pending, args.decisions);
  const asks = args.asks && canAsk(host);
  const isTimed = pending.some(({ expiresAt, until }) => (expiresAt ?? until) !== undefined);
  // A fork, or a run that was killed between two calls, needs no decision.
  if (pending.length > 0 && decisions.size === 0 && !asks && !isTimed)
    throw new UsageError("no decision: use --approve, --deny, --edit or --answer", {
      isAboutArguments: true,
    });
  const folder = args.folder ?? rememberedMission(host, runId);
  if (folder === undefined)
    throw new LoadError(
      `${path}: you didn't run this mission here, so its folder is unknown (pass the folder: ptc resume ${path} <mission folder>)`,
    );
  const mission = await loadMission(host, folder);
  const report = isJson ? jsonReport(host) : textReport(host);
  const loaded = await chooseModel(host, folder, {
    model,
    recording,
    answered: effects.filter(({ type }) => type === "model").length,
    own: mission.mission.agent.llm,
    notice: report.notice,
  });
  const files = await openRunFiles(host, { record: undefined, journal, step });
  try {
    const tracePath =
      trace === undefined
        ? defaultTracePath(host.folder, folder, host.now())
        : resolve(host.folder, trace);
    const paths = { ...files, tracePath, checkpointPath: resolve(host.folder, path) };
    return await runMission(host, mission, loaded, paths, report, {
      asks,
      from: { checkpoint, decisions: Object.fromEntries(decisions) },
    });
  } finally {
    files.step?.close();
    await files.journal?.close();
  }
}
