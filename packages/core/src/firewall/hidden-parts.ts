// Where tagged JSON contains texts that a firewall hides. Missions store it beside the JSON of
// memory, journals and answers, so that a later mission hides the same texts. It has positions
// only: the texts themselves are in the JSON.
//
//   {"rows": [{"copy": "id kQ7canary"}]}      [[shape], [0, 0, 0, 3, 12]]     indexes, start, end
//   {"kQ7canary": 1}                          [[shape], [-1, 0, 9]]           the key with index 0
//
// An index counts the elements of an array, or the sorted names of an object, because databases
// change the order of names. The shape is a hash of the names that aren't hidden, and of the
// lengths of everything else. Positions that don't fit the shape belong to other data, so all of
// its texts are hidden.

import { firewalledMarker } from "../values/internal.ts";
import type { Span } from "./masked-spans.ts";

/**
 * Positions of hidden texts in JSON; true if all of its texts are hidden, and an empty list if its
 * names are hidden too.
 */
export type HiddenParts = true | readonly (readonly number[])[];

/** More positions take longer to store than they are worth: then all texts are hidden. */
const mostParts = 10_000;
/** The same for the numbers of all positions together: in deep data, each one has many. */
const mostNumbers = 100_000;
/** The texts that are searched at once, in UTF-16 units. */
const searchedAtOnce = 500_000;
const separator = "\n\u0000\n";
/** The firewall hides no shorter texts. */
const shortest = 4;

/** A text of the JSON. */
interface Leaf {
  readonly text: string;
  readonly at: Step | undefined;
  readonly isNumber: boolean;
}

/** The way to a part of the JSON, from the inside out. */
interface Step {
  readonly index: number;
  readonly above: Step | undefined;
}

/** Returns the positions of hidden texts, or `undefined` without any. */
export function hiddenParts(
  json: unknown,
  spansIn: (text: string) => readonly Span[],
  hides: (name: string) => boolean,
): HiddenParts | undefined {
  const parts: number[][] = [];
  const seen = { numbers: 0, isTooMuch: false, isInName: false };
  let leaves: Leaf[] = [];
  let length = 0;
  const search = (): void => {
    const text = leaves.map((leaf) => leaf.text).join(separator);
    const spans = [...spansIn(text)].sort(([left], [right]) => left - right);
    let start = 0;
    let next = 0;
    for (const leaf of leaves) {
      const end = start + leaf.text.length;
      for (; (spans[next]?.[0] ?? Infinity) < end; next++) {
        const [from, to] = spans[next] ?? [0, 0];
        const first = Math.max(from, start) - start;
        const last = Math.min(to, end) - start;
        if (last - first < shortest) continue;
        seen.isInName ||= isName(leaf);
        if (seen.isTooMuch) continue;
        const part = partOf(leaf, first, last);
        seen.numbers += part.length;
        parts.push(part);
        seen.isTooMuch = parts.length > mostParts || seen.numbers > mostNumbers;
      }
      start = end + separator.length;
    }
    leaves = [];
    length = 0;
  };
  for (const leaf of leavesOf(json, hides)) {
    if (leaf.text.length < shortest || leaf.text === firewalledMarker) continue;
    leaves.push(leaf);
    length += leaf.text.length;
    if (length > searchedAtOnce) search();
  }
  search();
  if (seen.isTooMuch) return seen.isInName ? [] : true;
  return parts.length === 0 ? undefined : [[partsIn(json, parts).shape], ...parts];
}

function isName({ at }: Leaf): boolean {
  return at !== undefined && at.index < 0;
}

function partOf({ at, isNumber }: Leaf, start: number, end: number): number[] {
  const indexes: number[] = [];
  for (let step = at; step !== undefined; step = step.above) indexes.push(step.index);
  return [...indexes.reverse(), ...(isNumber ? [0, 0] : [start, end])];
}

/** Yields the texts, numbers and names of JSON, without those below a hidden name. */
function* leavesOf(json: unknown, hides: (name: string) => boolean): Generator<Leaf, void> {
  const waiting: { readonly value: unknown; readonly at: Step | undefined }[] = [
    { value: json, at: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, at } = next;
    if (typeof value === "string") yield { text: value, at, isNumber: false };
    else if (typeof value === "number") yield { text: String(Math.abs(value)), at, isNumber: true };
    else if (Array.isArray(value))
      for (const [index, item] of (value as readonly unknown[]).entries())
        waiting.push({ value: item, at: { index, above: at } });
    else if (typeof value === "object" && value !== null)
      for (const [index, name] of Object.keys(value).sort().entries()) {
        yield { text: name, at: { index: -1 - index, above: at }, isNumber: false };
        if (!hides(name))
          waiting.push({
            value: (value as Readonly<Record<string, unknown>>)[name],
            at: { index, above: at },
          });
      }
  }
}

/**
 * Calls `found` for each hidden text and number of `json`. If the positions don't fit the JSON,
 * because one of them was changed, all texts are hidden.
 */
