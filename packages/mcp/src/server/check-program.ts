// Checks a program without running it: its mistakes, and the tools that it may call.

import { check, renderFail, type Memory } from "@ptc/lisp";
import { analyze, type ProgramEffects } from "@ptc/lisp/effects";
import { namedTools } from "@ptc/lisp/internal";
import type { ProgramRunner } from "@ptc/subagent/internal/programs";
import { availableTools, toolsOfFunctions } from "./library-functions.ts";
import type { SessionState } from "./session-state.ts";

const mostMistakes = 20;
const mostTools = 200;

export interface CheckedIn {
  readonly runner: ProgramRunner;
  /** The session in which the program would run, if it exists. */
  readonly state: SessionState | undefined;
}

/** Returns the result of `check_program`. Without a context, all of its fields are accepted. */
export async function checkProgram(
  source: string,
  context: Readonly<Record<string, unknown>> | undefined,
  { runner, state }: CheckedIn,
): Promise<object> {
  const { libraries } = runner.agent;
  const results = Object.fromEntries(state?.results ?? []);
  const shared = {
    tools: Object.fromEntries(runner.tools),
    ...(libraries === undefined ? {} : { libraries }),
    ...(context === undefined ? {} : { context: { ...results, ...context } }),
  };
  const found = await check(source, { ...shared, memoryNames: state?.memory.names() ?? [] });
  if (found.length === 0) {
    const memory = state === undefined ? {} : { memory: state.memory };
    const analysis = await analyze(source, { ...shared, ...memory });
    if (analysis.ok)
      return { ok: true, mistakes: [], tools: reachedTools(analysis.effects, runner) };
  }
  const definitions = state === undefined ? [] : definedSources(state.memory);
  const named = availableTools(runner, [
    ...[source, ...definitions].flatMap(namedTools),
    ...toolsOfFunctions(libraries, source, definitions),
  ]);
  return {
    ok: found.length === 0,
    mistakes: found.slice(0, mostMistakes).map((fail) => ({
      message: renderFail(fail),
      ...(fail.details?.position === undefined
        ? {}
        : { line: fail.details.position.line, column: fail.details.position.column }),
    })),
    tools: named.slice(0, mostTools).map((name) => ({ name, ...approvalOf(runner, name) })),
  };
}

/** Returns the tools that the program can reach, with the bounds of their calls. */
function reachedTools({ tools }: ProgramEffects, runner: ProgramRunner): readonly object[] {
  return tools.slice(0, mostTools).map(({ tool, least, most, isCertain }) => ({
    name: tool,
    ...(isCertain ? { certain: true } : {}),
    ...(Number.isFinite(most) ? { calls: { least, most } } : {}),
    ...approvalOf(runner, tool),
  }));
}

/** Returns the sources of functions in a memory, which may call tools too, and names of others. */
function definedSources(memory: Memory): readonly string[] {
  if (!memory.mayAwait) return [];
  const sources: string[] = [];
  JSON.stringify(memory, (name, value: unknown) => {
    // Functions of libraries are stored by name.
    if ((name === "source" || name === "function") && typeof value === "string")
      sources.push(value);
    return value;
  });
  return sources;
}

/** Says whether calls of the tool wait for an approval, or may. */
export function approvalOf(
  { agent }: ProgramRunner,
  name: string,
): { readonly approval?: "always" | "sometimes" } {
  const rule = agent.tools.get(name)?.waits?.needsApproval;
  if (rule === undefined || rule === false) return {};
  return { approval: rule === true ? "always" : "sometimes" };
}
