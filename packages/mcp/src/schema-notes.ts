// Collects constraints of a JSON Schema that a signature can't express: as text for the model, and
// separately for the host if they are more than details. The lines come from `@ptc/signature`,
// which bounds and escapes them.

import { droppedWords } from "@ptc/signature/internal/json-schema";

export interface SchemaNotes {
  /** One line, or empty. */
  readonly notes: string;
  readonly loosened: readonly string[];
}

/** Keywords that narrow a value whose type the signature has. */
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

/** Such a tool has open arguments or none in its signature. */
const unnamed = "its properties are not named: read as no parameters";
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

/** Returns `minimum` for `input/properties/limit: minimum 1`. */
function keywordOf(line: string): string {
  return line.slice(line.indexOf(": ") + 2).split(" ", 1)[0] ?? "";
}
