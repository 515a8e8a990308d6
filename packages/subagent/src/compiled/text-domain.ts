// The texts that a field can have, as far as a compiled program depends on them. A filter such as
// `(= "open" (:status %))` silently drops "OPEN" and "reopened", so a text that no sample had is a
// difference.
//
//   few texts, as of categories   all of them are stored; each other text is new
//   many texts, as of names       only texts similar to the compared ones are new

import { shortened } from "@ptc/core/internal/printing";
import type { Comparisons, IgnoredDifference } from "./compared-texts.ts";
import type { DataShape } from "./data-shape.ts";
import { comparedText, fieldName, type ProgramWords } from "./program-words.ts";

/** The maximum number of different texts of a category, and their length. */
const mostTexts = 50;
const longestText = 100;
/** The maximum number of different texts that are observed, to find spellings. */
const mostObserved = 2_000;
const mostSpellings = 50;
/** The maximum number of texts of a category, and of those that the program compares it with. */
const mostKnown = 500;

/** The texts of a field in the samples. */
export class TextsSeen {
  readonly different = new Set<string>();
  count = 0;
  private hasLong = false;

  add(text: string): void {
    this.count += 1;
    if (text.length > longestText) this.hasLong = true;
    else if (this.different.size < mostObserved) this.different.add(text);
  }

  /** True if a new text would be remarkable, because there are few texts, or they repeat. */
  get isCategory(): boolean {
    const { size } = this.different;
    if (this.hasLong || size === 0 || size > mostTexts) return false;
    if (size > few) return this.count >= timesEach * size;
    return size <= pair || this.count > size || [...this.different].every(isConstant);
  }
}

/** Two texts are a category, such as yes and no. */
const pair = 2;
/** Up to this number, one repeated text is enough, or texts that look like constants. */
const few = 8;
const timesEach = 3;

/** True for texts such as `paid`, `in_transit` and `EUR`; false for `Acme` and `A-17`. */
function isConstant(text: string): boolean {
  return /^(?:[a-z]+(?:[_ -][a-z]+)*|[A-Z]+(?:_[A-Z]+)*)$/.test(text);
}

/** The parts of a program on which the texts of its data depend. */
export interface Reader {
  readonly words: ProgramWords;
  readonly comparisons: Comparisons;
  /** The result of `unassignedTexts`. */
  readonly unassigned: ReadonlySet<string>;
}

/**
 * Returns the texts that the program compares with fields that couldn't be found. `fields` are the
 * fields of the data by their names, with their texts.
 */
export function unassignedTexts(
  { loose, byField }: Comparisons,
  fields: ReadonlyMap<string, Iterable<string>>,
): ReadonlySet<string> {
  const unassigned = new Set([...loose].filter((text) => !fields.has(fieldName(text))));
  for (const [field, texts] of fields)
    for (const assigned of [texts, byField.get(field) ?? []])
      for (const text of assigned) unassigned.delete(text);
  return unassigned;
}

/** Returns the part of a shape about the texts of one field. */
export function textDomain(
  seen: TextsSeen,
  field: string,
  { words, comparisons, unassigned }: Reader,
): Pick<DataShape, "texts" | "spellings" | "ignores"> {
  const { different } = seen;
  const { texts: all, byField, matched, ignoring } = comparisons;
  const ignores = (["case", "space"] as const).filter((kind) => ignoring[kind].has(field));
  const same = (text: string): string => withoutDifferences(text, ignores);
  const compared = new Set(byField.get(field));
  const isConstants = seen.isCategory && [...different].every(isConstant);
  // The program may compare any of its categories with these texts.
  if (compared.size > 0 || (isConstants && seen.count > 1 && [...unassigned].some(isConstant)))
    for (const text of unassigned) compared.add(text);
  const known = new Set(Array.from(different, same));
  for (const text of all) if (known.has(same(text))) compared.add(text);
  const stored = ignores.length === 0 ? {} : { ignores };
  const mentioned = [...different].filter((text) => words.texts.has(comparedText(text))).length;
  const isMostlyKnown = different.size <= mostTexts && 2 * mentioned > different.size;
  const isUsed = compared.size > 0 || (isConstants && matched.has(field));
  if (isMostlyKnown || (seen.isCategory && isUsed))
    return bounded("texts", new Set([...different, ...compared]), mostKnown, stored);
  if (compared.size === 0 || different.size === 0) return {};
  const spellings = new Set([...compared].filter((text) => text.length <= longestText));
  const roots = [...new Set(Array.from(spellings, spellingRoot))];
  for (const text of different) if (isSimilar(text, roots)) spellings.add(text);
  return bounded("spellings", spellings, mostSpellings, stored);
}

/** Returns nothing for more texts, because a part of them would make the others new. */
function bounded(
  name: "texts" | "spellings",
  texts: ReadonlySet<string>,
  most: number,
  stored: Pick<DataShape, "ignores">,
): Pick<DataShape, "texts" | "spellings" | "ignores"> {
  return texts.size > most ? {} : { [name]: [...texts], ...stored };
}

/** Compares texts with the stored ones. */
export class DomainChecks {
  private readonly sets = new Map<DataShape, ReadonlySet<string>>();
  private readonly roots = new Map<DataShape, readonly string[]>();

  /** Returns why a text is new, or undefined. Doesn't show a hidden text and the known ones. */
  problemOf(shape: DataShape, text: string, isHidden: boolean): string | undefined {
    const { texts, spellings, ignores = [] } = shape;
    const stored = texts ?? spellings;
    if (stored === undefined) return undefined;
    const same = (each: string): string => withoutDifferences(each, ignores);
    const known = cached(this.sets, shape, () => new Set(stored.map(same)));
    if (known.has(same(text))) return undefined;
    if (texts !== undefined)
      return isHidden
        ? newHidden
        : `is ${quoted(text)}, but the program knows only ${listed(texts)}`;
    const roots = cached(this.roots, shape, () => [...new Set(stored.map(spellingRoot))]);
    if (!isSimilar(text, roots)) return undefined;
    return isHidden
      ? newHidden
      : `is ${quoted(text)}, but the program compares it with ${listed(stored)}`;
  }
}

const newHidden = "is a firewalled text that the program doesn't know";

function cached<Item>(all: Map<DataShape, Item>, shape: DataShape, make: () => Item): Item {
  let item = all.get(shape);
  if (item === undefined) all.set(shape, (item = make()));
  return item;
}

function withoutDifferences(text: string, ignores: readonly IgnoredDifference[]): string {
  const trimmed = ignores.includes("space") ? text.trim() : text;
  return ignores.includes("case") ? trimmed.toLowerCase() : trimmed;
}

/** Returns the same text for "Acme Ltd.", "ACME  LTD" and "acme-ltd". */
function spellingRoot(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Shorter texts occur in too many others. */
const shortestPart = 3;
const mostAdded = 8;

/** True for another spelling of a text, and for a slightly longer text: "reopened" for "open". */
function isSimilar(text: string, roots: readonly string[]): boolean {
  if (text.length > longestText) return false;
  const root = spellingRoot(text);
  return roots.some(
    (known) =>
      root === known ||
      (known.length >= shortestPart &&
        root.length <= known.length + mostAdded &&
        root.includes(known)),
  );
}

const shownTexts = 10;
const longestShown = 40;

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, shownTexts).map(quoted).join(", ");
  return texts.length > shownTexts ? `${shown}, …` : shown;
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text, longestShown));
}
