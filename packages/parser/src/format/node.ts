// What the layout works on: an item with its text and its size, measured once from the inside out,
// so that whether something fits is one comparison however deep it is nested.
import { columnsOf } from "./columns.ts";
import type { Collection, Item } from "../items/item.ts";

export interface Node {
  readonly kind: "atom" | "comment" | "prefixed" | Collection["type"];
  /** A word or comment; of a collection its opening bracket, of a prefixed form its marker. */
  readonly text: string;
  /** What is inside. */
  readonly items: readonly Node[];
  /** Whether it begins on the line on which what stands before it ends. */
  readonly isOnLine: boolean;
  readonly hasBlankBefore: boolean;
  /** Whether white space stands between a marker and what it is for. */
  readonly isSpaced: boolean;
  /** The columns it takes on one line; infinite for what has a comment or a line break inside. */
  readonly flat: number;
  /** About the columns it takes at least, broken wherever it can be. */
  readonly least: number;
}

export type CollectionNode = Node & { readonly kind: Collection["type"] };

const openings = { list: "(", vector: "[", map: "{", set: "#{", function: "#(" } as const;

export interface Source {
  readonly text: string;
  /** Words with more columns than this are not made room for: they would hardly fit anywhere. */
  readonly longestWord: number;
}

/** `from` is where the text before the first item ends. */
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

/** Two backquotes would be a code fence, and what follows a name directly is part of it. */
function mustBeSpaced(marker: string, first: Node | undefined): boolean {
  if (marker === "`") return first?.text.startsWith("`") === true;
  if (marker.startsWith("#:")) return first?.kind !== "map";
  return marker.length > 2;
}

/** How many lines end in a text of white space, up to two. */
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

/** A word, with markers or without. */
export function isWord(node: Node): boolean {
  return (
    node.flat < Infinity &&
    (node.kind === "atom" ||
      (node.kind === "prefixed" && node.items.every(({ kind }) => kind === "atom")))
  );
}
