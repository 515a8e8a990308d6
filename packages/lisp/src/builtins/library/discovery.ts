// Describes the language and the tools to a program: `doc`, `dir`, `apropos`, `meta`, `ns-publics`.
// Programs may give a name unquoted, quoted, or as a string.

import { shortened } from "@ptc/core/internal/printing";
import {
  Keyword,
  MapValue,
  SymbolValue,
  Vector,
  getField,
  typeName,
  type Value,
} from "@ptc/core/values";
import { MapBuilder, asFields } from "@ptc/core/internal/values";
import { didYouMean } from "@ptc/core/internal/errors";
import { foreignNames } from "../../catalog/foreign-names.ts";
import { unsupportedNames } from "../../catalog/unsupported-names.ts";
import { Atom } from "../../evaluation/state/atom.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Callable } from "../../functions/callable.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { row, type BuiltinRow } from "../row.ts";
import { spendText } from "../text/text-cost.ts";
import { toolDiscoveryRows } from "./tool-discovery.ts";
import {
  catalogEntries,
  catalogEntry,
  type CatalogEntry,
  type DescribedLanguage,
} from "./language-catalog.ts";
import { shortLines, visibleLines } from "./tool-texts.ts";

/** Returns the requested name. */
function nameOf(value: Value, operation: string): string {
  if (typeof value === "string" && value !== "") return value;
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  if (value instanceof Callable && value.name !== undefined) return value.name;
  throw new EvaluationError("type_error", `${operation}: expected a name, got ${typeName(value)}`, {
    op: operation,
    hint: `write (${operation} map) or (${operation} "map")`,
  });
}

/** Returns the text for one name. For an unknown name, the text suggests alternatives. */
function doc(language: DescribedLanguage, branch: Branch, value: Value): Value {
  const name = nameOf(value, "doc");
  const entry = catalogEntry(language, branch.evaluation.program, name);
  if (entry === undefined) return charged(branch, unknownText(language, branch, name));
  const lines = [entry.names.join(", "), entry.kind, ...entry.forms, entry.doc];
  if (entry.example !== undefined) lines.push(`${entry.example[0]} => ${entry.example[1]}`);
  return charged(branch, visibleLines(lines.join("\n")));
}

/** Suggests an alternative or similar names. */
function unknownText(language: DescribedLanguage, branch: Branch, name: string): string {
  const instead = unsupportedNames.get(name);
  if (instead !== undefined) return `${name} is not part of PTC-Lisp: ${instead}`;
  const foreign = foreignNames.get(name);
  if (foreign !== undefined) return `there is no ${name}: ${foreign}`;
  const names: string[] = [];
  for (const entry of catalogEntries(language, branch.evaluation.program))
    names.push(...entry.names);
  branch.spend(stepsOfNearness * names.length);
  const near = didYouMean(name, names) ?? searchAdvice(branch, name);
  return visibleLines(`there is no ${shortened(name, 60)}${near === undefined ? "" : `; ${near}`}`);
}

/** Suggests a search, because a tool with a different name may do the job. */
function searchAdvice({ evaluation: { tools } }: Branch, name: string): string | undefined {
  return name.startsWith("tool/") && tools.size > 0 && !tools.has("search")
    ? '(tool/search "words") finds tools by words'
    : undefined;
}

function charged(branch: Branch, text: string): string {
  branch.charge(text.length * 2);
  return text;
}

/**
 * Returns `{:name … :kind … :forms [...] :doc …}` for a name, the metadata of an atom, or nil for
 * other values, which have none here.
 * @throws EvaluationError `unsupported` for a definition, which has metadata in Clojure
 */
function meta(language: DescribedLanguage, branch: Branch, value: Value): Value {
  if (value instanceof Atom) return value.meta;
  const name =
    value instanceof SymbolValue
      ? value.text
      : value instanceof Callable
        ? value.name
        : typeof value === "string"
          ? value
          : undefined;
  const entry =
    name === undefined ? undefined : catalogEntry(language, branch.evaluation.program, name);
  if (entry !== undefined) return metadata(branch, entry);
  if (!(value instanceof Callable && value.typeName === "var")) return null;
  throw new EvaluationError("unsupported", "meta: definitions have no metadata here", {
    op: "meta",
    hint: "keep metadata beside the value in a map: {:value x :meta {…}}",
  });
}

