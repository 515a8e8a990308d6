// The actions that build items: a second set of actions for the same grammar, used by the
// formatter. Each exported function has the name of its rule, as in build-forms.ts.
import type { Atom, Collection, Comment, Item, Prefixed } from "./item.ts";

interface Reading {
  readonly source: string;
}

export function program(
  _reading: Reading,
  _start: number,
  _end: number,
  items: readonly Item[],
): readonly Item[] {
  return items;
}

export function forms(
  _reading: Reading,
  _start: number,
  _end: number,
  items: readonly Item[],
): readonly Item[] {
  return items;
}

/** Comments and discards. */
export function gaps(
  _reading: Reading,
  _start: number,
  _end: number,
  items: readonly Item[],
): readonly Item[] {
  return items;
}

export function comment(_reading: Reading, start: number, end: number): Comment {
  return { type: "comment", start, end };
}

// ---- words ----

function atom(_reading: Reading, start: number, end: number): Atom {
  return { type: "atom", start, end };
}

export const constant = atom;
export const symbol = atom;
export const keyword = atom;
export const number = atom;
export const string = atom;
export const character = atom;
export const regex = atom;

// ---- collections ----

export function list(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Item[],
): Collection {
  return { type: "list", items, start, end };
}

export function vector(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Item[],
): Collection {
  return { type: "vector", items, start, end };
}

export function set(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Item[],
): Collection {
  return { type: "set", items, start, end };
}

export function functionLiteral(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Item[],
): Collection {
  return { type: "function", items, start, end };
}

export function map(
  _reading: Reading,
  start: number,
  end: number,
  before: readonly Item[],
  items: readonly (Item | readonly Item[])[],
): Collection {
  return { type: "map", items: [...before, ...items.flat()], start, end };
}

// ---- prefixes ----

function prefixed(start: number, end: number, length: number, items: readonly Item[]): Prefixed {
  return { type: "prefixed", markerEnd: start + length, items, start, end };
}

export function discard(
  _reading: Reading,
  start: number,
  end: number,
  between: readonly Item[],
  item: Item,
): Prefixed {
  return prefixed(start, end, "#_".length, [...between, item]);
}

/** `'` or a backquote. */
export function quote(
  _reading: Reading,
  start: number,
  end: number,
  between: readonly Item[],
  item: Item,
): Prefixed {
  return prefixed(start, end, "'".length, [...between, item]);
}

export function deref(
  _reading: Reading,
  start: number,
  end: number,
  between: readonly Item[],
  item: Item,
): Prefixed {
  return prefixed(start, end, "@".length, [...between, item]);
}

export function varQuote(
  _reading: Reading,
  start: number,
  end: number,
  between: readonly Item[],
  item: Item,
): Prefixed {
  return prefixed(start, end, "#'".length, [...between, item]);
}

/** `^` or `#^`, an annotation, and the annotated form. */
export function annotated(
  { source }: Reading,
  start: number,
  end: number,
  before: readonly Item[],
  annotation: Item,
  between: readonly Item[],
  item: Item,
): Prefixed {
  const length = source[start] === "#" ? "#^".length : "^".length;
  return prefixed(start, end, length, [...before, annotation, ...between, item]);
}

/** `#inst` or `#uuid`. */
export function tagged(
  _reading: Reading,
  start: number,
  end: number,
  between: readonly Item[],
  item: Item,
): Prefixed {
  return prefixed(start, end, "#inst".length, [...between, item]);
}

/** Returns its end. */
export function namespaceName(_reading: Reading, _start: number, end: number): number {
  return end;
}

export function namespacedMap(
  _reading: Reading,
  start: number,
  end: number,
  nameEnd: number,
  between: readonly Item[],
  item: Item,
): Prefixed {
  return prefixed(start, end, nameEnd - start, [...between, item]);
}
