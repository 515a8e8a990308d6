// The entries that `doc`, `dir` and `apropos` describe: the program's tools, the special forms and
// the builtins. All builtins are loaded by then.

import type { Value } from "@ptc/core/values";
import { specialFormDocuments } from "../../catalog/special-form-documents.ts";
import { toolDocument } from "../../effects/tool-document.ts";
import type { LibraryDocument, RunLibraries } from "../../evaluation/run-libraries.ts";
import type { ToolTable } from "../../effects/tool-table.ts";
import type { Builtin } from "../builtin.ts";

/**
 * What the evaluator knows about the language. It is passed, because importing its parts would make
 * a bundler split the evaluator.
 */
export interface DescribedLanguage {
  readonly library: {
    find(name: string): Builtin | undefined;
    all(): Iterable<Builtin>;
  };
  readonly resolveNamespace: (namespace: string) => string;
  readonly findTool: (tools: ToolTable, name: string) => string | undefined;
  readonly namesOfContext: (context: Value) => readonly string[];
}

/** What a run adds to the language. */
export interface DescribedRun {
  readonly tools: ToolTable;
  readonly libraries?: RunLibraries | undefined;
}

/** The description of one name of the language. */
export interface CatalogEntry {
  /** The documented name first, then its other spellings. */
  readonly names: readonly string[];
  readonly forms: readonly string[];
  readonly doc: string;
  readonly example?: readonly [source: string, printed: string];
  readonly kind: "special form" | "function" | "tool" | "constant";
}

/**
 * Returns the entry of a name, with or without its namespace, or `undefined`. The bare name of a
 * tool works unless the language has that name.
 */
export function catalogEntry(
  { library, resolveNamespace, findTool }: DescribedLanguage,
  { tools, libraries }: DescribedRun,
  name: string,
): CatalogEntry | undefined {
  const ofLibrary = libraries?.documents().find((document) => document.name === name);
  if (ofLibrary !== undefined) return libraryEntry(ofLibrary);
  const tool = name.startsWith("tool/") ? findTool(tools, name.slice("tool/".length)) : undefined;
  if (tool !== undefined) return toolEntry(tools, tool);
  const bare =
    resolveNamespace(name.slice(0, Math.max(0, name.indexOf("/")))) === "clojure.core"
      ? name.slice(name.indexOf("/") + 1)
      : name;
  if (specialFormDocuments.has(bare)) return formEntry(bare);
  const builtin = library.find(name);
  if (builtin !== undefined) return builtinEntry(builtin);
  const unprefixed = findTool(tools, name);
  return unprefixed === undefined ? undefined : toolEntry(tools, unprefixed);
}

/** Returns all entries in the order of the tables: tools, then the libraries of the host. */
export function* catalogEntries(
  { library }: DescribedLanguage,
  { tools, libraries }: DescribedRun,
): Iterable<CatalogEntry> {
  for (const name of tools.keys()) yield toolEntry(tools, name);
  for (const document of libraries?.documents() ?? []) yield libraryEntry(document);
  for (const name of specialFormDocuments.keys()) yield formEntry(name);
  for (const builtin of library.all()) yield builtinEntry(builtin);
}

function libraryEntry({ name, forms, doc, kind }: LibraryDocument): CatalogEntry {
  return { names: [name], forms, doc: doc === "" ? "Without a docstring." : doc, kind };
}

function toolEntry(tools: ToolTable, name: string): CatalogEntry {
  const tool = tools.get(name);
  const { description, callForm } = tool === undefined ? {} : toolDocument(tool);
  return {
    names: [`tool/${name}`],
    forms: [callForm ?? `(tool/${name} {…})`],
    doc: description ?? "A tool without a description.",
    kind: "tool",
  };
}

function formEntry(name: string): CatalogEntry {
  const { forms = [], doc = "", example } = specialFormDocuments.get(name) ?? {};
  return {
    names: [name],
    forms,
    doc,
    kind: "special form",
    ...(example === undefined ? {} : { example }),
  };
}

function builtinEntry({ row }: Builtin): CatalogEntry {
  return {
    names: row.names,
    forms: row.forms,
    doc: row.doc,
    example: row.example,
    kind: "function",
  };
}
