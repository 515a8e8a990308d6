// The state and recursion of one analysis as the handlers of forms see them, and the types of the
// lazily loaded handlers. The analyzer implements the interface, so handlers don't import the
// analyzer back. The types share a file because they refer to each other.

import type { Keyword, Value } from "@ptc/core/values";
import type { Form, Span } from "@ptc/parser";
import type { Builtin } from "../builtins/builtin.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import type { ContextNames } from "../evaluation/host/context-names.ts";
import type { UsedLibraries } from "../evaluation/library.ts";
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
  /** The names of all builtins. `builtin` returns the builtin itself. */
  readonly builtins: BuiltinLibrary;
  /** Forms that few programs use; `undefined` until they are loaded. */
  readonly lazyForms: LazyForms | undefined;
  /** Advice for mistakes; absent until the program turns out to be wrong. */
  readonly advice: Advice | undefined;
  readonly toolNames: ReadonlyMap<string, unknown>;
  /** Returns the name in `toolNames` of the tool that a program calls `name`. */
  findTool(name: string): string | undefined;
  /** Counts work that isn't proportional to the number of analyzed forms. */
  readonly meter: SourceMeter;
  /** The fields of the context; absent while they are unknown. */
  readonly contextNames: ContextNames | undefined;
  /** Names the program has defined so far. A name is in scope from its definition on. */
  readonly defined: Set<string>;
  /** The libraries of the host; undefined without the option `libraries`. */
  readonly libraries: KnownLibraries | undefined;
  /** Code that must be loaded before the program can be analyzed. */
  readonly missing: Set<ChunkName | "forms">;
  /** Set by forms that can reach an effect. */
  hasEffects: boolean;
  /**
   * The number of forms that may be notation of another language: names and literals before the
   * last form of a body, and operators that are arguments. A review decides.
   */
  oddForms: number;
  /** The functions of the program whose calls never wait. */
  readonly immediate: ImmediateFunctions;
  analyze(form: Form, context: Context): Node;
  /** Analyzes several forms. Only the last one is in the position of the whole. */
  analyzeBody(forms: readonly Form[], span: Span, context: Context): Node;
  /**
   * Runs `analyze` for code that runs inside `levels` further levels that aren't forms, and
   * returns its result.
   */
  nestedIn<Analyzed>(levels: number, analyze: () => Analyzed): Analyzed;
  /** Returns the nesting depth of the forms that `analyze` analyzes. */
  nestingOf(analyze: () => void): number;
  /** Returns the value of a form that evaluates to itself. */
  literal(form: Form): Value;
  /** Returns one instance for each keyword of a program. */
  keyword(text: string): Keyword;
  /** Records a mistake and returns a node in place of the wrong form. */
  report(found: AnalysisError | Mistake): Node;
  constant(value: Value, span: Span): Node;
  site(span: Span, operation: string): Site;
  /**
   * Returns the symbol that `form` means after `ns` and `require`. Usually that is `form` itself.
   * With `mayBeAlias`, a symbol may also name a library.
   */
  meant(form: SymbolForm, context: Context, mayBeAlias?: boolean): SymbolForm;
  isGlobal(name: string): boolean;
  globalNames(): Iterable<string>;
  /**
   * Returns the builtin that a program means by `name`. If it isn't loaded yet, notes it as
   * missing and returns a placeholder.
   */
  builtin(name: string): Builtin | undefined;
  /** Returns the source text of a span. */
  sourceText(span: Span): string;
}

/** Analyzes a special form with its arguments. */
export type SpecialFormHandler = (
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
) => Node;

/** The mistakes with unknown names. */
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

/** The errors for mistakes with forms and names. */
export type MistakeCatalog = {
  readonly [Name in keyof Mistakes]: (...details: DetailsOf<Name>) => AnalysisError;
};

/** The arguments from which the catalog creates an error. */
export type DetailsOf<Name extends keyof Mistakes> = Parameters<Mistakes[Name]>;

/** A mistake without its message. The catalog has the messages, and creates the error. */
export type Mistake = (catalog: MistakeCatalog) => AnalysisError;

/** The handlers and messages that few programs need. loading/lazy-forms.ts provides them. */
export interface LazyForms {
  readonly handlers: Readonly<Record<LazyFormName, SpecialFormHandler>>;
  readonly mistakes: MistakeCatalog;
  /**
   * Returns the mistake of reading a field of the whole context, or undefined if it has no such
   * field.
   */
  fieldOfData(
    analysis: Analysis,
    operation: string,
    args: readonly Form[],
  ): AnalysisError | undefined;
  /** Returns the error with suggestions for the name that was meant. */
  withSuggestions(error: AnalysisError): AnalysisError;
  /** Converts named arguments to a map. */
  readonly restMap: Builtin;
  /** Returns the value of a quoted form. */
  quotedValue(analysis: Analysis, form: Form): Value;
  /** Returns the value of a tagged literal. */
  taggedValue(analysis: Analysis, form: TaggedForm): Value;
  /**
   * Returns the body of a function with its conditions as assertions. The first form of `body` is
   * a map.
   */
  withConditions(body: readonly Form[]): readonly Form[];
  /**
   * Returns the names that `ns`, `require` and similar forms introduce at the start of a program.
   */
  readLibraries(analysis: Analysis, opening: readonly Form[]): LibraryNames;
}

/** The libraries that one source may use. */
export interface KnownLibraries {
  /** The libraries that the source uses; undefined if it uses none. */
  readonly used: UsedLibraries | undefined;
  /** The names of all libraries. */
  readonly names: readonly string[];
  /** Notes that the source requires the library. Returns false for an unknown one. */
  requireLibrary(library: string): boolean;
  /** Returns the public names of a library, or undefined if it isn't known. */
  members(library: string): readonly string[] | undefined;
  /** Returns the node for `library/name` as a value, or undefined if no library has the name. */
  value(analysis: Analysis, form: SymbolForm, context: Context): Node | undefined;
  /** Returns the node for `(library/name …)`, or undefined if no library has the name. */
  call(
    analysis: Analysis,
    form: ListForm,
    head: SymbolForm,
    args: readonly Form[],
    context: Context,
  ): Node | undefined;
  /** Returns the mistake in a name of a library, or undefined for other names. */
  mistake(form: SymbolForm): AnalysisError | undefined;
}
