// The state and recursion of one analysis, as handlers of forms receive them, and the handlers that
// load lazily. The analyzer implements it, so handlers don't import the analyzer back. The types
// are in one file because they refer to each other.

import type { Keyword, Value } from "@ptc/core/values";
import type { Form, Span } from "@ptc/parser";
import type { Builtin } from "../builtins/builtin.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import type { ContextNames } from "../evaluation/host/context-names.ts";
import type { Site } from "../evaluation/site.ts";
import type { Advice } from "./advice.ts";
import type { AnalysisError } from "./analysis-error.ts";
import type { FormMistakes } from "./form-mistakes.ts";
import type { ListForm, SymbolForm, TaggedForm } from "./form-tools.ts";
import type { LazyFormName } from "./lazy-form-name.ts";
import type { LibraryNames } from "./library-names.ts";
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

/** Analyzes a special form with its arguments. */
export type SpecialFormHandler = (
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
) => Node;

/** The mistakes of unknown names. */
interface NameMistakes {
  unresolved(
    analysis: Analysis,
    form: SymbolForm,
    context: Context,
    isCalled: boolean,
  ): AnalysisError;
  unresolvedQualified(analysis: Analysis, form: SymbolForm, namespace: string): AnalysisError;
  missingField(analysis: Analysis, form: SymbolForm): AnalysisError;
  unknownTool(analysis: Analysis, form: SymbolForm): AnalysisError;
}

type Mistakes = FormMistakes & NameMistakes;

/** The errors for mistakes, of forms and of names. */
export type MistakeCatalog = {
  readonly [Name in keyof Mistakes]: (...details: DetailsOf<Name>) => AnalysisError;
};

/** The arguments from which the catalog makes an error. */
export type DetailsOf<Name extends keyof Mistakes> = Parameters<Mistakes[Name]>;

/** A mistake without its message, which the catalog has. */
export type Mistake = (catalog: MistakeCatalog) => AnalysisError;

/** The handlers and messages that few programs need; loading/lazy-forms.ts has them. */
export interface LazyForms {
  readonly handlers: Readonly<Record<LazyFormName, SpecialFormHandler>>;
  readonly mistakes: MistakeCatalog;
  /** The mistake of reading a field of the whole context; undefined where it has no such field. */
  fieldOfData(
    analysis: Analysis,
    operation: string,
    args: readonly Form[],
  ): AnalysisError | undefined;
  /** The error with the names that may have been meant. */
  withSuggestions(error: AnalysisError): AnalysisError;
  /** The value of a text with a tag. */
  taggedValue(analysis: Analysis, form: TaggedForm): Value;
  /** The body of a function, whose first form is a map, with the conditions in it as assertions. */
  withConditions(body: readonly Form[]): readonly Form[];
  /** The names that `ns`, `require` and their like give, which open a program. */
  readLibraries(analysis: Analysis, opening: readonly Form[]): LibraryNames;
}
