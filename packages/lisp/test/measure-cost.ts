// Measures the cost of a run without timing it: steps, bytes by account, and the compiled closures.

import { readForms } from "@ptc/parser/forms";
import { systemClock, type Tools } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import { analyzeProgram } from "../src/analysis/analyze-program.ts";
import { Analyzer } from "../src/analysis/analyzer.ts";
import type { AnalyzedProgram, Node } from "../src/analysis/core-tree.ts";
import { builtinLibrary } from "../src/builtins/library/builtin-library.ts";
import type { Compilation } from "../src/compile/compilation.ts";
import type { ProgramCode } from "../src/compile/compile-program.ts";
import { lazyCode } from "../src/loading/lazy-code.ts";
import { createCompilation } from "../src/compile/compiler.ts";
import { toolTable } from "../src/effects/tool-table.ts";
import { resolveLimits } from "../src/evaluation/limits.ts";
import { evaluate } from "../src/run/evaluate.ts";
import { resolveRunOptions } from "../src/options/resolve-options.ts";

export interface Cost {
  readonly steps: number;
  readonly bytes: number;
  /** The nodes compiled to their own closure before the run ended; a fused form compiles fewer. */
  readonly closures: number;
}

export interface CostOptions {
  readonly context: Readonly<Record<string, unknown>>;
  readonly tools: Tools;
}

/** @throws if the program is invalid or fails */
export async function measureCost(source: string, { context, tools }: CostOptions): Promise<Cost> {
  await lazyCode.loadLanguage();
  const table = toolTable(tools, resolveLimits(undefined), systemClock);
  const analyzed = analyze(source, table);
  const counter = { closures: 0 };
  const compilation = counted(
    createCompilation(source, analyzed.hasEffects, lazyCode),
    analyzed.hasEffects,
    counter,
  );
  const thunk = compilation.any(wholeOf(analyzed));
  const code: ProgramCode = {
    mayAwait: analyzed.hasEffects,
    leavesAwaiting: analyzed.hasEffects,
    world: compilation.world,
    run: (branch) => thunk(new Array<Value>(analyzed.frameSize).fill(null), branch),
  };
  const step = await evaluate(
    source,
    { code },
    resolveRunOptions({ context, yieldMs: Infinity }, resolveLimits(undefined)),
    { tools: table, limits: resolveLimits(undefined), journal: undefined },
    analyzed,
  );
  if (!step.ok) throw new Error(`${source} failed: ${step.fail.message}`);
  return { steps: step.usage.steps, bytes: step.usage.memoryBytes, closures: counter.closures };
}

function analyze(source: string, tools: ReturnType<typeof toolTable>): AnalyzedProgram {
  const forms = readForms(source, { maxSourceLength: source.length });
  if (forms === undefined) throw new Error(`${source} cannot be read`);
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
}

/** Returns the program as one node, as a run compiles it. */
function wholeOf({ body, hasEffects }: AnalyzedProgram): Node {
  const [first] = body;
  if (first === undefined) throw new Error("the program is empty");
  return body.length === 1 ? first : { type: "do", body, site: first.site, awaits: hasEffects };
}

/** Counts the compilers' requests to `compilation`; they recurse through the given object. */
function counted(
  compilation: Compilation,
  mayAwait: boolean,
  counter: { closures: number },
): Compilation {
  const [synchronous, any, inMode] = [
    compilation.synchronous.bind(compilation),
    compilation.any.bind(compilation),
    compilation.inMode.bind(compilation),
  ];
  const others = new Map<boolean, Compilation>([[mayAwait, compilation]]);
  compilation.synchronous = (node) => {
    counter.closures += 1;
    return synchronous(node);
  };
  compilation.any = (node) => {
    counter.closures += 1;
    return any(node);
  };
  compilation.inMode = (mode) => {
    const known = others.get(mode);
    if (known !== undefined) return known;
    const other = counted(inMode(mode), mode, counter);
    others.set(mode, other);
    return other;
  };
  return compilation;
}
