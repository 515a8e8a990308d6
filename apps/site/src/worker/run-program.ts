// Runs and checks programs in the worker.

import { TraceScope, type Fail, type TraceEvent } from "@ptc/core/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { printValue } from "@ptc/core/printing";
import { check, renderFail, run } from "@ptc/lisp";
import { analyze, effectTable } from "@ptc/lisp/effects";
import { format } from "@ptc/parser/format";
import type { PlaygroundState } from "../state/playground-state.ts";
import { dataContext } from "./data-context.ts";
import type { CheckReply, FailedReply, FormatReply, Mistake, RunReply } from "./messages.ts";
import { programTools } from "./mock-tools.ts";
import { traceRows } from "./trace-rows.ts";

const limits = { timeoutMs: 10_000, steps: 200_000_000 } as const;
/** The characters of a value that the page shows. */
const shownText = 100_000;
const shownEvents = 2_000;

export async function runProgram(state: PlaygroundState): Promise<RunReply | FailedReply> {
  const data = await dataContext(state.data);
  if (!data.ok) return { kind: "failed", message: data.message };
  const events: TraceEvent[] = [];
  const started = performance.now();
  const step = await run(state.program, {
    context: data.context,
    tools: await programTools(state.tools),
    limits,
    lastValue: "show",
    // Prints are what a model would see.
    hideFirewalled: true,
    trace: new TraceScope({
      sink: { emit: (event) => events.length < shownEvents && events.push(event) },
      clock: { now: () => performance.now() - started, monotonic: () => performance.now() },
      random: Math.random,
      traceId: "0".repeat(32),
    }),
  });
  return {
    kind: "run",
    ok: step.ok,
    text: shortText(step.ok ? laidOut(printValue(step.value)) : renderFail(step.fail)),
    prints: step.prints.map(shortText),
    mistakes: step.ok ? [] : mistakesOf([step.fail]),
    warnings: step.warnings ?? [],
    usage: {
      steps: step.usage.steps,
      memoryBytes: step.usage.memoryBytes,
      toolCalls: step.usage.toolCalls,
      durationMs: step.usage.durationMs,
    },
    trace: traceRows(events),
  };
}

/** Finds the mistakes and the effects of a program without running it or its tools. */
export async function checkProgram({ program, data, tools }: PlaygroundState): Promise<CheckReply> {
  const read = await dataContext(data);
  const options = {
    // Only the names of the tools matter, so no JavaScript of a link runs here.
    tools: Object.fromEntries(tools.map(({ name }) => [name, () => null])),
    ...(read.ok ? { context: read.context } : {}),
  };
  const mistakes = mistakesOf(await check(program, options));
  const problems = read.ok ? [] : [read.message];
  if (mistakes.length > 0) return { kind: "check", mistakes, effects: [], problems };
  const analysis = await analyze(program, options);
  return {
    kind: "check",
    mistakes,
    effects: analysis.ok ? effectTable(analysis.effects) : [],
    problems,
  };
}

export function formatProgram(program: string): FormatReply {
  const formatted = format(program);
  return { kind: "format", text: formatted.ok ? formatted.text : undefined };
}

function mistakesOf(fails: readonly Fail[]): readonly Mistake[] {
  return fails.flatMap((fail) => {
    const { position, hint, errors } = fail.details ?? {};
    const message = hint === undefined ? fail.message : `${fail.message} (${hint})`;
    return [{ message, start: position?.offset ?? 0 }, ...mistakesOf(errors ?? []).slice(0, 20)];
  });
}

/** Values have the syntax of programs, so the formatter lays them out. */
function laidOut(printed: string): string {
  if (printed.length > shownText) return printed;
  const formatted = format(printed);
  return formatted.ok ? formatted.text.trimEnd() : printed;
}

function shortText(text: string): string {
  return shortened(text, shownText);
}
