// The firewalled values of a stored part, without an encryption key. The part has a numbered mark
// in place of each value, and refers to values that the caller passes again:
//
//   {"to":"for <Firewalled 1>"}    hidden: [{"at": ["context", 0, 2], "digest": "…"}]
//
// `at` is a place in the context or memory: indexes of elements and of sorted names. It is only
// written for values that are firewalled there too, because a reader may know all others. The
// digest needs the key of the application: short values could be guessed from others.

import { recordOf, firewalledMarker } from "@ptc/core/internal/values";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { maskedInPieces } from "./encoded-pieces.ts";
import { Pieces, splitLevels } from "./pieces.ts";
import { canonicalJson } from "./seal.ts";
import { textIndex } from "./text-index.ts";

/** A value in place of which a part has a mark, or a text that looks like a mark. */
export interface MarkedValue {
  readonly value: Json;
  readonly isShown: boolean;
}

/** Returns a text with markers in place of what the firewall hides. */
export type MaskText = (text: string) => string;

/** The units of work to visit a value. */
const visitUnits = 10;

const anyMark = /<Firewalled(?: \d+)?>/g;
const wholeMark = /^<Firewalled (\d+)>$/;
const numberedMark = /<Firewalled (\d+)>/g;

type Span = readonly [start: number, end: number];

/** Puts numbered marks in place of firewalled values. Equal values have the same mark. */
export class Marks {
  readonly values: MarkedValue[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly firewall: Firewall;

  private readonly maskText: MaskText;

  constructor(firewall: Firewall, mask: MaskText) {
    this.firewall = firewall;
    this.maskText = mask;
  }

  /** Returns `json` with marks, or `json` itself if nothing is hidden. */
  async marked(json: Json): Promise<Json> {
    const { firewall } = this;
    const text = (given: string): string => this.text(given);
    const marked = await maskedInPieces(json, {
      hides: (name) => firewall.hides(name),
      field: (value) => (value === null ? null : this.mark(value)),
      text,
      number: (value) => (firewall.hidesNumber(value) ? this.mark(value) : value),
      name: text,
    });
    return this.values.every(({ isShown }) => isShown) ? json : marked;
  }

  private mark(value: Json, isShown = false): string {
    const key = `${String(isShown)} ${canonicalJson(value)}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.values.push({ value, isShown });
      this.numbers.set(key, number);
    }
    return `<Firewalled ${String(number)}>`;
  }

  private text(text: string): string {
    const spans = hiddenSpans(text, this.firewall, this.maskText);
    let marked = "";
    let from = 0;
    for (const [start, end] of spans) {
      marked += this.shown(text.slice(from, start)) + this.mark(text.slice(start, end));
      from = end;
    }
    return marked + this.shown(text.slice(from));
  }

  /** Texts that look like marks also get one, so a reader doesn't mistake them. */
  private shown(text: string): string {
    return text.replace(anyMark, (found) => this.mark(found, true));
  }
}

/** Returns the parts of a text that the firewall hides, in their order and without overlaps. */
function hiddenSpans(text: string, firewall: Firewall, mask: MaskText): readonly Span[] {
  const masked = mask(text);
  if (masked === text) return [];
  if (masked === firewalledMarker) return [[0, text.length]];
  const parts = firewall.hiddenParts(text);
  if (Array.isArray(parts)) {
    const spans = withoutOverlaps(
      parts.slice(1).map(([start = 0, end = 0]: readonly number[]): Span => [start, end]),
    );
    if (withMarkers(text, spans) === masked) return spans;
  }
  return alignedSpans(text, masked);
}

function withoutOverlaps(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const [start, end] of [...spans].sort(([left], [right]) => left - right)) {
    const [lastStart, lastEnd] = merged.at(-1) ?? [0, 0];
    if (start < lastEnd) merged[merged.length - 1] = [lastStart, Math.max(lastEnd, end)];
    else merged.push([start, end]);
  }
  return merged;
}

function withMarkers(text: string, spans: readonly Span[]): string {
  let shown = "";
  let from = 0;
  for (const [start, end] of spans) {
    shown += text.slice(from, start) + firewalledMarker;
    from = end;
  }
  return shown + text.slice(from);
}

/** Returns parts of `text` that yield `masked` if markers replace them. */
function alignedSpans(text: string, masked: string): readonly Span[] {
  const [first = "", ...others] = masked.split(firewalledMarker);
  const last = others.pop() ?? "";
  const spans: Span[] = [];
  let from = first.length;
  for (const part of others) {
    const found = textIndex(text, part, from);
    if (found === -1) return [[0, text.length]];
    spans.push([from, found]);
    from = found + part.length;
  }
  spans.push([from, text.length - last.length]);
  return withMarkers(text, spans) === masked ? spans : [[0, text.length]];
}

/** Returns the numbers of the marks in `json`, each with the path of the first one. */
export async function marksIn(json: Json): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const note = (text: string, path: string): void => {
    for (const [, digits] of text.matchAll(numberedMark)) {
      const number = Number(digits);
      if (!found.has(number)) found.set(number, path);
    }
  };
  const pieces = new Pieces();
  const waiting: (readonly [part: Json, path: string])[] = [[json, ""]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, path] = next;
    const turn = pieces.after(typeof part === "string" ? visitUnits + part.length : visitUnits);
    if (turn !== undefined) await turn;
    if (typeof part === "string") note(part, path);
    else if (typeof part === "object" && part !== null)
      // The last one is the next, so the first place of a mark is the first in the JSON.
      for (const name of Object.keys(part).reverse()) {
        const inside = path === "" ? name : `${path}.${name}`;
        const item = (part as Readonly<Record<string, Json>>)[name] ?? null;
        if (!Array.isArray(part)) note(name, inside);
        if (item !== null) waiting.push([item, inside]);
      }
  }
  return found;
}

/**
 * Returns `json` with values in place of its marks. `valueOf` gives the value of a mark, and
 * undefined leaves the mark. Parts of texts and names are texts.
 */
export async function withValues(
  json: Json,
  valueOf: (number: number, isPart: boolean) => Json | undefined,
): Promise<Json> {
  const text = (given: string): string =>
    given.replace(numberedMark, (mark, digits: string) => {
      const value = valueOf(Number(digits), true);
      return typeof value === "string" ? value : mark;
    });
  const visit = (part: Json): Json => {
    if (typeof part === "string") {
      const [, digits] = wholeMark.exec(part) ?? [];
      return digits === undefined ? text(part) : (valueOf(Number(digits), false) ?? part);
    }
    if (typeof part !== "object" || part === null) return part;
    if (isList(part)) return part.map(visit);
    return recordOf(Object.entries(part).map(([name, item]) => [text(name), visit(item)]));
  };
  const pieces = new Pieces();
  const inside = async (part: Json, depth: number): Promise<Json> => {
    if (typeof part !== "object" || part === null || depth >= splitLevels) return visit(part);
    const made: [string, Json][] = [];
    for (const name of Object.keys(part)) {
      const item = (part as Readonly<Record<string, Json>>)[name] ?? null;
      const turn = pieces.after(visitUnits + (typeof item === "string" ? item.length : 0));
      if (turn !== undefined) await turn;
      const value =
        typeof item === "object" && item !== null ? await inside(item, depth + 1) : visit(item);
      made.push([name, value]);
    }
    return isList(part)
      ? made.map(([, item]) => item)
      : recordOf(made.map(([name, item]) => [text(name), item]));
  };
  return await inside(json, 0);
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
