// Collects the parts of a schema that a signature can't express, as lines with locations:
// `/properties/age: minimum 18`. Schemas come from outside, so the number of lines and their
// lengths are bounded, and control characters are escaped.

import { quotedText, shortened, visibleLine } from "@ptc/core/internal/printing";

/** A location in a schema: the keys that lead to it from the root. `undefined` is the root. */
export interface Place {
  readonly parent: Place | undefined;
  readonly segment: string;
}

/** The note for an object schema that allows any property names. */
export const unnamedProperties = "its properties are not named: read as no parameters";
export const impossibleName = "a signature field can't have this name";

const listedLines = 100;
const shownCharacters = 40;
const shownSegments = 6;

export function placeInside(
  parent: Place | undefined,
  ...segments: readonly string[]
): Place | undefined {
  return segments.reduce<Place | undefined>(
    (place, segment) => ({ parent: place, segment }),
    parent,
  );
}

/** Stores the first lines and counts the rest. */
export class DroppedLines {
  private readonly lines: string[] = [];
  private omitted = 0;
  /** The prefix of every location: `input`, `output` or an empty text. */
  side = "";

  add(place: Place | undefined, what: string): void {
    if (this.lines.length < listedLines) this.lines.push(`${this.placeText(place)}: ${what}`);
    else this.omitted += 1;
  }

  /**
   * Notes a keyword that the signature doesn't express, with its value if that is short:
   * `minimum 18`.
   */
  addKeyword(place: Place | undefined, keyword: string, value: unknown): void {
    if (this.lines.length >= listedLines) this.omitted += 1;
    else
      this.add(
        place,
        [
          /^[$\w -]+$/u.test(keyword)
            ? shortened(keyword, shownCharacters)
            : visibleLine(quotedText(shortened(keyword, shownCharacters))),
          ...valueText(value),
        ].join(" "),
      );
  }

  list(): readonly string[] {
    return this.omitted === 0 ? this.lines : [...this.lines, `and ${String(this.omitted)} more`];
  }

  private placeText(place: Place | undefined): string {
    const segments = segmentsOf(place);
    const shown =
      segments.length <= 2 * shownSegments
        ? segments
        : [...segments.slice(0, shownSegments), "…", ...segments.slice(-shownSegments)];
    return this.side + shown.map((segment) => `/${segmentText(segment)}`).join("") || "/";
  }
}

function segmentsOf(place: Place | undefined): string[] {
  const segments: string[] = [];
  for (let at = place; at !== undefined; at = at.parent) segments.push(at.segment);
  return segments.reverse();
}

/** Returns a segment of a JSON pointer (RFC 6901), shortened and escaped. */
function segmentText(segment: string): string {
  return shortened(visibleLine(segment.slice(0, 2 * shownCharacters)), shownCharacters)
    .replaceAll("~", "~0")
    .replaceAll("/", "~1");
}

/**
 * Returns the text of a value from outside as the only element of an array, or an empty array if
 * the value is not short.
 */
function valueText(value: unknown): string[] {
  if (typeof value === "string")
    return [visibleLine(quotedText(shortened(value, shownCharacters)))];
  if (typeof value === "number" || typeof value === "boolean" || value === null)
    return [String(value)];
  if (!Array.isArray(value) || value.length === 0 || value.length > 8) return [];
  const items = Array.from(value as readonly unknown[], (item) =>
    typeof item === "object" && item !== null ? [] : valueText(item),
  ).flat();
  return items.length < value.length ? [] : [items.join(", ")];
}
