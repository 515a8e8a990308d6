// Reads `ns`, `require`, `use` and `import` at the start of a program. They only introduce names
// for the libraries of the language and of the host: no code runs, and there is one namespace.

import { shortened } from "@ptc/core/internal/printing";
import type { Form } from "@ptc/parser";
import { libraries, resolveNamespace } from "../builtins/namespaces.ts";
import type { Analysis } from "./analysis.ts";
import { invalidForm } from "./analysis-error.ts";
import { readImport } from "./imports.ts";
import { describeForm } from "./described-form.ts";
import { plainName, symbolText, type ListForm } from "./form-tools.ts";
import { LibraryNames } from "./library-names.ts";
import { prefixedLibraries, readLibraryOptions, type LibraryOptions } from "./library-options.ts";
import type { Node } from "./core-tree.ts";
import { unknownLibrary, unknownMember } from "./unknown-names.ts";

/** Prefixes with their own meaning. */
const reservedAliases: ReadonlySet<string> = new Set(["data", "tool", "user"]);

/** Reports one of these forms in any other position. */
export function misplacedOpening(analysis: Analysis, form: ListForm): Node {
  const name = plainName(form.items[0]) ?? "require";
  return analysis.report(
    invalidForm(
      name,
      "is allowed only at the start of a program",
      form.span,
      "move it before all other forms, or omit it: str/, set/, walk/, json/, math/ and edn/ are available",
    ),
  );
}

/** Returns the names that the first forms of a program introduce. */
export function readLibraries(analysis: Analysis, forms: readonly Form[]): LibraryNames {
  const names = new LibraryNames();
  for (const form of forms) if (form.type === "list") readOpening({ analysis, names }, form);
  return names;
}

interface Reading {
  readonly analysis: Analysis;
  readonly names: LibraryNames;
}

function readOpening(reading: Reading, form: ListForm): void {
  const [head, ...args] = form.items;
  const operation = plainName(head) ?? "";
  if (args.length === 0)
    reading.analysis.report(invalidForm(operation, "is empty", form.span, howToWrite(operation)));
  if (operation === "ns") readNamespace(reading, form, args);
  else
    for (const arg of args) {
      const spec = unquoted(arg);
      if (spec !== undefined) readClause(reading, operation, spec);
      else if (arg.type !== "keyword" && operation !== "import")
        reading.analysis.report(
          invalidForm(
            operation,
            `${describeForm(arg)} is not quoted`,
            arg.span,
            howToWrite(operation),
          ),
        );
      else if (arg.type !== "keyword") readClause(reading, operation, arg);
    }
}

/** Reads `(ns name "doc"? {attributes}? (:require …) …)`. */
function readNamespace(
  reading: Reading,
  form: ListForm,
  [name, ...clauses]: readonly Form[],
): void {
  const { analysis } = reading;
  if (name !== undefined && name.type !== "symbol")
    analysis.report(
      invalidForm("ns", `expected a name, got ${describeForm(name)}`, form.span, howToWrite("ns")),
    );
  for (const clause of clauses) {
    if (clause.type === "string" || clause.type === "map") continue;
    const [head, ...specs] = clause.type === "list" || clause.type === "vector" ? clause.items : [];
    const kind = head?.type === "keyword" ? head.name : undefined;
    // All of clojure.core is in scope anyway.
    if (kind === "refer-clojure" && !specs.some(({ type }) => type === "map")) continue;
    if (kind === "require" || kind === "use" || kind === "import")
      for (const spec of specs) readClause(reading, kind, unquoted(spec) ?? spec);
    else
      analysis.report(
        invalidForm(
          "ns",
          `${shortened(analysis.sourceText(clause.span), 60)} is not supported`,
          clause.span,
          howToWrite("ns"),
        ),
      );
  }
}

/** Returns the quoted form of `'form` and `(quote form)`. */
function unquoted(form: Form): Form | undefined {
  if (form.type === "quote") return form.form;
  return form.type === "list" && plainName(form.items[0]) === "quote" ? form.items[1] : undefined;
}

