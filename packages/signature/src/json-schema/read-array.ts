// Converts arrays to lists. A tuple becomes a list of the common type of its elements.

import type { Type } from "../model.ts";
import { commonType } from "./common-type.ts";
import { placeInside, type Place } from "./dropped.ts";
import type { Reading } from "./reading.ts";
import type { SchemaNode } from "./schema-node.ts";

export function readArray(reader: Reading, node: SchemaNode, place: Place | undefined): Type {
  const tuple = tupleOf(node);
  const items = node.take(tuple?.rest ?? "items");
  return reader.inside(place, () =>
    reader.made({
      kind: "list",
      element:
        tuple === undefined
          ? readItems(reader, items, place)
          : readTuple(reader, tuple, items, place),
    }),
  );
}

interface Tuple {
  readonly keyword: string;
  readonly elements: unknown;
  /** The keyword for the elements after the tuple. */
  readonly rest: string;
}

/**
 * Reads a tuple. Draft 2020-12 writes it as `prefixItems`, earlier drafts as an array in `items`.
 */
function tupleOf(node: SchemaNode): Tuple | undefined {
  if (Array.isArray(node.get("prefixItems")))
    return { keyword: "prefixItems", elements: node.take("prefixItems"), rest: "items" };
  return Array.isArray(node.get("items"))
    ? { keyword: "items", elements: node.take("items"), rest: "additionalItems" }
    : undefined;
}

function readItems(reader: Reading, items: unknown, place: Place | undefined): Type {
  return items === undefined
    ? reader.simple("any")
    : reader.read(items, placeInside(place, "items"));
}

function readTuple(
  reader: Reading,
  { keyword, elements, rest }: Tuple,
  additional: unknown,
  place: Place | undefined,
): Type {
  const types = reader
    .elementsOf(elements)
    .map((element, index) => reader.read(element, placeInside(place, keyword, String(index))));
  if (additional !== undefined && typeof additional !== "boolean")
    types.push(reader.read(additional, placeInside(place, rest)));
  const { type } = commonType(reader, types);
  reader.dropped.add(place, `${keyword}, a type for each position: read as a list`);
  return type;
}
