// Runs a loaded mission with a loaded model: shows its progress, writes the trace to a file, and
// shows the answer at the end.

import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import {
  resume,
  run,
  type Decisions,
  type Mission,
  type MissionCheckpoint,
  type MissionStep,
} from "@ptc/subagent";
import type { RunRecordingFile } from "@ptc/subagent/node";
import { createRunRecorder, type RunRecorder } from "@ptc/subagent/recordings";
import { combineSinks } from "@ptc/tracer";
import { createMissionTracer, type MissionTracer } from "@ptc/tracer/node";
import { jsonLine, countText } from "@ptc/core/internal/json";
import { type LoadedModel, type OpenRunFiles, Traffic } from "@ptc/subagent/internal/node";
import type { RunProgress } from "../live/run-progress.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";
import { decideAndResume, type Waiting } from "../waiting/decide-and-resume.ts";
import { checkpointKeys, usageError } from "../waiting/checkpoint-keys.ts";
import { checkpointPathFor } from "../waiting/checkpoint-file.ts";
import { canAsk } from "../waiting/terminal-questions.ts";
import { showWaiting } from "./show-waiting.ts";
import { endingLines } from "./ending-lines.ts";
import { rememberMission } from "./recorded-missions.ts";
import { textReport, type RunReport } from "./run-report.ts";

/** The files that a run writes. */
export interface RunFiles extends Partial<OpenRunFiles> {
  readonly tracePath: string;
  /** The file for the state of a mission that waits. Default: beside the folder of the trace. */
  readonly checkpointPath?: string;
}

/** How a mission begins, and what happens if it waits. */
export interface RunStart {
  /** True to ask about calls that wait, at a terminal. */
  readonly asks?: boolean;
  /** The state from which the mission continues. */
  readonly from?: { readonly checkpoint: MissionCheckpoint; readonly decisions: Decisions };
  /** Remembers how to load the mission of a run again. Default: its folder. */
  readonly remember?: (runId: string) => void;
  /** True to keep the context in the checkpoint, because it can't be read again. */
  readonly keepsContext?: boolean;
}

/** A mission, and its module if it has one. */
export interface RunnableMission {
  readonly mission: Mission;
  readonly file: string | undefined;
}

export async function runMission(
  host: Host,
  { mission, file }: RunnableMission,
  { model, heading }: LoadedModel,
  files: RunFiles,
  report: RunReport = textReport(host),
  { asks = false, from, keepsContext = false, ...start }: RunStart = {},
): Promise<ExitCode> {
  const { tracePath, record, journal, step: stepFile } = files;
  const { checkpointPath = checkpointPathFor(tracePath) } = files;
  const { style, print } = report;
  const screen = { ...host, output: report.screen };
  report.begin({ title: mission.title, file, model: heading });
  const context = await contextOf(mission);
  if (!context.ok) {
    await writeLine(
      host.errors,
      `ptc run: ${file ?? mission.title}: the context function failed: ${oneLine(context.message)}`,
    );
    return exitCode.failed;
  }
  const tracer = createMissionTracer(tracePath);
  /** The recorder of the last pass. */
  const last: { recorder?: RunRecorder } = {};
  /** Each pass records the run from its start. */
  const recorded = () => {
    if (record === undefined) return {};
    record.restart();
    last.recorder = recorderOf(host, record, folderOf(host, file));
    return { record: last.recorder };
  };
  const traffic = new Traffic();
  const abort = new AbortController();
  const stopListening = (["SIGINT", "SIGTERM"] as const).map((signal) =>
    host.onSignal(signal, () => {
      abort.abort();
    }),
  );
  try {
    const { progress } = report;
    const sink = combineSinks(tracer, traffic, progress);
    const explained = (runs: () => Promise<MissionStep>) => explainedRun(runs, progress);
    const { remember = rememberFolder(host, file) } = start;
    const isKept = keepsContext && from !== undefined;
    const options = {
      llm: model,
      ...(isKept ? {} : { context: context.value }),
      ...(keepsContext ? { keepContext: true } : {}),
      trace: sink,
      signal: abort.signal,
      // Readers of the stored step may want the model's messages.
      collectMessages: stepFile !== undefined,
      ...(journal === undefined ? {} : { onJournal: journal.onJournal }),
      ...checkpointKeys(host),
    };
    const proceed: Waiting["resume"] = async (checkpoint, decisions) => {
      try {
        return await resume(mission.agent, checkpoint, { ...options, ...recorded(), decisions });
      } finally {
        progress.rest();
      }
    };
    const begun =
      from === undefined
        ? await explained(() =>
            run(mission.agent, {
              ...options,
              ...recorded(),
              ...(journal === undefined ? {} : { journal: journal.journal }),
            }),
          )
        : await explained(() => proceed(from.checkpoint, from.decisions));
    const step =
      asks && canAsk(screen)
        ? await explained(() => decideAndResume(screen, begun, { print, resume: proceed }))
        : begun;
    if (step.status === "waiting")
      showWaiting(host, step, { remember, path: checkpointPath }, report);
    const isReported = await report.end(step);
    print("");
    showTrace(host, tracer, report);
    if (journal !== undefined)
      print(style("dim", `Journal: ${shownPath(host, resolve(host.folder, journal.path))}`));
    const { recorder } = last;
    const isRecorded = recorder === undefined || showRecording(host, recorder, record, report);
    const isStored = stepFile === undefined || (await storeStep(host, step, stepFile, report));
    const trace = shownPath(host, tracer.path);
    print("");
    const ending = { step, traffic: traffic.summary(), trace, screen: report.screen };
    for (const line of endingLines(host, ending)) print(line);
    if (!isRecorded || !isReported || !isStored) return exitCode.failed;
    if (step.status === "waiting") return exitCode.waiting;
    return step.ok ? exitCode.ok : exitCode.failed;
  } finally {
    for (const stop of stopListening) stop();
    tracer.close();
  }
}

