// The forms that few programs have, most of them special forms: what analyses them, and `ns` and
// `require`, is loaded when an analysis first meets one, which is then made again. The names and
// numbers of arguments of special forms are known from the start, so what a program means never
// depends on what was loaded for others.
//
// A process has one set of them, which like the library of builtins outlives a run: it is what
// `import()` keeps in any case, in a place that can be read without waiting.

import type { Value } from "@ptc/core/values";
import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import type { AnalysisError } from "./analysis-error.ts";
import type { Node } from "./core-tree.ts";
import { symbolText, type ListForm, type SymbolForm, type TaggedForm } from "./form-tools.ts";
import type { LibraryNames } from "./library-names.ts";
import type { FormMistakes } from "./form-mistakes.ts";
import type { Context } from "./scope.ts";
import type { SpecialFormHandler } from "./special-form.ts";

export type FurtherFormName =
  | "case"
  | "condp"
  | "if-let"
  | "when-let"
  | "if-some"
  | "when-some"
  | "when-first"
  | "dotimes"
  | "while"
  | "letfn"
  | "lazy-seq"
  | "lazy-cat"
  | "as->"
  | "cond->"
  | "cond->>"
  | "some->"
  | "some->>"
  | "try"
  | "catch"
  | "finally"
  | "throw"
  | "assert"
  | "."
  | ".."
  | "new"
  | "doto"
  | "delay"
  | "with-out-str"
  | "time"
  | "task"
  | "ns"
  | "require"
  | "use"
  | "import";

/** What is said of names that mean nothing. */
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

type Catalogue = FormMistakes & NameMistakes;

/** What is said of mistakes, of forms and of names. */
export type Mistakes = {
  readonly [Name in keyof Catalogue]: (...details: DetailsOf<Name>) => AnalysisError;
};

/** What a mistake is told from. */
export type DetailsOf<Name extends keyof Catalogue> = Parameters<Catalogue[Name]>;

export interface FurtherForms {
  readonly handlers: Readonly<Record<FurtherFormName, SpecialFormHandler>>;
  readonly mistakes: Mistakes;
  /** The mistake of reading a field of the whole context; undefined where it has no such field. */
  fieldOfData(
    analysis: Analysis,
    operation: string,
    args: readonly Form[],
  ): AnalysisError | undefined;
  /** The mistake with the names that may have been meant. */
  toldError(error: AnalysisError): AnalysisError;
  /** The value of a text with a tag. */
  taggedValue(analysis: Analysis, form: TaggedForm): Value;
  /** The body of a function, whose first form is a map, with the conditions in it as assertions. */
  withConditions(body: readonly Form[]): readonly Form[];
  /** The names that `ns`, `require` and their like give, which open a program. */
  readLibraries(analysis: Analysis, opening: readonly Form[]): LibraryNames;
}

class FormLibrary {
  private forms: FurtherForms | undefined = undefined;

  /** Undefined until they are loaded. */
  get loaded(): FurtherForms | undefined {
    return this.forms;
  }

  add(forms: FurtherForms): void {
    this.forms = forms;
  }
}

/** The further forms of this process. */
export const formLibrary: FormLibrary = /* @__PURE__ */ new FormLibrary();

/** Analyses a further form, or notes that it has to be loaded. */
export function onNeed(name: FurtherFormName): SpecialFormHandler {
  return (analysis, form, args, context) =>
    formLibrary.loaded === undefined
      ? lacking(analysis, form, args)
      : formLibrary.loaded.handlers[name](analysis, form, args, context);
}

/** The value of a text with a tag, or nil where what reads it has to be loaded. */
export function taggedOnNeed(analysis: Analysis, form: TaggedForm): Value {
  if (formLibrary.loaded !== undefined) return formLibrary.loaded.taggedValue(analysis, form);
  analysis.missing.add("forms");
  return null;
}

/** The body of a function with its conditions, or without where what reads them is not loaded. */
export function withConditions(analysis: Analysis, body: readonly Form[]): readonly Form[] {
  if (body[0]?.type !== "map" || body.length === 1) return body;
  if (formLibrary.loaded !== undefined) return formLibrary.loaded.withConditions(body);
  analysis.missing.add("forms");
  return body;
}

/** What opens a program gives these names; undefined where that has to be loaded. */
export function openedLibraries(
  analysis: Analysis,
  opening: readonly Form[],
): LibraryNames | undefined {
  if (formLibrary.loaded === undefined) analysis.missing.add("forms");
  return formLibrary.loaded?.readLibraries(analysis, opening);
}

/**
 * Stands for `form` in an analysis that will be made again. Notes what else its arguments name that
 * is not loaded, so that all of it is loaded at once.
 */
export function lacking(analysis: Analysis, form: ListForm, args: readonly Form[]): Node {
  analysis.missing.add("forms");
  const open = Array.from(args);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.type === "symbol") analysis.builtin(symbolText(part));
    else if ("items" in part) for (const item of part.items) open.push(item);
    else if ("form" in part) open.push(part.form);
  }
  return analysis.constant(null, form.span);
}
