// What a JSON Schema says and a signature cannot: for the model in words, and for the host where it
// is more than a detail. The lines come from `@ptc/signature`, which bounds them and makes every
// character in them visible.

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
const noNames = "its properties are not named: said as no parameters";
const noName = "no field of a signature can have this name";
const mostNotes = 12;
const longestNotes = 600;
const mostLoosened = 5;

export function notesOf(dropped: readonly string[]): SchemaNotes {
  const lines = dropped.map(placeAndWhat).filter(({ what }) => what !== noNames);
  const told = lines.filter(({ side }) => side === "input").map(noteOf);
  const loose = lines
    .filter(({ what }) => !details.has(what.split(" ", 1)[0] ?? ""))
    .map(({ line }) => line);
  const notes = told.slice(0, mostNotes).join("; ");
  return {
    notes:
      notes === ""
        ? ""
        : `Arguments: ${notes.length > longestNotes ? `${notes.slice(0, longestNotes)}…` : notes}`,
    loosened:
      loose.length > mostLoosened
        ? [...loose.slice(0, mostLoosened), `and ${String(loose.length - mostLoosened)} more`]
        : loose,
  };
}

interface Line {
  readonly line: string;
  readonly side: string;
  readonly place: string;
  readonly what: string;
}

/** `input/properties/limit: minimum 1` in its parts. */
function placeAndWhat(line: string): Line {
  const end = line.indexOf(": ");
  const [side = "", ...segments] = line.slice(0, Math.max(0, end)).split("/");
  return { line, side, place: segments.join("/"), what: line.slice(end + 2) };
}

/** `limit: minimum 1`, as a model reads it. */
function noteOf({ place, what }: Line): string {
  const name = place.replace(/^properties\//, "");
  if (what === noName) return `${JSON.stringify(name)} is one too, with this text as its key`;
  const told = /^(?:any|one)Of/.test(what)
    ? "one of several types"
    : (what.split(": said as ", 1)[0] ?? "");
  return name === "" ? told : `${name}: ${told}`;
}
