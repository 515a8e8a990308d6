// `analyze`: the effects of a source, with the options that it will run with.

import type { AnalyzeOptions } from "../effect-analysis/effects-of.ts";
import { analyzeWith, type EffectAnalysis } from "../effect-analysis/analyze-with.ts";
import { prepare, withLibraries } from "./start.ts";

/**
 * Lists what a program may do, without running it: no run calls a tool that isn't listed, or calls
 * one more often than `most`, and each run that ends normally makes the calls of `least`. Pass the
 * options of the run. Functions that your tools return, or that your context contains, aren't
 * followed.
 *
 * @example
 *   const analysis = await analyze("(mapv tool/refund data/orders)", { tools, context });
 *   if (analysis.ok) console.log(analysis.effects.tools[0]?.most);
 *
 * @throws OptionError for a bad option
 */
export function analyze(source: string, options: AnalyzeOptions = {}): Promise<EffectAnalysis> {
  return withLibraries<AnalyzeOptions, EffectAnalysis>(options, (given) =>
    analyzeWith(prepare, source, given),
  );
}
