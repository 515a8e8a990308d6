// Where tagged JSON contains texts that a firewall hides. Missions store it beside the JSON of
// memory, journals and answers, so that a later mission hides the same texts. It has positions
// only: the texts themselves are in the JSON.
//
//   {"rows": [{"copy": "id kQ7canary"}]}      [[0, 0, 0, 3, 12]]     indexes, start, end
//   {"kQ7canary": 1}                          [[-1, 0, 9]]           the key with index 0
//
// An index counts the elements of an array, or the sorted names of an object, because databases
// change the order of names.

import { firewalledMarker } from "../values/internal.ts";
import type { Span } from "./masked-spans.ts";

/** Positions of hidden texts in JSON; true if all of its texts are hidden. */
export type HiddenParts = true | readonly (readonly number[])[];

/** More positions take longer to store than they are worth: then all texts are hidden. */
const mostParts = 10_000;
/** The texts that are searched at once, in UTF-16 units. */
const searchedAtOnce = 500_000;
const separator = "\n\u0000\n";
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
        if (to > start)
          parts.push(partOf(leaf, Math.max(from, start) - start, Math.min(to, end) - start));
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
    if (parts.length > mostParts) return true;
  }
  search();
  if (parts.length > mostParts) return true;
  return parts.length === 0 ? undefined : parts;
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
  const texts = parts === true ? undefined : textsAt(json, parts);
  if (texts !== undefined) texts.forEach(found);
  else
    for (const { text, at, isNumber } of leavesOf(json, () => false))
      if ((at?.index ?? 0) >= 0 || !plainName.test(text)) found(isNumber ? Number(text) : text);
}

/** Names of fields and tags, which would hide ordinary words. */
const plainName = /^[$\p{L}_][\p{L}_-]*\d{0,2}$/u;

function textsAt(json: unknown, parts: unknown): readonly (string | number)[] | undefined {
  if (!Array.isArray(parts)) return undefined;
  const texts = (parts as readonly unknown[]).map((part) => textAt(json, part));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function textAt(json: unknown, part: unknown): string | number | undefined {
  if (!Array.isArray(part) || part.length < 2) return undefined;
  const indexes = (part as readonly unknown[]).slice(0, -2);
  const [start, end] = (part as readonly unknown[]).slice(-2);
  let value = json;
  for (const index of indexes) {
    if (!Number.isSafeInteger(index)) return undefined;
    value = childAt(value, index as number);
  }
  if (typeof value === "number") return value;
  if (typeof value !== "string" || typeof start !== "number" || typeof end !== "number")
    return undefined;
  const isWithin = start >= 0 && start < end && end <= value.length;
  return isWithin ? value.slice(start, end) : undefined;
}

function childAt(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[])[index];
  if (typeof value !== "object" || value === null) return undefined;
  const name = Object.keys(value).sort()[index < 0 ? -1 - index : index];
  if (name === undefined || index < 0) return name;
  return (value as Readonly<Record<string, unknown>>)[name];
}
