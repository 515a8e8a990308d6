// What the handlers of forms are given: the recursion and the state of one analysis. The analyzer
// implements it; that handlers know only this keeps them from importing the analyzer back.

import type { Keyword, Value } from "@ptc/core/values";
import type { Form, Span } from "@ptc/parser";
import type { Builtin } from "../builtins/builtin.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import type { ContextNames } from "../evaluation/host/context-names.ts";
import type { Site } from "../evaluation/site.ts";
import type { Advice } from "./advice.ts";
import type { AnalysisError } from "./analysis-error.ts";
import type { SymbolForm } from "./form-tools.ts";
import type { LazyForms } from "./lazy-form.ts";
import type { Mistake } from "./mistakes.ts";
import type { Node } from "./core-tree.ts";
import type { ImmediateFunctions } from "./immediate-functions.ts";
import type { Context } from "./scope.ts";
import type { SourceMeter } from "./source-meter.ts";

export interface Analysis {
  /** The names of all builtins; what one is, `builtin` says. */
  readonly builtins: BuiltinLibrary;
  /** Forms that few programs use; `undefined` until they are loaded. */
  readonly lazyForms: LazyForms | undefined;
  /** For mistakes; absent until a program turns out to be wrong. */
  readonly advice: Advice | undefined;
  readonly toolNames: ReadonlyMap<string, unknown>;
  /** Is told of work that is not in proportion to the forms that are analyzed. */
  readonly meter: SourceMeter;
  /** The fields of the context; absent where it is not known yet. */
  readonly contextNames: ContextNames | undefined;
  /** Names the program has defined so far; in sight from their definition on. */
  readonly defined: Set<string>;
  /** What has to be loaded before the program can be analyzed. */
  readonly missing: Set<ChunkName | "forms">;
  /** Set by forms that reach an effect. */
  hasEffects: boolean;
  /** Which functions of the program a call of need not be waited for. */
  readonly immediate: ImmediateFunctions;
  analyze(form: Form, context: Context): Node;
  /** Several forms of which only the last is in the position of the whole. */
  analyzeBody(forms: readonly Form[], span: Span, context: Context): Node;
  /** What `analyze` answers for code that runs inside so many levels that are no forms. */
  nestedIn<Analyzed>(levels: number, analyze: () => Analyzed): Analyzed;
  /** How deep the forms nest that `analyze` analyzes. */
  nestingOf(analyze: () => void): number;
  /** The value of a form that stands for itself. */
  literal(form: Form): Value;
  /** One instance for each keyword of a program. */
  keyword(text: string): Keyword;
  /** Notes a mistake; the node returned stands for the form that is wrong. */
  report(found: AnalysisError | Mistake): Node;
  constant(value: Value, span: Span): Node;
  site(span: Span, operation: string): Site;
  /** The symbol that `form` stands for by what opened the program; as a rule itself. */
  meant(form: SymbolForm, context: Context): SymbolForm;
  isGlobal(name: string): boolean;
  globalNames(): Iterable<string>;
  /**
   * The builtin a program means by `name`. One that is not loaded is noted, and another stands for
   * it meanwhile.
   */
  builtin(name: string): Builtin | undefined;
  /** The text of a span. */
  sourceText(span: Span): string;
}
