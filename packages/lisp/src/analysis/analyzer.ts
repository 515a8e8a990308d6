// Turns forms into the core tree. The analyzer continues after a mistake, so that a model learns of
// several at once. A wrong form becomes nil in the tree, which is then never run.

import { Keyword, RegexValue, type Value } from "@ptc/core/values";
import type { Form, Span } from "@ptc/parser";
import { Builtin } from "../builtins/builtin.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import type { ContextNames } from "../evaluation/host/context-names.ts";
import type { Site } from "../evaluation/site.ts";
import type { Advice } from "./advice.ts";
import { findTool } from "../effects/find-tool.ts";
import type { AnalysisError } from "./analysis-error.ts";
import { analyzeCall } from "./analyze-call.ts";
import { analyzeFunctionLiteral } from "./analyze-function.ts";
import { analyzeSymbol, analyzeVar } from "./analyze-symbol.ts";
import { lazyQuotedValue, lazyTaggedValue } from "./lazy-form.ts";
import { ImmediateFunctions } from "./immediate-functions.ts";
import type { KnownLibraries } from "./analysis.ts";
import type { LibraryNames } from "./library-names.ts";
import { errorOf, mistake } from "./mistakes.ts";
import { repeatedKey } from "./repeated-keys.ts";
import { coreCall } from "./form-builders.ts";
import type { SymbolForm } from "./form-tools.ts";
import { findName, inner, maximumNames, type Context } from "./scope.ts";
import { bytesOfForm, unbounded, type SourceMeter } from "./source-meter.ts";
import type { Analysis, LazyForms, Mistake } from "./analysis.ts";
import type { Node } from "./core-tree.ts";

/** The number of mistakes reported at once. */
const maximumErrors = 5;

export interface AnalyzerOptions {
  readonly source: string;
  readonly builtins: BuiltinLibrary;
  /** Forms that few programs use, if they are loaded. */
  readonly lazyForms: LazyForms | undefined;
  readonly toolNames: ReadonlyMap<string, unknown>;
  /** Present only for the analysis whose errors are reported. */
  readonly advice: Advice | undefined;
  /** Names in memory before the program starts. */
  readonly memoryNames: ReadonlySet<string>;
  /** The fields of the context that the program will run over, if they are known. */
  readonly contextNames?: ContextNames | undefined;
  /** False if the program redefines a function that an earlier analysis relied on. */
  readonly mayRely?: boolean;
  /** The libraries of the host, if there are any. */
  readonly libraries?: KnownLibraries | undefined;
  /** Counts the cost of the analysis. An error it throws ends the analysis. */
  readonly meter?: SourceMeter;
}

/**
 * The maximum nesting of forms after threading forms and `cond` are rewritten. It bounds the
 * recursion of analysis, compilation and evaluation where the reader's own limit can't see it.
 */
export const maximumNesting = 600;

/**
 * A placeholder for any builtin that isn't loaded yet. It takes any arguments and is never called.
 */
const standIn = /* @__PURE__ */ new Builtin({
  names: ["builtin"],
  forms: [],
  doc: "",
  example: ["", ""],
  arities: { rest: { from: 0, apply: () => null } },
});

/** The state of one analysis, and the recursion that special forms use. */
export class Analyzer implements Analysis {
  readonly builtins: BuiltinLibrary;
  readonly lazyForms: LazyForms | undefined;
  readonly advice: Advice | undefined;
  readonly toolNames: ReadonlyMap<string, unknown>;
  readonly contextNames: ContextNames | undefined;
  readonly libraries: KnownLibraries | undefined;
  readonly errors: AnalysisError[] = [];
  /** The number of mistakes found beyond the stored ones. */
  omittedErrors = 0;
  /** Names the program has defined so far. A name is in scope from its definition on. */
  readonly defined = new Set<string>();
  /**
   * Chunks of builtins and lazily loaded forms that the program needs but that aren't loaded yet.
   * The analysis is repeated once they are.
   */
  readonly missing = new Set<ChunkName | "forms">();
  hasEffects = false;
  oddForms = 0;
  readonly immediate: ImmediateFunctions;
  /** The names that `ns` and `require` introduced; absent in most programs. */
  libraryNames: LibraryNames | undefined = undefined;
  private depth = 0;
  /** Levels that aren't forms (see `nestedIn`), and the deepest nesting of both so far. */
  private otherLevels = 0;
  private deepest = 0;
  readonly meter: SourceMeter;
  private readonly source: string;
  private readonly memoryNames: ReadonlySet<string>;
  private readonly keywords = new Map<string, Keyword>();

  constructor(options: AnalyzerOptions) {
    this.source = options.source;
    this.builtins = options.builtins;
    this.lazyForms = options.lazyForms;
    this.advice = options.advice;
    this.toolNames = options.toolNames;
    this.contextNames = options.contextNames;
    this.memoryNames = options.memoryNames;
    this.libraries = options.libraries;
    this.meter = options.meter ?? unbounded;
    this.immediate = new ImmediateFunctions(options.mayRely ?? true);
  }

  findTool(name: string): string | undefined {
    return findTool(this.toolNames, name);
  }

