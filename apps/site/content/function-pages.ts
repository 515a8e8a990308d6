// The pages of the builtins, one for each family: every function with its calls, its description,
// and an example that opens in the playground.

import { builtinFamilies } from "../../../packages/lisp/src/builtins/library/table.ts";
import type { BuiltinRow } from "../../../packages/lisp/src/builtins/row.ts";
import { specialFormDocuments } from "../../../packages/lisp/src/catalog/special-form-documents.ts";
import { anchor, code, prose } from "../../../tools/reference-docs/src/markdown.ts";

export interface FunctionPage {
  readonly slug: string;
  readonly title: string;
  readonly body: string;
  /** The heading of the family in functions.md. */
  readonly heading: string;
  readonly count: number;
}

/** A documented name, for the editor of the playground and for others. */
export interface NameDocument {
  readonly name: string;
  readonly kind: "function" | "special";
  readonly aliases: readonly string[];
  readonly forms: readonly string[];
  readonly doc: string;
  readonly example: string;
  readonly printed: string;
  /** The address of its description, relative to the start page. */
  readonly page: string;
}

/** Words for names without letters, which would have no address otherwise. */
const spoken: ReadonlyMap<string, string> = new Map([
  ["+", "plus"],
  ["*", "times"],
  ["-", "minus"],
  ["/", "divide"],
  ["=", "equal"],
  ["==", "equal numbers"],
  ["<", "less"],
  [">", "greater"],
  ["<=", "at most"],
  [">=", "at least"],
]);

/** Returns the address of an example in the playground; the program is in the fragment. */
function playgroundLink(base: string, program: string): string {
  return `${base}playground/#program=${encodeURIComponent(program).replaceAll(/[()*'!]/g, escaped)}`;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function functionPages(base: string): readonly FunctionPage[] {
  return builtinFamilies.map(({ title, rows }) => ({
    slug: `reference/functions/${anchor(title)}`,
    title,
    heading: anchor(title),
    count: rows.length,
    body: rows.map((row) => functionSection(row, base)).join("\n\n"),
  }));
}

/** The page that lists the families, with the names of each. */
export function functionIndex(base: string): string {
  const count = builtinFamilies.reduce((total, { rows }) => total + rows.length, 0);
  return [
    `The language has ${String(count)} builtins in ${String(builtinFamilies.length)} families. Our tests run each example, and every example opens in the [playground](${base}playground/).`,
    ...builtinFamilies.map(({ title, rows }) => {
      const anchors = anchorsOf(rows);
      const page = `${base}reference/functions/${anchor(title)}/`;
      const names = rows.map(
        ({ names: [name] }, at) => `[${code(name)}](${page}#${anchors[at] ?? ""})`,
      );
      return `## [${title}](${page})\n\n${names.join(" ")}`;
    }),
  ].join("\n\n");
}

/** Returns every builtin and special form, for completion and descriptions. */
export function nameDocuments(): readonly NameDocument[] {
  const functions = builtinFamilies.flatMap(({ title, rows }) => {
    const anchors = anchorsOf(rows);
    return rows.map(({ names: [name, ...aliases], forms, doc, example }, at) => ({
      name,
      kind: "function" as const,
      aliases,
      forms,
      doc,
      example: example[0],
      printed: example[1],
      page: `reference/functions/${anchor(title)}/#${anchors[at] ?? ""}`,
    }));
  });
  const special = [...specialFormDocuments].map(([name, { forms, doc, example }]) => ({
    name,
    kind: "special" as const,
    aliases: [],
    forms,
    doc,
    example: example[0],
    printed: example[1],
    page: "reference/language/#special-forms",
  }));
  return [...special, ...functions];
}

function functionSection(row: BuiltinRow, base: string): string {
  const { names, forms, doc, example, clojure } = row;
  const others = names.slice(1).map(code);
  const notes = [
    ...forms.map(code),
    ...(others.length === 0 ? [] : [`also ${others.join(", ")}`]),
    clojure === undefined
      ? "not in Clojure"
      : clojure === names[0]
        ? "as in Clojure"
        : `as ${code(clojure)}`,
    `[Run the example](${playgroundLink(base, example[0])})`,
  ];
  return [
    `## ${heading(row)}`,
    prose(doc),
    `\`\`\`clojure\n${example[0]}\n;=> ${example[1]}\n\`\`\``,
    notes.join(" · "),
  ].join("\n\n");
}

function heading({ names: [name] }: BuiltinRow): string {
  const word = spoken.get(name);
  return word === undefined ? code(name) : `${code(name)} ${word}`;
}

/** Returns the addresses of the headings of a page, numbered where several are equal. */
function anchorsOf(rows: readonly BuiltinRow[]): readonly string[] {
  const seen = new Map<string, number>();
  return rows.map(({ names: [name] }) => {
    const word = spoken.get(name);
    const plain = (word === undefined ? name : `${name} ${word}`)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    const earlier = seen.get(plain);
    seen.set(plain, (earlier ?? 0) + 1);
    return earlier === undefined ? plain : `${plain}-${String(earlier)}`;
  });
}