function readClause(reading: Reading, operation: string, spec: Form): void {
  if (operation === "import") {
    readImport(reading.analysis, spec);
    return;
  }
  if (spec.type === "keyword") return;
  const several = prefixedLibraries(spec);
  if (several !== undefined) {
    for (const each of several) readClause(reading, operation, each);
    return;
  }
  const [target, ...options] = spec.type === "vector" ? spec.items : [spec];
  if (target?.type !== "symbol") {
    reading.analysis.report(
      invalidForm(
        operation,
        `expected a library, got ${describeForm(target ?? spec)}`,
        spec.span,
        howToWrite(operation),
      ),
    );
    return;
  }
  const library = libraryOf(reading, operation, target);
  if (library === undefined) return;
  const { alias, ...chosen } = readLibraryOptions(
    reading.analysis,
    operation,
    options,
    howToWrite(operation),
  );
  if (alias !== undefined) nameLibrary(reading, operation, library, alias);
  referChosen(reading, operation, library, chosen, spec);
}

/** Returns the library that `target` names: one of the host, or of the language. */
function libraryOf(
  { analysis }: Reading,
  operation: string,
  target: Extract<Form, { type: "symbol" }>,
): string | undefined {
  const known = analysis.libraries;
  if (known?.requireLibrary(symbolText(target)) === true) return symbolText(target);
  const name = resolveNamespace(symbolText(target));
  if (libraries.some((library) => library.name === name)) return name;
  analysis.report(unknownLibrary(operation, symbolText(target), target.span, known?.names));
  return undefined;
}

/** Adds the alias of `:as x`. */
function nameLibrary(
  { analysis, names }: Reading,
  operation: string,
  library: string,
  form: Form,
): void {
  const alias = plainName(form) ?? "";
  if (!reservedAliases.has(alias) && !alias.includes(".")) names.alias(alias, library);
  else
    analysis.report(
      invalidForm(operation, `${alias} is already defined`, form.span, "choose another alias"),
    );
}

/** Adds names without a prefix: all or some names of the library, perhaps renamed. */
function referChosen(
  reading: Reading,
  operation: string,
  library: string,
  { referred, excluded, renamed }: Omit<LibraryOptions, "alias">,
  form: Form,
): void {
  const { analysis, names } = reading;
  const isAll = referred === "all" || (operation === "use" && referred === undefined);
  const items = (isAll ? [] : (referred ?? [])).filter(
    (item) => !renamed.has(plainName(item) ?? ""),
  );
  // A library that gets only an alias may have very many members.
  if (!isAll && renamed.size === 0 && items.length === 0) return;
  const members = analysis.libraries?.members(library) ?? analysis.builtins.members(library);
  // A renamed member is in scope only under its new name.
  for (const name of isAll ? members : renamed.keys())
    if (!members.includes(name)) analysis.report(unknownMember(library, name, form.span, members));
    else if (!excluded.includes(name)) names.refer(renamed.get(name) ?? name, library, name);
  for (const item of items) referOne(reading, operation, library, item, members);
}

function referOne(
  { analysis, names }: Reading,
  operation: string,
  library: string,
  item: Form,
  members: readonly string[],
): void {
  const name = plainName(item);
  if (name === undefined)
    analysis.report(
      invalidForm(
        operation,
        `${describeForm(item)} is not a name`,
        item.span,
        howToWrite(operation),
      ),
    );
  else if (members.includes(name)) names.refer(name, library);
  // Names of clojure.core have no prefix.
  else if (library !== "clojure.core" || !analysis.builtins.has(name))
    analysis.report(unknownMember(library, name, item.span, members));
}

function howToWrite(operation: string): string {
  switch (operation) {
    case "ns":
      return "write (ns name (:require [clojure.string :as str] [clojure.set :refer [union]]))";
    case "use":
      return "write (use 'clojure.set) or (use '[clojure.set :only [union]])";
    case "import":
      return "write (import '[java.time LocalDate Instant])";
    default:
      return "write (require '[clojure.string :as str] '[clojure.set :refer [union]])";
  }
}