function metadata(branch: Branch, entry: CatalogEntry): Value {
  branch.charge(512);
  const shown = entry.kind === "tool" ? (text: string) => shownText(branch, text) : unchanged;
  return keywordMap([
    ["name", shown(entry.names[0] ?? "")],
    ["kind", entry.kind],
    ["forms", Vector.of<Value>(entry.forms.map(shown))],
    ["doc", shown(entry.doc)],
  ]);
}

function unchanged(text: string): string {
  return text;
}

/** Returns text from outside and charges for its length. */
function shownText(branch: Branch, text: string): string {
  spendText(branch, text.length);
  return charged(branch, visibleLines(text));
}

function keywordMap(fields: readonly (readonly [string, Value])[]): Value {
  const builder = new MapBuilder();
  for (const [name, value] of fields) builder.set(new Keyword(name), value);
  return builder.build();
}

/**
 * Returns the entries of a namespace by their names in it. `user` contains names without a
 * namespace.
 */
function members(
  language: DescribedLanguage,
  branch: Branch,
  namespace: string,
): readonly (readonly [string, CatalogEntry])[] {
  const wanted = language.resolveNamespace(namespace);
  const found: (readonly [string, CatalogEntry])[] = [];
  for (const entry of catalogEntries(language, branch.evaluation.program)) {
    branch.spend(1);
    if (wanted === "tool" && entry.kind !== "tool") continue;
    const member = entry.names
      .map((name) => memberOf(name, wanted))
      .find((name) => name !== undefined);
    if (member !== undefined) found.push([member, entry]);
  }
  return found;
}

/** Returns the part after the namespace. A name without one belongs to clojure.core. */
function memberOf(name: string, namespace: string): string | undefined {
  if (namespace === "clojure.core") return name.includes("/") && name !== "/" ? undefined : name;
  return name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : undefined;
}

function dir(language: DescribedLanguage, branch: Branch, value: Value, options: Value): Value {
  const names = namesIn(language, branch, nameOf(value, "dir"));
  const offset = count(options, "offset", 0, Infinity, "dir");
  const part = names.slice(offset, offset + count(options, "limit", 500, 500, "dir"));
  branch.charge(part.length * 32);
  return Vector.of<Value>(part);
}

/** Returns the names in order. A context or a set of tools may be empty, other namespaces not. */
function namesIn(
  language: DescribedLanguage,
  branch: Branch,
  namespace: string,
): readonly string[] {
  if (namespace === "data") {
    const names = language.namesOfContext(branch.evaluation.context);
    branch.spend(names.length);
    return names;
  }
  const library = libraryMembers(branch, namespace);
  if (library !== undefined) return library;
  const names = members(language, branch, namespace).map(([name]) => name);
  if (names.length === 0 && namespace !== "tool")
    throw unknownNamespace(language, branch, namespace, "dir");
  return names.sort();
}

/**
 * Returns how the definitions of a library of the host are called, such as `(late orders now)`, or
 * undefined if there is no such library.
 */
function libraryMembers(branch: Branch, namespace: string): readonly string[] | undefined {
  const prefix = `${namespace}/`;
  const documents = branch.evaluation.program.libraries?.documents() ?? [];
  branch.spend(documents.length);
  const found = documents.filter(({ name }) => name.startsWith(prefix));
  if (found.length === 0) return undefined;
  return found.flatMap(({ forms }) => forms.map((form) => form.replace(prefix, ""))).sort();
}

