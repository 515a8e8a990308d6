// What one run of a program costs, counted and not timed: steps, bytes by account, and the closures
// it was compiled to.

import { readForms } from "@ptc/parser/forms";
import type { Tools } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import { analyseProgram } from "../src/analysis/analyse-program.ts";
import { Analyser } from "../src/analysis/analyser.ts";
import type { AnalysedProgram, Node } from "../src/analysis/core-tree.ts";
import { builtinLibrary } from "../src/builtins/library/builtin-library.ts";
import type { Compilation } from "../src/compile/compilation.ts";
import type { ProgramCode } from "../src/compile/compile-program.ts";
import { loadLanguage } from "../src/run/load-language.ts";
import { createCompilation } from "../src/compile/compiler.ts";
import { toolTable } from "../src/effects/tool-table.ts";
import { resolveLimits } from "../src/evaluation/limits.ts";
import { evaluate } from "../src/run/evaluate.ts";
import { resolveRunOptions } from "../src/run/options.ts";

export interface Cost {
  readonly steps: number;
  readonly bytes: number;
  /** Nodes compiled to a closure of their own until the run ended; a fused form compiles fewer. */
  readonly closures: number;
}

export interface CostOptions {
  readonly context: Readonly<Record<string, unknown>>;
  readonly tools: Tools;
}

/** @throws where the program is wrong or fails */
export async function measureCost(source: string, { context, tools }: CostOptions): Promise<Cost> {
  await loadLanguage();
  const table = toolTable(tools, resolveLimits(undefined));
  const analysed = analyse(source, table);
  const counter = { closures: 0 };
  const compilation = counted(
    createCompilation(source, analysed.hasEffects),
    analysed.hasEffects,
    counter,
  );
  const thunk = compilation.any(wholeOf(analysed));
  const code: ProgramCode = {
    mayAwait: analysed.hasEffects,
    leavesAwaiting: analysed.hasEffects,
    world: compilation.world,
    run: (branch) => thunk(new Array<Value>(analysed.frameSize).fill(null), branch),
  };
  const step = await evaluate(
    source,
    { code },
    resolveRunOptions({ context, yieldMs: Infinity }, resolveLimits(undefined)),
    { tools: table, limits: resolveLimits(undefined), journal: undefined },
  );
  if (!step.ok) throw new Error(`${source} failed: ${step.fail.message}`);
  return { steps: step.usage.steps, bytes: step.usage.memoryBytes, closures: counter.closures };
}

function analyse(source: string, tools: ReturnType<typeof toolTable>): AnalysedProgram {
  const forms = readForms(source, { maxSourceLength: source.length });
  if (forms === undefined) throw new Error(`${source} cannot be read`);
  const analyser = new Analyser({
    source,
    builtins: builtinLibrary,
    advice: undefined,
    toolNames: tools,
    memoryNames: new Set(),
  });
  const analysed = analyseProgram(analyser, forms);
  if (analyser.errors.length > 0) throw new Error(`${source} is wrong`);
  return analysed;
}

/** The program as one node, as it is compiled in a run. */
function wholeOf({ body, hasEffects }: AnalysedProgram): Node {
  const [first] = body;
  if (first === undefined) throw new Error("the program is empty");
  return body.length === 1 ? first : { type: "do", body, site: first.site, awaits: hasEffects };
}

/**
 * Counts what the compilers ask `compilation` for; they recur through the object they are handed.
 */
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