export function eachHidden(
  json: unknown,
  parts: unknown,
  found: (hidden: string | number) => void,
): void {
  const known = partsOfRecord(parts);
  const texts = known === undefined ? undefined : textsAt(json, known);
  if (texts !== undefined) {
    texts.forEach(found);
    return;
  }
  const showsNames = parts === true || known?.positions.some(isPartOfName) === false;
  for (const leaf of leavesOf(json, () => false))
    if (!isName(leaf) || (showsNames ? !plainName.test(leaf.text) : !tagName.test(leaf.text)))
      found(leaf.isNumber ? Number(leaf.text) : leaf.text);
}

/** Names of fields and tags, which would hide ordinary words. */
const plainName = /^[$\p{L}_][\p{L}_-]*\d{0,2}$/u;
/** Names of the tagged encoding and of tables in the JSON of a memory. */
const tagName = /^(?:\$[a-z]+|:[a-z]+)$/;

interface PartsRecord {
  readonly shape: number;
  readonly positions: readonly (readonly number[])[];
}

/** Returns the record, or `undefined` if `hiddenParts` can't have returned it. */
function partsOfRecord(parts: unknown): PartsRecord | undefined {
  if (!Array.isArray(parts) || parts.length < 2 || parts.length > mostParts + 1) return undefined;
  let numbers = 0;
  for (const part of parts as readonly unknown[]) {
    if (!Array.isArray(part)) return undefined;
    numbers += part.length;
    if (numbers > mostNumbers + 1 || !part.every(Number.isSafeInteger)) return undefined;
  }
  const [[shape, ...more] = [], ...positions] = parts as readonly (readonly number[])[];
  const isRecord = shape !== undefined && more.length === 0;
  return isRecord && positions.every(({ length }) => length >= 2)
    ? { shape, positions }
    : undefined;
}

function isPartOfName(part: readonly number[]): boolean {
  return (part.at(-3) ?? 0) < 0;
}

/** Returns the texts at the positions, or `undefined` if they don't fit the JSON. */
function textsAt(
  json: unknown,
  { shape, positions }: PartsRecord,
): readonly (string | number)[] | undefined {
  const inside = partsIn(json, positions);
  return inside.shape === shape && inside.texts.length === positions.length
    ? inside.texts
    : undefined;
}

/** Positions by their indexes, so that one walk finds all of them. */
interface Place {
  readonly inside: Map<number, Place>;
  readonly ranges: (readonly [start: number, end: number])[];
}

function placesOf(positions: readonly (readonly number[])[]): Place {
  const top: Place = { inside: new Map(), ranges: [] };
  for (const position of positions) {
    let place = top;
    for (const index of position.slice(0, -2)) {
      let next = place.inside.get(index);
      if (next === undefined) place.inside.set(index, (next = { inside: new Map(), ranges: [] }));
      place = next;
    }
    place.ranges.push([position.at(-2) ?? 0, position.at(-1) ?? 0]);
  }
  return top;
}

/** Returns the texts at those of the positions that exist, and the shape of the JSON. */
function partsIn(
  json: unknown,
  positions: readonly (readonly number[])[],
): { readonly texts: readonly (string | number)[]; readonly shape: number } {
  const texts: (string | number)[] = [];
  let shape = 0x811c9dc5;
  const mix = (kind: number, length: number): void => {
    shape = Math.imul(shape ^ kind, 0x01000193);
    shape = Math.imul(shape ^ length, 0x01000193);
  };
  const take = (text: string, place: Place | undefined): void => {
    for (const [start, end] of place?.ranges ?? [])
      if (start >= 0 && end <= text.length && end - start >= shortest)
        texts.push(text.slice(start, end));
  };
  const waiting: { readonly value: unknown; readonly place: Place | undefined }[] = [
    { value: json, place: placesOf(positions) },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place } = next;
    if (typeof value === "string") {
      mix(1, value.length);
      take(value, place);
    } else if (typeof value === "number") {
      const { length } = String(Math.abs(value));
      mix(2, length);
      for (const [start, end] of place?.ranges ?? [])
        if (start === 0 && end === 0 && length >= shortest) texts.push(value);
    } else if (Array.isArray(value)) {
      mix(3, value.length);
      for (const [index, item] of (value as readonly unknown[]).entries())
        waiting.push({ value: item, place: place?.inside.get(index) });
    } else if (typeof value === "object" && value !== null) {
      const names = Object.keys(value).sort();
      mix(4, names.length);
      for (const [index, name] of names.entries()) {
        const inName = place?.inside.get(-1 - index);
        take(name, inName);
        mix(5, name.length);
        if (inName === undefined)
          for (let unit = 0; unit < name.length; unit++) mix(6, name.charCodeAt(unit));
        waiting.push({
          value: (value as Readonly<Record<string, unknown>>)[name],
          place: place?.inside.get(index),
        });
      }
    } else mix(7, 0);
  }
  return { texts, shape };
}