/** Returns the namespaces of functions in Clojure's style, without the classes of Java. */
function namespaces(language: DescribedLanguage, branch: Branch): string[] {
  const found = new Set(["clojure.core", "data", "tool"]);
  for (const { names } of catalogEntries(language, branch.evaluation.program))
    for (const name of names)
      if (/^(?!java\.)[^A-Z/]+\//.test(name)) found.add(name.slice(0, name.indexOf("/")));
  return [...found].sort();
}

function unknownNamespace(
  language: DescribedLanguage,
  branch: Branch,
  namespace: string,
  operation: string,
): EvaluationError {
  return new EvaluationError(
    "argument_error",
    `${operation}: unknown namespace ${JSON.stringify(shortened(namespace, 60))}`,
    {
      op: operation,
      hint: `available: ${namespaces(language, branch).join(" ")}, and classes such as Math and LocalDate`,
    },
  );
}

/** Returns a whole number from the options, or `fallback` if it is missing. */
function count(
  options: Value,
  name: string,
  fallback: number,
  most: number,
  operation: string,
): number {
  const given =
    options instanceof MapValue ? (getField(asFields(options), new Keyword(name)) ?? null) : null;
  if (given === null) return fallback;
  if (typeof given === "number" && Number.isInteger(given) && given >= 0 && given <= most)
    return given;
  throw new EvaluationError(
    "argument_error",
    `${operation}: expected :${name} from 0 to ${String(most)}`,
    { op: operation },
  );
}

/** The steps for comparing one name with a misspelled one. */
const stepsOfNearness = 8;

/** The steps of `apropos` per name with its description, and per searched word in them. */
const stepsOfEntry = 12;
const stepsOfWord = 4;

/** The longest shown part of a description in a list. */
const longestDescription = 1_000;

/** Finds names, forms or descriptions that contain every given word. Matching names come first. */
function apropos(language: DescribedLanguage, branch: Branch, value: Value, options: Value): Value {
  const text = nameOf(value, "apropos");
  spendText(branch, text.length);
  // Charge for the most words that splitting can produce.
  branch.charge(16 * text.length);
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const [named, described]: [CatalogEntry[], CatalogEntry[]] = [[], []];
  for (const entry of catalogEntries(language, branch.evaluation.program)) {
    branch.spend(stepsOfEntry + stepsOfWord * words.length);
    if (entry.kind === "tool") spendText(branch, (1 + words.length) * entry.doc.length);
    const names = entry.names.join(" ").toLowerCase();
    if (words.every((word) => names.includes(word))) named.push(entry);
    else if (words.every((word) => `${names} ${entry.doc.toLowerCase()}`.includes(word)))
      described.push(entry);
  }
  const found = [...named, ...described].slice(0, count(options, "limit", 20, 200, "apropos"));
  return Vector.of<Value>(
    found.map(({ names, doc: text }) =>
      charged(branch, shortLines(`${names[0] ?? ""}: ${text}`, longestDescription)),
    ),
  );
}

function publics(language: DescribedLanguage, branch: Branch, value: Value): Value {
  const namespace = nameOf(value, "ns-publics");
  const found = members(language, branch, namespace === "user" ? "clojure.core" : namespace);
  if (found.length === 0) throw unknownNamespace(language, branch, namespace, "ns-publics");
  const builder = new MapBuilder();
  for (const [name, entry] of found) builder.set(name, metadata(branch, entry));
  return builder.build();
}

/** Returns the builtins that describe `language`. */
export const discoveryRows = (language: DescribedLanguage): readonly BuiltinRow[] => [
  row("doc", "(doc name)", {
    doc: "Describes a function, special form or tool as text; suggests alternatives to a name that doesn't exist.",
    example: ["(string? (doc map))", "true"],
    quotesNames: true,
    arities: { 1: (branch, name) => doc(language, branch, name) },
  }),
  row("meta", "(meta name)", {
    doc: "Describes a function, special form or tool as a map; nil for data, which has no metadata here.",
    example: ["(:kind (meta map))", '"function"'],
    clojure: false,
    quotesNames: true,
    arities: { 1: (branch, name) => meta(language, branch, name) },
  }),
  row("dir", ["(dir namespace)", "(dir namespace {:limit n :offset n})"], {
    doc: "Lists the names in a namespace, such as data, tool or clojure.string.",
    example: ["(take 2 (dir clojure.set))", '("difference" "index")'],
    quotesNames: true,
    arities: {
      1: (branch, name) => dir(language, branch, name, null),
      2: (branch, name, options) => dir(language, branch, name, options),
    },
  }),
  row("apropos", ["(apropos text)", "(apropos text {:limit n})"], {
    doc: "Finds names whose name or description has the words, with descriptions.",
    example: ['(count (apropos "union"))', "1"],
    quotesNames: true,
    arities: {
      1: (branch, text) => apropos(language, branch, text, null),
      2: (branch, name, options) => apropos(language, branch, name, options),
    },
  }),
  row("ns-publics", "(ns-publics namespace)", {
    doc: "Describes the names in a namespace as meta does.",
    example: ['(contains? (ns-publics clojure.set) "union")', "true"],
    quotesNames: true,
    arities: { 1: (branch, name) => publics(language, branch, name) },
  }),
  ...toolDiscoveryRows,
];
