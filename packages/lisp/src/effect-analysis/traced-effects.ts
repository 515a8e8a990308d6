// The effects of a program for its trace event.

import type { TracedEffect } from "@ptc/core/contracts";
import type { AnalyzedProgram } from "../analysis/core-tree.ts";
import type { Libraries } from "../analysis/known-libraries.ts";
import type { ProgramSettings } from "../evaluation/evaluation-options.ts";
import type { ResolvedRunOptions } from "../options/resolve-options.ts";
import { analyzeEffects } from "./analyze-effects.ts";

/** Returns the tools that the program could call. The context isn't read for it. */
export function tracedEffects(
  source: string,
  analyzed: AnalyzedProgram,
  { memory, history, journal }: ResolvedRunOptions<unknown>,
  { tools, libraries }: Pick<ProgramSettings, "tools" | "libraries">,
): readonly TracedEffect[] {
  const effects = analyzeEffects({
    source,
    analyzed,
    tools,
    memoryNames: new Set(memory.names()),
    memory: (name) => memory.get(name),
    history,
    journalSources: [],
    hasSharedJournal: journal !== undefined,
    libraries: libraries as Libraries | undefined,
    context: undefined,
  });
  return effects.tools.map(({ tool, least, most }) => ({
    tool,
    least,
    ...(Number.isFinite(most) ? { most } : {}),
  }));
}
