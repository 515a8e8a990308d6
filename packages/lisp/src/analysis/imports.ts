// Checks `import`. All classes that exist are in scope under their short names, so it only reports
// a class that doesn't exist.

import type { Form } from "@ptc/parser";
import { classPackages } from "../builtins/namespaces.ts";
import type { BuiltinLibrary } from "../builtins/library/builtin-library.ts";
import type { Analysis } from "./analysis.ts";
import { invalidForm } from "./analysis-error.ts";
import { describeForm } from "./described-form.ts";
import { symbolText } from "./form-tools.ts";
import { unknownClass } from "./unknown-names.ts";

/** Reads `java.time.LocalDate` or `[java.time LocalDate Instant]`. */
export function readImport(analysis: Analysis, spec: Form): void {
  if (spec.type === "symbol") {
    importClass(analysis, symbolText(spec), spec);
    return;
  }
  const [inPackage, ...classes] = spec.type === "vector" || spec.type === "list" ? spec.items : [];
  if (inPackage?.type !== "symbol") {
    analysis.report(
      invalidForm(
        "import",
        `expected a class, got ${describeForm(spec)}`,
        spec.span,
        "write (import '[java.time LocalDate Instant])",
      ),
    );
    return;
  }
  for (const each of classes)
    importClass(
      analysis,
      `${symbolText(inPackage)}.${each.type === "symbol" ? symbolText(each) : analysis.sourceText(each.span)}`,
      each,
    );
}

function importClass(analysis: Analysis, fullName: string, form: Form): void {
  const dot = fullName.lastIndexOf(".");
  const name = fullName.slice(dot + 1);
  const inPackage = fullName.slice(0, Math.max(dot, 0));
  if (isException(inPackage, name)) return;
  if (classPackages.includes(inPackage) && classNames(analysis.builtins).has(name)) return;
  analysis.report(unknownClass(fullName, form.span, classNames(analysis.builtins)));
}

/** True for the exceptions that `catch` may name, which are all of them. */
function isException(inPackage: string, name: string): boolean {
  return (
    /^(?:java|clojure)\./.test(`${inPackage}.`) &&
    /(?:Exception|Error|ExceptionInfo|Throwable)$/.test(name)
  );
}

/** Returns the classes that have members or constructors. */
function classNames(builtins: BuiltinLibrary): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const name of builtins.names()) {
    const found = /^(?:[a-z]+\.)*([A-Z][A-Za-z]*)(?:\.$|\/)/.exec(name)?.[1];
    if (found !== undefined && !/(?:Exception|Error|Throwable)$/.test(found)) classes.add(found);
  }
  return classes;
}
