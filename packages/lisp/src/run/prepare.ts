// From source to a program that can run: read -> analyse -> compile. One prepared program runs over any amount of
// data, any number of times at once.

import { read } from "@ptc/parser";
import type { Fail } from "@ptc/core/contracts";
import { Analyser } from "../analysis/analyser.ts";
import { analyseProgram } from "../analysis/analyse-program.ts";
import type { AnalysedProgram } from "../analysis/core-tree.ts";
import { builtins } from "../builtins/table.ts";
import { compileProgram, type ProgramCode } from "../compile/compile-program.ts";
import { limitTable, type Limits } from "../evaluation/limits.ts";
import type { ToolTable } from "../evaluation/tool-table.ts";
import { analysisFail, parseFail } from "./fail.ts";
import { evaluate } from "./evaluate.ts";
import { holdsFunction } from "./holds-function.ts";
import { resolvePrepareOptions, resolveRunOptions, type PrepareOptions, type ProgramRunOptions } from "./options.ts";
import type { LispStep } from "./step.ts";

/** A program that is ready to run, or why it is not. */
export type Prepared =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly errors: readonly Fail[] };

/**
 * Reads, analyses and compiles `source`.
 * @throws OptionError for a bad option; a bad program is an answer, not an exception.
 */
export function prepare(source: string, options: PrepareOptions = {}): Prepared {
  const { tools, limits, memoryNames } = resolvePrepareOptions(options);
  const forms = read(source, { maxSourceLength: limits.sourceLength });
  if (!forms.ok) return { ok: false, errors: [withLimit(parseFail(forms.error), limits)] };
  const analyser = new Analyser({ source, builtins, toolNames: tools, memoryNames });
  const analysed = analyseProgram(analyser, forms.forms);
  if (analyser.errors.length > 0) {
    const { details: { errors: others = [], ...details } = {}, ...first } = analysisFail(analyser.errors, source);
    return { ok: false, errors: [{ ...first, details }, ...others] };
  }
  return { ok: true, program: new Program(source, analysed, tools, limits) };
}

/** The mistakes of `source`, without running it: empty when there are none. */
export function check(source: string, options: PrepareOptions = {}): readonly Fail[] {
  const prepared = prepare(source, options);
  return prepared.ok ? [] : prepared.errors;
}

/** A prepared program. Holds no state of any run. */
export class Program {
  readonly source: string;
  private readonly analysed: AnalysedProgram;
  private readonly tools: ToolTable;
  private readonly limits: Limits;
  private readonly code = new Map<boolean, ProgramCode>();

  constructor(source: string, analysed: AnalysedProgram, tools: ToolTable, limits: Limits) {
    this.source = source;
    this.analysed = analysed;
    this.tools = tools;
    this.limits = limits;
  }

  /** Runs the program once. Never rejects for what a program does; throws OptionError for a bad option. */
  async run<Return = unknown>(options: ProgramRunOptions<Return> = {}): Promise<LispStep<Return>> {
    const resolved = resolveRunOptions(options);
    const mayAwait = this.analysed.hasEffects || resolved.memory.mayAwait || resolved.history.some(holdsFunction);
    return evaluate(this.source, this.codeFor(mayAwait), { ...resolved, tools: this.tools, limits: this.limits });
  }

  /** Compiled when first needed, once for evaluations that may await and once for those that cannot. */
  private codeFor(mayAwait: boolean): ProgramCode {
    let code = this.code.get(mayAwait);
    if (code === undefined) this.code.set(mayAwait, (code = compileProgram(this.source, this.analysed, mayAwait)));
    return code;
  }
}

function withLimit(fail: Fail, limits: Limits): Fail {
  if (fail.reason !== "source_too_large") return fail;
  return { ...fail, details: { ...fail.details, limit: { option: "limits.sourceLength", value: limits.sourceLength, unit: limitTable.sourceLength.unit } } };
}
