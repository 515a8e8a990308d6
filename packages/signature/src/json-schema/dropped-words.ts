// Describes for a model the parts of a schema that a signature can't express. The lines of
// `dropped` are bounded and have only visible characters.

import { shortened } from "@ptc/core/internal/printing";
import { impossibleName, unnamedProperties } from "./dropped.ts";

const mostNotes = 12;
const longestWords = 600;

/**
 * Joins the lines of `dropped` into one line that a model reads beside the type:
 * `limit: minimum 1, maximum 50; day: format "date"`. Returns an empty text if nothing is left to
 * say. The result has about 600 characters at most.
 */
export function droppedWords(dropped: readonly string[]): string {
  const byName = new Map<string, string[]>();
  for (const line of dropped) {
    const { place, what } = placeAndWhat(line);
    // The tool is shown with open arguments or without arguments, so this note adds nothing.
    if (what === unnamedProperties) continue;
    if (byName.size >= mostNotes && !byName.has(place)) break;
    byName.set(place, [...(byName.get(place) ?? []), wordsOf(what)]);
  }
  const words = [...byName].map(([name, dropped]) => noteOf(name, dropped)).join("; ");
  return shortened(words, longestWords);
}

/** Splits a line such as `input/properties/limit: minimum 1` into its parts, without the side. */
function placeAndWhat(line: string): { readonly place: string; readonly what: string } {
  const end = line.indexOf(": ");
  const segments = line.slice(0, Math.max(0, end)).split("/").slice(1);
  return {
    place: segments.join("/").replace(/^properties\//, ""),
    what: line.slice(end + 2),
  };
}

function wordsOf(what: string): string {
  if (what === impossibleName) return what;
  return /^(?:any|one)Of/.test(what)
    ? "one of several types"
    : (what.split(": read as ", 1)[0] ?? "");
}

function noteOf(name: string, dropped: readonly string[]): string {
  if (dropped.includes(impossibleName))
    return `${JSON.stringify(name)} is one too, with this text as its key`;
  return name === "" ? dropped.join(", ") : `${name}: ${dropped.join(", ")}`;
}
