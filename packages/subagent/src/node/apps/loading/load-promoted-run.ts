// Reads a finished run for `promote`: the JSON of a step, or a recorded run, which is replayed.

import { LoadError } from "@ptc/core/internal/host";
import { decodedValue } from "@ptc/core/internal/stored";
import { readTextFile, type CurrentFolder } from "@ptc/core/internal/node";
import type { Libraries } from "@ptc/lisp";
import { defineAgent } from "../../../agent/agent.ts";
import { jsonOf, type ToolCase } from "../../../promotion/library-case.ts";
import type { PromotedRun } from "../../../promotion/promote.ts";
import type { MissionStep } from "../../../step/step.ts";
import { loadStep } from "./load-step.ts";

/** The most turns of a replayed run. */
const mostTurns = 1_000;

/** Returns the programs and the calls of a finished run. @throws LoadError naming the file */
export async function loadPromotedRun(
  current: CurrentFolder,
  path: string,
  {
    libraries,
    context,
  }: {
    readonly libraries: Libraries;
    /** The context of a step, which doesn't contain it. */
    readonly context: Readonly<Record<string, unknown>> | undefined;
  },
): Promise<PromotedRun> {
  const text = readTextFile(current, path, "step");
  if (isTrace(text))
    throw new LoadError(
      `${path}: this is a trace, which lacks the context and parts of long values: pass the file of ptc run --record, or of ptc run --step with --context`,
    );
  const recorded = isRecording(text) ? await replayed(text, path, libraries) : undefined;
  const step = recorded?.step ?? (await loadStep(text, `step ${path}`));
  return {
    programs: step.turns.flatMap(({ ok, program }) =>
      ok && program !== undefined ? [program] : [],
    ),
    context: context ?? recorded?.context ?? {},
    tools: step.turns.flatMap(({ toolCalls }) => toolCalls.flatMap(toolCase)),
  };
}

function isRecording(text: string): boolean {
  return /^\uFEFF?\s*\{"format":"ptc-run"/.test(text);
}

/** Also for a trace whose first line is missing. */
function isTrace(text: string): boolean {
  return /^\uFEFF?\s*\{"(?:format":"ptc-trace"|type":")/.test(text);
}

interface ReplayedRun {
  readonly step: MissionStep;
  readonly context: Readonly<Record<string, unknown>> | undefined;
}

/** The agent of the recording isn't needed: its responses and results are recorded. */
async function replayed(text: string, path: string, libraries: Libraries): Promise<ReplayedRun> {
  const { readRunRecording, RecordingError, replay } = await import("../../../recording/index.ts");
  try {
    const recording = readRunRecording(text);
    const names = recording.effects.flatMap(({ effect }) =>
      effect.type === "tool" ? [effect.name] : [],
    );
    const agent = defineAgent({
      prompt: "Promote a function.",
      maxTurns: mostTurns,
      turnBudget: mostTurns,
      libraries,
      tools: Object.fromEntries([...new Set(names)].map((name) => [name, () => null])),
    });
    const { step } = await replay(agent, recording);
    const { context } = recording.header;
    return {
      step,
      context:
        context === undefined
          ? undefined
          : (decodedValue(context, "context") as Readonly<Record<string, unknown>>),
    };
  } catch (error) {
    if (error instanceof RecordingError) throw new LoadError(`${path}: ${error.message}`);
    throw error;
  }
}

/** A call whose values can't be stored is omitted: its function gets no test. */
function toolCase({ name, args, result, error }: MissionStep["toolCalls"][number]): ToolCase[] {
  try {
    return [
      {
        tool: name,
        args: jsonOf(args),
        ...(error === undefined ? { result: jsonOf(result ?? null) } : { error }),
      },
    ];
  } catch {
    return [];
  }
}