/** @throws UsageError for a checkpoint, decisions or keys that don't fit */
async function explainedRun(
  runs: () => Promise<MissionStep>,
  progress: RunProgress,
): Promise<MissionStep> {
  try {
    return await runs();
  } catch (error) {
    throw usageError(error);
  } finally {
    progress.rest();
  }
}

type MissionContext =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

async function contextOf(mission: Mission): Promise<MissionContext> {
  try {
    return { ok: true, value: (await mission.context?.()) ?? {} };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function showTrace(host: Host, tracer: MissionTracer, { style, print, notice }: RunReport): void {
  const path = shownPath(host, tracer.path);
  const { fileCount } = tracer.below;
  if (tracer.error === undefined && tracer.lostEvents === 0) print(style("dim", `Trace: ${path}`));
  else notice(style("red", oneLine(`The trace ${path} is incomplete: ${lossText(tracer)}`)));
  if (fileCount > 0)
    print(
      style(
        "dim",
        `Traces of ${countText(fileCount, "child mission")}: ${shownPath(host, tracer.below.path)}`,
      ),
    );
}

/** Returns `12 events are lost, because of ENOSPC: …`. */
function lossText({ error, lostEvents }: MissionTracer): string {
  const reason = error?.message ?? "an unknown error";
  return lostEvents === 0
    ? reason
    : `${countText(lostEvents, "event")} ${lostEvents === 1 ? "is" : "are"} lost, because of ${reason}`;
}

function folderOf(host: Host, file: string | undefined): string {
  return file === undefined ? host.folder : dirname(resolve(host.folder, file));
}

function rememberFolder(host: Host, file: string | undefined): (runId: string) => void {
  return (runId) => {
    rememberMission(host, { runId, folder: folderOf(host, file) });
  };
}

/** The recording names the folder of the mission if it is inside the current folder. */
function recorderOf(host: Host, { write }: RunRecordingFile, folder: string): RunRecorder {
  const parts = relative(host.folder, folder)
    .split(sep)
    .filter((part) => part !== "");
  let isHeader = true;
  return createRunRecorder({
    write: (line) => {
      write(line);
      if (!isHeader) return;
      isHeader = false;
      const { runId } = JSON.parse(line) as { readonly runId: string };
      rememberMission(host, { runId, folder });
    },
    ...(parts[0] === ".." || isAbsolute(parts.join(sep)) ? {} : { mission: parts }),
  });
}

/** Returns true if the recording is complete. */
function showRecording(
  host: Host,
  { error }: RunRecorder,
  file: RunRecordingFile | undefined,
  { style, print, notice }: RunReport,
): boolean {
  const path = shownPath(host, file?.path ?? "");
  if (error === undefined) print(style("dim", `Recording: ${path}`));
  else notice(style("red", oneLine(`The recording ${path} is incomplete: ${error.message}`)));
  return error === undefined;
}

/** Writes the step to its file. Returns true if it is complete. */
async function storeStep(
  host: Host,
  step: MissionStep,
  file: RunRecordingFile,
  { style, print, notice }: RunReport,
): Promise<boolean> {
  const path = shownPath(host, file.path);
  const { stepToJson } = await import("@ptc/subagent/step-json");
  const line = jsonLine(stepToJson(step));
  try {
    if (line === undefined) throw new Error("the step is too large to write as JSON");
    file.write(`${line}\n`);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    notice(style("red", oneLine(`The step ${path} is incomplete: ${problem}`)));
    return false;
  }
  print(style("dim", `Step: ${path} (show it with ptc show)`));
  return true;
}

function shownPath(host: Host, path: string): string {
  const shown = relative(host.folder, path);
  return oneLine(shown.startsWith("..") ? path : shown);
}
