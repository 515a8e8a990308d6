// functions.md: every builtin once, by family, in the order of the tables.
import { builtinFamilies } from "../../../packages/lisp/src/builtins/library/table.ts";
import type { BuiltinRow } from "../../../packages/lisp/src/builtins/row.ts";
import { anchor, code, example, prose, table } from "./markdown.ts";

export function functionsDocument(): string {
  const count = builtinFamilies.reduce((total, { rows }) => total + rows.length, 0);
  return `${[
    "# Functions of PTC-Lisp",
    `This page lists all ${String(count)} builtins. The tests run every example. You can write names of \`clojure.core\` with or without that prefix, and other prefixes in their short form (\`str/\`, \`set/\`, \`walk/\`). The last column names the Clojure or Java counterpart whose behavior a function follows. *own* means that it has none. For the language itself, see [language.md](language.md).`,
    builtinFamilies
      .map(({ title, rows }) => `- [${title}](#${anchor(title)}) (${String(rows.length)})`)
      .join("\n"),
    ...builtinFamilies.flatMap(({ title, rows }) => [
      `## ${title}`,
      table(["call", "description", "example", "counterpart"], rows.map(rowOf)),
    ]),
  ].join("\n\n")}\n`;
}

function rowOf(row: BuiltinRow): readonly string[] {
  return [
    callsOf(row),
    prose(row.doc),
    example(row.example),
    row.clojure === undefined ? "*own*" : code(row.clojure),
  ];
}

/** Returns the call forms, then the spellings that they don't show. */
function callsOf({ names, forms }: BuiltinRow): string {
  const shown = new Set(forms.flatMap((form) => form.split(/[\s()[\]{}]+/)));
  const others = names.filter((name) => !shown.has(name)).map(code);
  return [...forms.map(code), ...(others.length === 0 ? [] : [`also ${others.join(", ")}`])].join(
    "<br>",
  );
}
