// Finds the texts that a program compares the fields of its data with. It doesn't follow the flow
// of data: a text belongs to a field if both occur in one comparison, directly or by a local name.
// Too many pairs are better than too few, because a missed one lets new values pass unnoticed.

import type { Form } from "@ptc/parser";

/** A difference between texts that a program ignores: case, or space at the ends. */
export type IgnoredDifference = "case" | "space";

export interface Comparisons {
  /** All texts of the program, because tables of texts can be anywhere in it. */
  readonly texts: ReadonlySet<string>;
  /** The texts that each field is compared with. */
  readonly byField: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields whose texts the program changes to one case, or trims. */
  readonly ignoring: Readonly<Record<IgnoredDifference, ReadonlySet<string>>>;
}

/** Functions that compare their arguments. */
const comparing = new Set(
  (
    "= == not= case condp compare includes? starts-with? ends-with? index-of re-find re-matches " +
    "re-seq where .contains .startsWith .endsWith .equals .indexOf .equalsIgnoreCase"
  ).split(" "),
);
/** Functions that call a set or map of texts, or look a text up in it. */
const applying = new Set(
  (
    "get contains? some every? not-any? not-every? filter filterv remove keep map mapv comp " +
    "find-first take-while drop-while split-with group-by partition-by count-by"
  ).split(" "),
);
const threading = new Set(["->", "some->", "as->", "cond->"]);
const changing: Readonly<Record<IgnoredDifference, ReadonlySet<string>>> = {
  case: new Set(
    "lower-case upper-case capitalize .toLowerCase .toUpperCase .equalsIgnoreCase".split(" "),
  ),
  space: new Set("trim .trim .strip strip".split(" ")),
};
/** A regular expression that finds words, such as `(?i)^open|paid$`. */
const wordPattern = /^(?:\(\?i\))?[\^(]*[\p{L}\p{N} |_-]*[)$]*$/u;
const mostNames = 2_000;
/** Forms beyond these are ignored. Programs are much shorter. */
const mostForms = 20_000;

type Names = ReadonlySet<string>;

/** `nameOf` returns the same field name for every spelling. */
export function comparisons(forms: readonly Form[], nameOf: (name: string) => string): Comparisons {
  const all = flattened(forms).slice(0, mostForms);
  const locals = boundNames(all);
  const texts = new Set<string>();
  const byField = new Map<string, Set<string>>();
  const ignoring = { case: new Set<string>(), space: new Set<string>() };
  const changers = {
    case: withDefined(changing.case, locals),
    space: withDefined(changing.space, locals),
  };
  for (const form of all) {
    if (form.type === "string") texts.add(form.value);
    if (form.type === "regex") for (const word of wordsOf(form.source)) texts.add(word);
    if (form.type !== "list" && form.type !== "function") continue;
    const { items } = form;
    for (const kind of ["case", "space"] as const)
      if (items.some((item) => item.type === "symbol" && changers[kind].has(item.name)))
        for (const name of namesIn(items, locals)) ignoring[kind].add(nameOf(name));
    const compared = comparedIn(items);
    if (compared.length === 0) continue;
    for (const name of namesIn(items, locals)) {
      const field = nameOf(name);
      if (items.some(isCaseless)) ignoring.case.add(field);
      const known = byField.get(field) ?? new Set();
      for (const text of compared) known.add(text);
      byField.set(field, known);
    }
  }
  return { texts, byField, ignoring };
}

/** Returns the texts that a call compares with, or an empty list for other calls. */
function comparedIn([head, ...given]: readonly Form[]): readonly string[] {
  if (head === undefined) return [];
  if (head.type !== "symbol") return textsOfCollection(head);
  if (comparing.has(head.name)) return given.flatMap(textsOf);
  if (applying.has(head.name)) return given.flatMap(textsOfCollection);
  if (!threading.has(head.name)) return [];
  return given.flatMap((item) => (item.type === "list" ? comparedIn(item.items) : []));
}

function isCaseless(form: Form): boolean {
  return form.type === "regex" && form.source.startsWith("(?i)");
}

function textsOf(form: Form): readonly string[] {
  if (form.type === "string") return [form.value];
  if (form.type === "keyword") return [form.name];
  if (form.type === "regex") return wordsOf(form.source);
  // A list of constants of `case`: ("open" "new").
  if (form.type === "list" && form.items[0]?.type === "string")
    return form.items.flatMap((item) => (item.type === "string" ? [item.value] : []));
  return form.type === "vector"
    ? form.items.flatMap((item) => (item.type === "string" ? [item.value] : []))
    : textsOfCollection(form);
}

/** Returns the texts of a set, or those that are keys of a map. */
function textsOfCollection(form: Form): readonly string[] {
  if (form.type !== "set" && form.type !== "map") return [];
  return form.items.flatMap((item, index) => {
    const isKey = form.type === "set" || index % 2 === 0;
    return isKey && (item.type === "string" || item.type === "keyword") ? textsOf(item) : [];
  });
}

function wordsOf(source: string): readonly string[] {
  if (source.length > 200 || !wordPattern.test(source)) return [];
  return source
    .replace("(?i)", "")
    .split(/[|^$()]+/)
    .filter((word) => word !== "");
}

/** Returns all forms within these forms. Uses no recursion, because forms can be deeply nested. */
function flattened(forms: readonly Form[]): readonly Form[] {
  const found: Form[] = [];
  const open: Form[] = [...forms];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    found.push(form);
    if ("items" in form) for (const item of form.items) open.push(item);
    if ("form" in form) open.push(form.form);
  }
  return found;
}

/** Returns the names in the forms, and those in the definitions of their local names. */
function namesIn(forms: readonly Form[], locals: ReadonlyMap<string, Names>): Names {
  const names = new Set<string>();
  const open = directNames(forms);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (names.has(name) || names.size >= mostNames) continue;
    names.add(name);
    open.push(...(locals.get(name) ?? []));
  }
  return names;
}

function directNames(forms: readonly Form[]): string[] {
  return flattened(forms).flatMap((form) => {
    if (form.type === "string") return [form.value];
    return form.type === "keyword" || form.type === "symbol" ? [form.name] : [];
  });
}

/** Returns the names in the value of each name that `let`, `def` and others bind. */
function boundNames(all: readonly Form[]): ReadonlyMap<string, Names> {
  const bound = new Map<string, Set<string>>();
  const bind = (target: Form | undefined, values: readonly Form[]): void => {
    if (target?.type !== "symbol") return;
    const known = bound.get(target.name) ?? new Set();
    for (const name of directNames(values)) if (known.size < mostNames) known.add(name);
    bound.set(target.name, known);
  };
  for (const form of all) {
    if (form.type !== "list") continue;
    const [head, first, ...rest] = form.items;
    if (head?.type !== "symbol") continue;
    if (/^def(?:n-?|once)?$/.test(head.name)) bind(first, rest);
    else if (binding.has(head.name) && first?.type === "vector")
      for (let index = 0; index + 1 < first.items.length; index += 2)
        bind(first.items[index], first.items.slice(index + 1, index + 2));
  }
  return bound;
}

const binding = new Set(
  "let loop for doseq if-let when-let if-some when-some when-first binding letfn".split(" "),
);

/** Adds the functions that the program defines with these functions. */
function withDefined(functions: Names, locals: ReadonlyMap<string, Names>): Names {
  const all = new Set(functions);
  for (const [name, names] of locals)
    if ([...functions].some((known) => names.has(known))) all.add(name);
  return all;
}
