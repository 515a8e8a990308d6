// Analyzes a source with the given function that prepares it, so that the functions of the package
// can use it without a cycle.

import type { Fail, Tools } from "@ptc/core/contracts";
import type { ProgramEffects } from "./effect-analysis.ts";
import { effectsOf, type AnalyzedSource, type AnalyzeOptions } from "./effects-of.ts";
import type { PrepareOptions } from "../options/run-options.ts";
import { resolveMemory } from "../persistence/memory.ts";

/** The effects of a program, or its mistakes. */
export type EffectAnalysis =
  | { readonly ok: true; readonly effects: ProgramEffects }
  | { readonly ok: false; readonly errors: readonly Fail[] };

/** Prepares a source. */
export type PrepareSource = (
  source: string,
  options: PrepareOptions,
) => Promise<
  | { readonly ok: true; readonly program: AnalyzedSource }
  | { readonly ok: false; readonly errors: readonly Fail[] }
>;

/** Returns the effects of a source whose libraries are checked. @throws OptionError */
export async function analyzeWith(
  prepare: PrepareSource,
  source: string,
  given: AnalyzeOptions,
): Promise<EffectAnalysis> {
  const { tools, limits, clock, libraries } = given;
  const memory = resolveMemory(given.memory);
  const prepared = await prepare(source, {
    memoryNames: memory.names(),
    ...(given.context === undefined ? {} : { context: given.context }),
    ...(tools === undefined ? {} : { tools: callable(tools) }),
    ...(limits === undefined ? {} : { limits }),
    ...(clock === undefined ? {} : { clock }),
    ...(libraries === undefined ? {} : { libraries }),
  });
  return prepared.ok
    ? { ok: true, effects: effectsOf(prepared.program, given) }
    : { ok: false, errors: prepared.errors };
}

/** Only the names of the tools matter. */
function callable(tools: Tools): Tools {
  const refused = (): never => {
    throw new Error("an analysis calls no tool");
  };
  return Object.fromEntries(Object.keys(tools).map((name) => [name, refused]));
}
