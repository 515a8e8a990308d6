// Reads the top-level forms of a library: its definitions with their documentation.

import type { Form } from "@ptc/parser";
import { functionTail } from "../analysis/forms/definitions.ts";
import { plainName, type ListForm, type SymbolForm } from "../analysis/form-tools.ts";

/** A definition as it is written. */
export interface DefinitionForm {
  readonly kind: "function" | "constant";
  readonly form: ListForm;
  readonly target: SymbolForm;
  readonly isPrivate: boolean;
  readonly doc: string | undefined;
  /** The parameters and bodies of a function, or the expression of a constant. */
  readonly rest: readonly Form[];
}

/** A top-level form, or why a library can't have it. */
export type TopLevelForm =
  | { readonly type: "definition"; readonly definition: DefinitionForm }
  | { readonly type: "declared"; readonly targets: readonly Form[] }
  | { readonly type: "ignored" }
  | { readonly type: "wrong"; readonly problem: string; readonly hint: string };

const onlyDefinitions: TopLevelForm = {
  type: "wrong",
  problem: "a library has only definitions at its top level, so that loading it has no effects",
  hint: "write (def name value), (defn name [parameters] body), or a comment",
};

/** Reads a top-level form after the opening ones. */
export function topLevelForm(form: Form, source: string): TopLevelForm {
  // A text or another constant has no effect, and separates parts of a source.
  if (form.type === "string") return { type: "ignored" };
  if (form.type !== "list") return onlyDefinitions;
  const [head, target, ...rest] = form.items;
  const operation = plainName(head);
  switch (operation) {
    case "comment":
      return { type: "ignored" };
    case "declare":
      return { type: "declared", targets: form.items.slice(1) };
    case "defonce":
      return { type: "wrong", problem: "a library has no state", hint: "write def" };
    case "def":
    case "defn":
    case "defn-":
      break;
    default:
      return onlyDefinitions;
  }
  if (target?.type !== "symbol" || target.namespace !== undefined)
    return {
      type: "wrong",
      problem: "expected a name without a namespace",
      hint: `write (${operation} name …)`,
    };
  const isFunction = operation !== "def";
  const attributes = isFunction ? attributesOf(rest) : undefined;
  const [text] = rest;
  const hasDoc = text?.type === "string" && rest.length > 1;
  return {
    type: "definition",
    definition: {
      kind: isFunction ? "function" : "constant",
      form,
      target,
      isPrivate:
        operation === "defn-" ||
        privateMark.test(source.slice(head?.span.end, target.span.end)) ||
        attributes?.isPrivate === true,
      doc: hasDoc ? text.value : attributes?.doc,
      rest: isFunction ? functionTail(rest) : hasDoc ? rest.slice(1) : rest,
    },
  };
}

/** Metadata, which the reader drops. */
const privateMark = /\^:private\b|:private[\s,]+true\b/;

/** Reads `{:doc "…" :private true}` before the parameters of a function. */
function attributesOf(rest: readonly Form[]): { isPrivate: boolean; doc?: string } | undefined {
  const map = rest.slice(0, 2).find(({ type }) => type === "map");
  if (map?.type !== "map") return undefined;
  let doc: string | undefined;
  let isPrivate = false;
  for (let index = 0; index + 1 < map.items.length; index += 2) {
    const [key, value] = map.items.slice(index, index + 2);
    if (key?.type !== "keyword" || key.namespace !== undefined) continue;
    if (key.name === "doc" && value?.type === "string") doc = value.value;
    if (key.name === "private" && value?.type === "boolean") isPrivate = value.value;
  }
  return { isPrivate, ...(doc === undefined ? {} : { doc }) };
}

/** Returns the name and the docstring of `(ns name "doc" …)`, if it is the first form. */
export function namespaceForm(
  first: Form | undefined,
): { readonly name: SymbolForm | undefined; readonly doc: string | undefined } | undefined {
  if (first?.type !== "list" || plainName(first.items[0]) !== "ns") return undefined;
  const [, name, doc] = first.items;
  return {
    name: name?.type === "symbol" ? name : undefined,
    doc: doc?.type === "string" ? doc.value : undefined,
  };
}

/**
 * Returns the names of libraries that the opening forms may require, in the order of the source.
 */
export function mentionedLibraries(
  opening: readonly Form[],
  isLibrary: (name: string) => boolean,
): readonly string[] {
  const found = new Set<string>();
  const visit = (form: Form | undefined): void => {
    if (form === undefined) return;
    if (form.type === "symbol") {
      const name = form.namespace === undefined ? form.name : `${form.namespace}/${form.name}`;
      if (isLibrary(name)) found.add(name);
    } else if (form.type === "quote") visit(form.form);
    else if (form.type === "vector") visit(form.items[0]);
    else if (form.type === "list") for (const item of form.items.slice(1)) visit(item);
  };
  for (const form of opening) {
    if (form.type !== "list") continue;
    // The first symbol of `ns` is the name of the library itself.
    const from = plainName(form.items[0]) === "ns" ? 2 : 1;
    for (const item of form.items.slice(from)) visit(item);
  }
  return [...found];
}