  analyze(form: Form, context: Context): Node {
    if (this.depth > maximumNesting)
      return this.report(mistake("deepProgram", form.span, maximumNesting));
    this.meter.spend(1);
    this.meter.charge(bytesOfForm);
    if (context.names !== undefined && context.names.count > maximumNames)
      return this.report(mistake("manyNames", form.span, maximumNames));
    this.depth++;
    const levels = this.depth + this.otherLevels;
    if (levels > this.deepest) this.deepest = levels;
    const node = this.analyzeForm(form, context);
    this.depth--;
    return node;
  }

  nestedIn<Analyzed>(levels: number, analyze: () => Analyzed): Analyzed {
    this.otherLevels += levels;
    const analyzed = analyze();
    this.otherLevels -= levels;
    return analyzed;
  }

  nestingOf(analyze: () => void): number {
    const { deepest } = this;
    const levels = this.depth + this.otherLevels;
    this.deepest = levels;
    analyze();
    const nesting = this.deepest - levels;
    this.deepest = Math.max(this.deepest, deepest);
    return nesting;
  }

  private analyzeForm(form: Form, context: Context): Node {
    switch (form.type) {
      case "list":
        return analyzeCall(this, form, context);
      case "symbol":
        return analyzeSymbol(this, form, context);
      case "vector":
        return this.collection("vector", form.items, form.span, context);
      case "set":
        return this.collection("set", form.items, form.span, context);
      case "map":
        return this.collection("map", form.items, form.span, context);
      case "function":
        return analyzeFunctionLiteral(this, form, context);
      case "quote":
        return this.constant(lazyQuotedValue(this, form.form), form.span);
      case "deref":
        return this.analyze(coreCall("deref", form.span, form.form), context);
      case "var":
        return analyzeVar(this, form.form, context);
      default:
        return this.constant(this.literal(form), form.span);
    }
  }

  /** Analyzes several forms. Only the last one is in the position of the whole. */
  analyzeBody(forms: readonly Form[], span: Span, context: Context): Node {
    const [only] = forms;
    if (only === undefined) return this.constant(null, span);
    if (forms.length === 1) return this.analyze(only, context);
    const body = forms.map((form, index) => {
      if (index === forms.length - 1) return this.analyze(form, context);
      if (form.type !== "list") this.oddForms++;
      return this.analyze(form, inner(context));
    });
    return {
      type: "do",
      body,
      site: this.site(span, "do"),
      awaits: body.some((node) => node.awaits),
    };
  }

  /** Returns the value of a form that evaluates to itself. */
  literal(form: Form): Value {
    switch (form.type) {
      case "nil":
        return null;
      case "boolean":
      case "number":
      case "string":
      case "character":
        return form.value;
      case "keyword":
        return this.keyword(
          form.namespace === undefined ? form.name : `${form.namespace}/${form.name}`,
        );
      case "regex":
        return new RegexValue(form.source);
      case "tagged":
        return lazyTaggedValue(this, form);
      default:
        return null;
    }
  }

  /** Returns one instance for each keyword of a program. */
  keyword(text: string): Keyword {
    let keyword = this.keywords.get(text);
    if (keyword === undefined) this.keywords.set(text, (keyword = new Keyword(text)));
    return keyword;
  }

  private get hasEnoughErrors(): boolean {
    return this.errors.length >= maximumErrors;
  }

  /** Records a mistake, unless one with the same message is recorded already. */
  report(found: AnalysisError | Mistake): Node {
    const error = errorOf(this, found);
    if (!this.hasEnoughErrors && !this.errors.some(({ message }) => message === error.message))
      this.errors.push(this.lazyForms?.withSuggestions(error) ?? error);
    else if (this.hasEnoughErrors) this.omittedErrors++;
    return this.constant(null, error.span);
  }

  constant(value: Value, span: Span): Node {
    return { type: "constant", value, site: this.site(span, "constant"), awaits: false };
  }

  site(span: Span, operation: string): Site {
    return { source: this.source, span, operation };
  }

  meant(form: SymbolForm, context: Context, mayBeAlias?: boolean): SymbolForm {
    const isBound =
      form.namespace === undefined &&
      (findName(context.names, form.name) !== undefined || this.isGlobal(form.name));
    return isBound ? form : (this.libraryNames?.meant(form, mayBeAlias) ?? form);
  }

  isGlobal(name: string): boolean {
    return this.defined.has(name) || this.memoryNames.has(name);
  }

  *globalNames(): Iterable<string> {
    yield* this.defined;
    yield* this.memoryNames;
  }

  sourceText(span: Span): string {
    return this.source.slice(span.start, span.end);
  }

  builtin(name: string): Builtin | undefined {
    const loaded = this.builtins.find(name);
    if (loaded !== undefined) return loaded;
    const chunk = this.builtins.missingFor(name);
    if (chunk === undefined) return undefined;
    this.missing.add(chunk);
    return standIn;
  }

  private collection(
    type: "vector" | "set" | "map",
    forms: readonly Form[],
    span: Span,
    context: Context,
  ): Node {
    const repeated =
      type === "vector"
        ? undefined
        : repeatedKey(type === "set" ? forms : forms.filter((_, index) => index % 2 === 0));
    if (repeated !== undefined)
      this.report(mistake("repeatedKey", type, this.sourceText(repeated.span), repeated.span));
    const items = forms.map((form) => this.analyze(form, inner(context)));
    return { type, items, site: this.site(span, type), awaits: items.some((node) => node.awaits) };
  }
}
