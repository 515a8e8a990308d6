// Reads a finished run for `promote`: the JSON of a step, or a recorded run, which is replayed.

import { LoadError } from "@ptc/core/internal/host";
import { decodedValue } from "@ptc/core/internal/stored";
import { firewalledMarker } from "@ptc/core/internal/values";
import type { Libraries } from "@ptc/lisp";
import { defineAgent } from "../../../agent/agent.ts";
import { jsonOf, type ToolCase } from "../../../promotion/library-case.ts";
import type { PromotedRun } from "../../../promotion/promoted-run.ts";
import type { MissionStep } from "../../../step/step.ts";
import { loadStep } from "./load-step.ts";

/** The most turns of a replayed run. */
const mostTurns = 1_000;

/**
 * Returns the programs and the calls of a finished run. `text` is the content of the file.
 * @throws LoadError naming the file
 */
export async function loadPromotedRun(
  text: string,
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
  const recorded = isRecording(text) ? await replayed(text, path, libraries) : undefined;
  const step = recorded?.step ?? (await loadStep(text, `step ${path}`));
  return {
    programs: step.turns.flatMap(({ number, ok, program: source, toolCalls }) =>
      source === undefined
        ? []
        : [{ turn: number, ok, source, tools: toolCalls.flatMap(promotedCall) }],
    ),
    context: context ?? recorded?.context,
    // A step may be stored without firewalled values. A recording has all values.
    isOmitted: (text) => recorded === undefined && text.includes(firewalledMarker),
  };
}

function isRecording(text: string): boolean {
  return /^\uFEFF?\s*\{"format":"ptc-run"/.test(text);
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

/**
 * Returns a recorded call. A call whose values can't be stored is omitted: its function gets no
 * test.
 */
export function promotedCall({
  name,
  args,
  result,
  error,
}: Pick<MissionStep["toolCalls"][number], "name" | "args" | "result" | "error">): ToolCase[] {
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
