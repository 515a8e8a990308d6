// Finds the texts that a program compares the fields of its data with. It doesn't follow the flow
// of data: a text belongs to a field if both occur in one comparison, directly or by a local name.
// A text without a field, such as that of a helper, may belong to any. Too many pairs are better
// than too few, because a missed one lets new values pass unnoticed.

import type { Form } from "@ptc/parser";

/** A difference between texts that a program ignores: case, or space at the ends. */
export type IgnoredDifference = "case" | "space";

export interface Comparisons {
  /** All texts of the program, because tables of texts can be anywhere in it. */
  readonly texts: ReadonlySet<string>;
  /** The texts that each field is compared with. */
  readonly byField: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The texts that are compared with unknown fields, as in `(defn open? [s] (= "open" s))`. Some
   * are compared with a known field too.
   */
  readonly loose: ReadonlySet<string>;
  /** The fields that are matched with patterns of more than words. */
  readonly matched: ReadonlySet<string>;
  /** The fields whose texts the program changes to one case, or trims. */
  readonly ignoring: Readonly<Record<IgnoredDifference, ReadonlySet<string>>>;
}

/** Functions that compare their arguments. */
const comparing = new Set(
  (
    "= == not= case condp compare includes? starts-with? ends-with? index-of re-find re-matches " +
    "re-seq re-pattern identical? where .contains .startsWith .endsWith .equals .indexOf .equalsIgnoreCase"
  ).split(" "),
);
/** Functions that look up the given keys. */
const lookingUp = new Set("get get-in contains? find select-keys dissoc".split(" "));
/** Functions that make a set or map of texts. */
const collecting = new Set("set hash-set hash-map".split(" "));
/** Functions between texts and keywords. With them, keywords can be texts of the data. */
const converting = new Set("keyword symbol name keywordize-keys stringify-keys".split(" "));
/** Functions that call a set or map of texts, or look a text up in it. */
const applying = new Set(
  (
    "get contains? replace some every? not-any? not-every? filter filterv remove keep map mapv comp " +
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
  const loose = new Set<string>();
  const matched = new Set<string>();
  const converts = all.some((form) => form.type === "symbol" && converting.has(form.name));
  const ignoring = { case: new Set<string>(), space: new Set<string>() };
  const changers = {
    case: withDefined(changing.case, locals),
    space: withDefined(changing.space, locals),
  };
  for (const form of all) {
    if (isText(form)) texts.add(form.value);
    if (form.type === "regex") for (const word of wordsOf(form.source)) texts.add(word);
    if (converts && (form.type === "keyword" || form.type === "symbol")) texts.add(form.name);
    for (const text of destructuredTexts(form)) {
      texts.add(text);
      loose.add(text);
    }
    if (form.type === "set") for (const text of textsOfCollection(form)) loose.add(text);
    if (form.type !== "list" && form.type !== "function") continue;
    const { items } = form;
    for (const text of boundTexts(items)) loose.add(text);
    for (const kind of ["case", "space"] as const)
      if (items.some((item) => item.type === "symbol" && changers[kind].has(item.name)))
        for (const name of namesIn(items, locals)) ignoring[kind].add(nameOf(name));
    const compared = [...comparedIn(items, locals)];
    const strings = converts ? compared : comparedIn(items.filter(isNoKeyword), locals);
    for (const text of strings) loose.add(text);
    const keywords = converts ? keywordsRead(items) : [];
    const isMatching = isComparing(items) && items.some(isLoosePattern);
    if (compared.length === 0 && keywords.length === 0 && !isMatching) continue;
    const names = namesIn(items, locals);
    if ([...names].some((name) => converting.has(name))) compared.push(...keywords);
    if (compared.length === 0 && !isMatching) continue;
    for (const name of names) {
      const field = nameOf(name);
      if (items.some(isCaseless)) ignoring.case.add(field);
      if (isMatching) matched.add(field);
      const known = byField.get(field) ?? new Set();
      for (const text of compared) known.add(text);
      byField.set(field, known);
    }
  }
  return { texts, byField, loose, matched, ignoring };
}

/** Returns the texts that a call compares with, or an empty list for other calls. */
function comparedIn(
  [head, ...given]: readonly Form[],
  locals: ReadonlyMap<string, Names>,
): readonly string[] {
  if (head === undefined) return [];
  if (head.type !== "symbol") return textsOfCollection(head);
  const { name } = head;
  if (comparing.has(name)) return given.flatMap(textsOf);
  if (name === "partial" && isComparing(given)) return given.flatMap(textsOf);
  // A function or table of the program, as in `(counts "open")`.
  if (lookingUp.has(name) || locals.has(name)) return given.flatMap(stringsOf);
  if (applying.has(name)) return given.flatMap(textsOfCollection);
  if (collecting.has(name)) return given.flatMap(stringsOf);
  if (!threading.has(name)) return [];
  return given.flatMap((item) => (item.type === "list" ? comparedIn(item.items, locals) : []));
}

function isComparing([head]: readonly Form[]): boolean {
  return head?.type === "symbol" && comparing.has(head.name);
}

/** Returns the keywords that a call reads: `(:open groups)` or `(get groups :open)`. */
function keywordsRead([head, ...given]: readonly Form[]): readonly string[] {
  if (head?.type === "keyword") return [head.name];
  return head?.type === "symbol" && lookingUp.has(head.name)
    ? given.flatMap((form) => (form.type === "keyword" ? [form.name] : []))
    : [];
}

/** Returns the strings of an argument, also in a vector or as keys. */
function stringsOf(form: Form): readonly string[] {
  return form.type === "keyword" ? [] : textsOf(form);
}

/** Returns the texts that a pattern reads: `{:strs [open closed]}` or `{open "open"}`. */
function destructuredTexts(form: Form): readonly string[] {
  if (form.type !== "map") return [];
  return form.items.flatMap((item, index) => {
    const value = form.items[index + 1];
    if (item.type === "symbol") return value?.type === "string" ? [value.value] : [];
    return item.type === "keyword" && item.name === "strs" && value?.type === "vector"
      ? value.items.flatMap((name) => (name.type === "symbol" ? [name.name] : []))
      : [];
  });
}

/** Returns the texts that names are bound to: texts, lists of texts, and tables with text keys. */
function boundTexts([head, first, ...rest]: readonly Form[]): readonly string[] {
  if (head?.type !== "symbol") return [];
  if (head.name === "def" || head.name === "defonce") return rest.slice(-1).flatMap(constantsOf);
  return binding.has(head.name) && first?.type === "vector"
    ? first.items.flatMap((item, index) => (index % 2 === 1 ? constantsOf(item) : []))
    : [];
}

function constantsOf(form: Form): readonly string[] {
  if (form.type === "string") return [form.value];
  if (form.type === "map")
    return form.items.every((item, index) => index % 2 === 0 || !("items" in item))
      ? textsOfCollection(form)
      : [];
  return form.type === "vector" && form.items.every(({ type }) => type === "string")
    ? textsOf(form)
    : [];
}

/** True for a regular expression with a word that isn't only words, as `open.*`. */
function isLoosePattern(form: Form): boolean {
  return (
    form.type === "regex" &&
    wordsOf(form.source).length === 0 &&
    /\p{L}{3}/u.test(form.source.slice(0, 200).replaceAll(/\\.|\[[^[\]]*\]/gu, "."))
  );
}

/** Without conversions, keywords aren't texts of the data. */
function isNoKeyword(form: Form): boolean {
  return form.type !== "keyword";
}

function isCaseless(form: Form): boolean {
  return form.type === "regex" && form.source.startsWith("(?i)");
}

/** True for strings, and for characters such as `\\o`, which are texts of one character. */
function isText(form: Form): form is Extract<Form, { type: "string" | "character" }> {
  return form.type === "string" || form.type === "character";
}

function textsOf(form: Form): readonly string[] {
  if (isText(form)) return [form.value];
  if (form.type === "keyword") return [form.name];
  if (form.type === "regex") return wordsOf(form.source);
  // A list of constants of `case`: ("open" "new").
  if (form.type === "list") {
    const isConstants = form.items.every((item) => isText(item) || item.type === "keyword");
    return isConstants ? form.items.flatMap(textsOf) : [];
  }
  return form.type === "vector"
    ? form.items.flatMap((item) => (isText(item) ? [item.value] : []))
    : textsOfCollection(form);
}

/** Returns the texts of a set, or those that are keys of a map. */
function textsOfCollection(form: Form): readonly string[] {
  if (form.type !== "set" && form.type !== "map") return [];
  return form.items.flatMap((item, index) => {
    const isKey = form.type === "set" || index % 2 === 0;
    return isKey && (isText(item) || item.type === "keyword") ? textsOf(item) : [];
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
