// What a JSON Schema says and a signature cannot: for the model in words, and for the host where it
// is more than a detail. The lines come from `@ptc/signature`, which bounds them and makes every
// character in them visible.

import { droppedWords } from "@ptc/signature/internal/json-schema";

export interface SchemaNotes {
  /** One line, or nothing. */
  readonly notes: string;
  readonly loosened: readonly string[];
}

/** Keywords that narrow a value whose type is said. */
const details: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "contentEncoding",
  "contentMediaType",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default",
  "example",
  "examples",
  "enum",
  "const",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** Such a tool is shown with open arguments, or with none. */
const unnamed = "its properties are not named: said as no parameters";
const mostLoosened = 5;

export function notesOf(dropped: readonly string[]): SchemaNotes {
  const words = droppedWords(dropped.filter((line) => line.startsWith("input/")));
  const loose = dropped.filter(
    (line) => !line.endsWith(`: ${unnamed}`) && !details.has(keywordOf(line)),
  );
  return {
    notes: words === "" ? "" : `Arguments: ${words}`,
    loosened:
      loose.length > mostLoosened
        ? [...loose.slice(0, mostLoosened), `and ${String(loose.length - mostLoosened)} more`]
        : loose,
  };
}

/** `minimum` of `input/properties/limit: minimum 1`. */
function keywordOf(line: string): string {
  return line.slice(line.indexOf(": ") + 2).split(" ", 1)[0] ?? "";
}
