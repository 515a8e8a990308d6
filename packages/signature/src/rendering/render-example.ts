// Writes an example value in PTC-Lisp, to show a model what to return.

import type { SimpleKind, Type } from "../model.ts";

const examples: Readonly<Record<SimpleKind, string>> = {
  string: '"…"',
  int: "0",
  float: "0.0",
  bool: "true",
  keyword: ":keyword",
  datetime: '(java.time.Instant/parse "2026-01-31T09:30:00Z")',
  file: "data/file",
  any: ":anything",
  "any-map": "{:key :anything}",
};

/**
 * Returns for example `{:total 0.0 :items [{:id 0 :name "…"}]}`, with every field and one element
 * in each list.
 */
export function renderExample(type: Type): string {
  switch (type.kind) {
    case "list":
      return `[${renderExample(type.element)}]`;
    case "map":
      return `{${type.fields.map(({ name, type: fieldType }) => `:${name} ${renderExample(fieldType)}`).join(" ")}}`;
    case "enum":
      return JSON.stringify(type.values[0]);
    case "constant":
      return String(type.value);
    case "union":
      return renderExample(type.branches[0] ?? { kind: "any" });
    case "nilable":
    case "reference":
      return renderExample(type.type);
    default:
      return examples[type.kind];
  }
}
