// Replays recorded runs with today's cases, without models and tools, and judges what they do now.
//
//   recording ─▶ its case ─▶ replay with today's agent ─▶ judge ─▶ report, with divergences

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import {
  readRunRecording,
  RecordingError,
  replay,
  type RunRecording,
} from "@ptc/subagent/recordings";
import { createMemoryTracer } from "@ptc/tracer";
import { requestCost } from "@ptc/llm/prices";
import type { EvalReport } from "../report/eval-report.ts";
import { EvalTally } from "../report/eval-tally.ts";
import type { EvalResult } from "../results/eval-result.ts";
import { caseVersionOf } from "../run/case-version.ts";
import { worldOf } from "../run/case-world.ts";
import { caseFailure, judgedStep } from "../run/judge-step.ts";
import { measuredOf } from "../run/measured-step.ts";
import { namesOf } from "../run/run-case.ts";
import type { EvalCase, EvalSuite } from "../suite/eval-case.ts";
import { runInNote } from "./run-note.ts";

/** The options of `replayEval`. */
export interface ReplayEvalOptions {
  readonly suite: EvalSuite;
  /** The texts of recordings that `runRecorder` made, with names for problems. */
  readonly recordings:
    | Iterable<{ readonly name: string; readonly text: string }>
    | AsyncIterable<{ readonly name: string; readonly text: string }>;
  readonly signal?: AbortSignal;
}

/** The report of replayed runs. */
export interface ReplayedEval {
  readonly report: EvalReport;
  /** Recordings that can't be read or have no case in the suite, at most 100. */
  readonly problems: readonly string[];
}

const mostProblems = 100;
const longestText = 1_000;

/**
 * Replays each recording with its case of today, and judges the step. Models and tools answer from
 * the recording; a call that it doesn't have ends that run with `replay_diverged`. So you see what
 * a change of the language, the limits, a signature or an agent does to yesterday's runs.
 * @throws OptionError for a bad option or case
 */
export async function replayEval(options: ReplayEvalOptions): Promise<ReplayedEval> {
  assertKnownOptions(options, [
    ...(["suite", "recordings", "signal"] as const),
  ] satisfies (keyof ReplayEvalOptions)[]);
  const { suite, recordings, signal = new AbortController().signal } = options;
  const cases = new Map<string, EvalCase>();
  for (const one of suite.cases()) cases.set(one.name, one);
  const tally = new EvalTally({ suite: suite.name });
  const problems: string[] = [];
  for await (const { name, text } of recordings) {
    if (signal.aborted) break;
    const result = await replayed(text, cases, signal);
    if (typeof result !== "string") tally.add(result);
    else if (problems.length < mostProblems) problems.push(`${name}: ${result}`);
  }
  return { report: tally.report(), problems };
}

/** Returns the result of a recording, or the reason why it is missing. */
async function replayed(
  text: string,
  cases: ReadonlyMap<string, EvalCase>,
  signal: AbortSignal,
): Promise<EvalResult | string> {
  const recording = readable(text);
  if (typeof recording === "string") return recording;
  const run = runInNote(recording.header.note);
  if (run === undefined) return "it isn't a recording of an eval";
  const one = cases.get(run.caseName);
  if (one === undefined) return `the suite has no case ${JSON.stringify(run.caseName)}`;
  const { variant, repeat } = run;
  const names = namesOf({
    one,
    caseVersion: caseVersionOf(one),
    variant: { name: variant },
    repeat,
  });
  try {
    const world = await worldOf(one);
    const trace = createMemoryTracer();
    const { step, divergence } = await replay(world.agent, recording, {
      ...(world.context === undefined ? {} : { context: world.context }),
      ...(world.deps === undefined ? {} : { deps: world.deps }),
      trace,
      signal,
    });
    const judged = await judgedStep({
      ...{ one, world, step },
      context: { signal, price: requestCost },
    });
    return {
      ...names,
      ...measuredOf(step, trace.tree(), { waitedMs: 0, isEstimated: false }),
      ...judged,
      ...(divergence === undefined
        ? {}
        : { divergence: shortened(`at ${divergence.at}: ${divergence.message}`, longestText) }),
    };
  } catch (error) {
    return { ...names, ...caseFailure(error) };
  }
}

function readable(text: string): RunRecording | string {
  try {
    return readRunRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) return error.message;
    throw error;
  }
}
