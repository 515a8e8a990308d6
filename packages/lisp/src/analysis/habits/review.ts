// Reviews the forms of a program for notation of other languages that the analysis accepts, but
// that means something else here: `(fn [x] x * 2)` returns 2. Loads lazily, for programs that the
// analysis or `suspicious-text.ts` noted.
//
//   mistake   the form can't be meant as it is written; the program isn't run
//   warning   the form has no effect, but its program may be right; the step has the warning
//
// The review reads each form once, and reports a bounded number of each.

import { positionAt } from "@ptc/core/internal/source";
import type { Form } from "@ptc/parser";
import type { AnalysisError } from "../analysis-error.ts";
import { plainName, symbolText } from "../form-tools.ts";
import { bodyStart } from "./bodies.ts";
import type { Finding } from "./finding.ts";
import { partsOf } from "./form-path.ts";
import { reviewArrows } from "./review-arrows.ts";
import { reviewBody } from "./review-body.ts";
import { reviewCall } from "./review-call.ts";
import { reviewCollection } from "./review-collection.ts";
import { reviewEntries } from "./review-entries.ts";
import { reviewStrings } from "./review-strings.ts";

export interface Review {
  readonly errors: readonly AnalysisError[];
  /** Absent if there are none. */
  readonly warnings: readonly string[] | undefined;
}

/** The maximum number of mistakes, and of warnings. */
const mostFindings = 5;

/** Forms whose parts aren't evaluated. */
const unevaluated: ReadonlySet<string> = new Set(["quote", "comment", "ns", "require", "import"]);

export function review(source: string, forms: readonly Form[]): Review {
  const errors: AnalysisError[] = [];
  const warnings: string[] = [];
  const add = (finding: Finding): boolean => {
    if (finding.isWarning !== true) {
      if (errors.length < mostFindings) errors.push(mistakeOf(finding));
    } else if (warnings.length < mostFindings) warnings.push(warningText(source, finding));
    return errors.length < mostFindings;
  };
  let names: ReadonlySet<string> | undefined;
  const isName = (name: string): boolean => (names ??= symbolsIn(forms)).has(name);
  reviewBody(source, forms, 0, undefined, add);
  reviewStrings(source, forms, add);
  reviewArrows(source, forms, undefined, add);
  // Not recursive, because forms may nest deeper than the host's stack.
  const open: Form[] = forms.toReversed();
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    if (errors.length === mostFindings) break;
    if (form.type === "quote") reviewQuote(form, add);
    if (form.type === "quote" || isUnevaluated(form)) continue;
    reviewForm(source, form, add, isName);
    const parts = partsOf(form);
    reviewStrings(source, parts, add);
    if (form.type !== "map") reviewArrows(source, parts, form, add);
    reviewEntries(source, parts, form.type === "map", add, isName);
    for (let index = parts.length - 1; index >= 0; index--) {
      const part = parts[index];
      if (part !== undefined) open.push(part);
    }
  }
  return { errors, warnings: warnings.length === 0 ? undefined : warnings };
}

function reviewForm(
  source: string,
  form: Form,
  add: (finding: Finding) => boolean,
  isName: (name: string) => boolean,
): void {
  switch (form.type) {
    case "function":
      reviewForm(source, { ...form, type: "list" }, add, isName);
      return;
    case "list": {
      const start = bodyStart(form);
      if (start !== undefined) reviewBody(source, form.items, start, form, add);
      reviewCall(source, form, add, isName);
      return;
    }
    case "vector":
    case "map":
      reviewCollection(source, form, add);
      return;
    default:
  }
}

/** `'paid'` reads as the quoted symbol `paid'`. */
function reviewQuote(
  { form, span }: Extract<Form, { type: "quote" }>,
  add: (finding: Finding) => boolean,
): void {
  const name = plainName(form);
  if (name?.endsWith("'") !== true) return;
  const text = name.slice(0, -1);
  add({
    span,
    problem: `'${name} is a quoted symbol, not a string`,
    hint: `strings have double quotes: write "${text}"`,
  });
}

function isUnevaluated(form: Form): boolean {
  return form.type === "list" && unevaluated.has(plainName(form.items[0]) ?? "");
}

function symbolsIn(forms: readonly Form[]): ReadonlySet<string> {
  const names = new Set<string>();
  const open: Form[] = [...forms];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    if (form.type === "symbol") names.add(symbolText(form));
    for (const part of partsOf(form)) open.push(part);
  }
  return names;
}

function mistakeOf({ span, problem, hint, defines }: Finding): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "invalid_form",
    message: problem,
    span,
    hint,
    ...(defines === undefined ? {} : { defines }),
  };
}

function warningText(source: string, { span, problem, hint }: Finding): string {
  const { line, column } = positionAt(source, span.start);
  return `line ${String(line)}, column ${String(column)}: ${problem}; ${hint}`;
}
