// Reads the programs of a trace for `ptc library promote`, with their calls of tools.

import { LoadError, isObject } from "@ptc/core/internal/host";
import { promotedCall, type PromotedProgram, type PromotedRun } from "@ptc/subagent/internal/node";
import { buildTraceTree, readTrace, type TraceSpan } from "@ptc/tracer";
import { isOmittedText } from "@ptc/tracer/internal";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";

/** Also for a trace whose first line is missing. */
export function isTrace(text: string): boolean {
  return /^\uFEFF?\s*\{"(?:format":"ptc-trace"|type":")/.test(text);
}

/**
 * Returns the programs of the trace's last mission. `context` is the data that they read, which
 * traces don't contain.
 * @throws LoadError for a trace without a mission
 */
export async function tracedRun(
  host: Host,
  path: string,
  text: string,
  context: PromotedRun["context"],
): Promise<PromotedRun> {
  const { events, problemCount, problems } = readTrace(text);
  const [problem] = problems;
  if (problem !== undefined)
    await writeLine(
      host.errors,
      `warning: ${path}: line ${String(problem.line)}: ${problem.message}${problemCount > 1 ? `, and ${String(problemCount - 1)} more` : ""}`,
    );
  const mission = buildTraceTree(events).findLast(({ name }) => name === "mission");
  if (mission === undefined)
    throw new LoadError(`${path}: the trace has no mission (pass the trace of ptc run)`);
  return {
    programs: mission.children.flatMap((turn) =>
      programsIn(turn).flatMap((program) => promotedProgram(turn, program)),
    ),
    context,
    isOmitted: isOmittedText,
  };
}

/** Returns the outermost programs of a turn, but not those of its child missions. */
function programsIn(turn: TraceSpan): readonly TraceSpan[] {
  return turn.children.flatMap((span) => {
    if (span.name === "program") return [span];
    return span.name === "mission" ? [] : programsIn(span);
  });
}

function promotedProgram(turn: TraceSpan, { start, end, children }: TraceSpan): PromotedProgram[] {
  if (turn.start?.type !== "turn-start" || start?.type !== "program-start") return [];
  const isTurnGood = turn.end?.type !== "turn-end" || turn.end.data.ok;
  return [
    {
      turn: turn.start.data.turn,
      ok: isTurnGood && end?.type === "program-end" && end.data.ok,
      source: start.data.source,
      tools: children.flatMap(callOf),
    },
  ];
}

/** A call without an end was interrupted. */
function callOf({ start, end }: TraceSpan): ReturnType<typeof promotedCall> {
  if (start?.type !== "tool-call-start" || end?.type !== "tool-call-end") return [];
  const { name, args } = start.data;
  const { ok, result, error = "the call failed" } = end.data;
  return isObject(args) ? promotedCall({ name, args, ...(ok ? { result } : { error }) }) : [];
}
