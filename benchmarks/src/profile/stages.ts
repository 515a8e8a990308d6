// The stages of a run, one by one, from the sources of the package; `run` does all of them at once.
// This module is bundled before the measurement, once unchanged and once without metering.
import type { Form } from "@ptc/parser";
import { readForms } from "@ptc/parser/forms";
import { analyzeProgram } from "../../../packages/lisp/src/analysis/analyze-program.ts";
import { Analyzer } from "../../../packages/lisp/src/analysis/analyzer.ts";
import type { AnalyzedProgram } from "../../../packages/lisp/src/analysis/core-tree.ts";
import { builtinLibrary } from "../../../packages/lisp/src/builtins/library/builtin-library.ts";
import {
  compileProgram,
  type ProgramCode,
} from "../../../packages/lisp/src/compile/compile-program.ts";
import { resolveLimits } from "../../../packages/lisp/src/evaluation/limits.ts";
import { toolTable } from "../../../packages/lisp/src/effects/tool-table.ts";
import { evaluate } from "../../../packages/lisp/src/run/evaluate.ts";
import { lazyCode } from "../../../packages/lisp/src/loading/lazy-code.ts";
import { resolveRunOptions } from "../../../packages/lisp/src/options/resolve-options.ts";

/** The result of an evaluation, and its usage. */
export interface Outcome {
  readonly value: unknown;
  readonly steps: number;
  readonly bytes: number;
}

export interface Stages {
  load(): Promise<void>;
  read(source: string): readonly Form[];
  analyze(source: string, forms: readonly Form[]): AnalyzedProgram;
  compile(source: string, analyzed: AnalyzedProgram): ProgramCode;
  run(
    source: string,
    analyzed: AnalyzedProgram,
    code: ProgramCode,
    context: Readonly<Record<string, unknown>>,
  ): Promise<Outcome>;
}

const limits = resolveLimits(undefined);
const tools = toolTable(undefined, limits, resolveRunOptions({}, limits).clock);

export const stages: Stages = {
  load: async () => {
    await lazyCode.loadLanguage();
  },
  read: (source) => {
    const forms = readForms(source, { maxSourceLength: limits.sourceLength });
    if (forms === undefined) throw new Error(`${source} cannot be read`);
    return forms;
  },
  analyze: (source, forms) => {
    const analyzer = new Analyzer({
      source,
      builtins: builtinLibrary,
      lazyForms: lazyCode.language.loaded?.lazyForms,
      advice: undefined,
      toolNames: tools,
      memoryNames: new Set(),
    });
    const analyzed = analyzeProgram(analyzer, forms);
    if (analyzer.errors.length > 0) throw new Error(`${source} is wrong`);
    return analyzed;
  },
  compile: (source, analyzed) => compileProgram(source, analyzed, analyzed.hasEffects, lazyCode),
  run: async (source, analyzed, code, context) => {
    const step = await evaluate(
      source,
      { code },
      resolveRunOptions({ context, yieldMs: Infinity }, limits),
      {
        tools,
        limits,
        journal: undefined,
      },
      analyzed,
    );
    if (!step.ok) throw new Error(`${source}: ${step.fail.message}`);
    return { value: step.return, steps: step.usage.steps, bytes: step.usage.memoryBytes };
  },
};
