// The nodes of the layout: items with their text and size. Sizes are computed once, from the inside
// out, so checking whether a node fits is one comparison at any depth.
import { columnsOf } from "./columns.ts";
import type { Collection, Item } from "../items/item.ts";

export interface Node {
  readonly kind: "atom" | "comment" | "prefixed" | Collection["type"];
  /** A word or comment, the opening bracket of a collection, or the marker of a prefixed form. */
  readonly text: string;
  /** The items inside. */
  readonly items: readonly Node[];
  /** True if it begins on the line where the previous item ends. */
  readonly isOnLine: boolean;
  readonly hasBlankBefore: boolean;
  /** True if there is white space between a marker and its form. */
  readonly isSpaced: boolean;
  /** Its columns on one line; infinite if it contains a comment or a line break. */
  readonly flat: number;
  /** About the minimum number of columns, if broken wherever possible. */
  readonly least: number;
}

export type CollectionNode = Node & { readonly kind: Collection["type"] };

const openings = { list: "(", vector: "[", map: "{", set: "#{", function: "#(" } as const;

export interface Source {
  readonly text: string;
  /**
   * No room is reserved for words with more columns than this, because they would hardly fit
   * anywhere.
   */
  readonly longestWord: number;
}

/** Makes nodes of items. `from` is the end of the text before the first item. */
export function nodesOf(source: Source, items: readonly Item[], from: number): readonly Node[] {
  const nodes: Node[] = [];
  let end = from;
  for (const item of items) {
    nodes.push(nodeOf(source, item, lineBreaks(source.text, end, item.start)));
    end = item.end;
  }
  return nodes;
}

function nodeOf(source: Source, item: Item, breaksBefore: number): Node {
  const place = { isOnLine: breaksBefore === 0, hasBlankBefore: breaksBefore > 1, isSpaced: false };
  switch (item.type) {
    case "comment": {
      const text = source.text.slice(item.start, item.end).trimEnd();
      return { kind: "comment", text, items: [], ...place, flat: Infinity, least: 0 };
    }
    case "atom": {
      const text = source.text.slice(item.start, item.end);
      const lineBreak = text.search(/[\n\r]/);
      const columns = columnsOf(lineBreak < 0 ? text : text.slice(0, lineBreak));
      const flat = lineBreak < 0 ? columns : Infinity;
      const least = columns > source.longestWord ? 0 : columns;
      return { kind: "atom", text, items: [], ...place, flat, least };
    }
    case "prefixed": {
      const text = source.text.slice(item.start, item.markerEnd);
      const items = nodesOf(source, item.items, item.markerEnd);
      const isSpaced = mustBeSpaced(text, items[0]);
      const least = columnsOf(text) + (isSpaced ? 1 : 0);
      return { kind: "prefixed", text, items, ...place, isSpaced, ...sizesOf(items, least) };
    }
    default: {
      const text = openings[item.type];
      const items = nodesOf(source, item.items, item.start + text.length);
      const { flat, least } = sizesOf(items, text.length);
      return { kind: item.type, text, items, ...place, flat: flat + 1, least: least + 1 };
    }
  }
}

function sizesOf(
  items: readonly Node[],
  opening: number,
): { readonly flat: number; readonly least: number } {
  let flat = opening + Math.max(0, items.length - 1);
  let least = 0;
  for (const item of items) {
    flat += item.flat;
    least = Math.max(least, item.least);
  }
  return { flat, least: opening + least };
}

/**
 * True if a space is needed after the marker: two backquotes would be a code fence, and a form
 * directly after a name would become part of it.
 */
function mustBeSpaced(marker: string, first: Node | undefined): boolean {
  if (marker === "`") return first?.text.startsWith("`") === true;
  if (marker.startsWith("#:")) return first?.kind !== "map";
  return marker.length > 2;
}

/** Returns the number of line ends in white space, at most two. */
function lineBreaks(source: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end && count < 2; at++) {
    const character = source[at];
    if (character === "\n" || (character === "\r" && source[at + 1] !== "\n")) count++;
  }
  return count;
}

export function isDiscard(node: Node): boolean {
  return node.kind === "prefixed" && node.text === "#_";
}

/** True for a word, with or without markers. */
export function isWord(node: Node): boolean {
  return (
    node.flat < Infinity &&
    (node.kind === "atom" ||
      (node.kind === "prefixed" && node.items.every(({ kind }) => kind === "atom")))
  );
}
