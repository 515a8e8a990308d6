// Shows a value to a model that reads JSON, such as one behind an MCP client.

import type { Firewall } from "@ptc/core/firewall";
import type { Value } from "@ptc/core/values";
import { outlineOf } from "../shape/describe-data.ts";
import { exactJsonNotation } from "../preview/json-notation.ts";
import type { Notation } from "../preview/notation.ts";
import { maskedResult } from "../preview/shown-result.ts";
import { excerptOfAny } from "../preview/shown-value.ts";

/** All digits of numbers; integers that `JSON.parse` would round are texts. */
const notation: Notation = {
  ...exactJsonNotation,
  leaf: (value, room) => {
    const text = exactJsonNotation.leaf(value, room);
    return typeof value === "bigint" && text !== undefined ? JSON.stringify(text) : text;
  },
};

/** Bounds of the shown part of a value. */
export interface PreviewBounds {
  /** The most characters of the JSON text, at least 40. */
  readonly characters: number;
  /** The most elements of each collection. */
  readonly elements: number;
}

/** A value, or as much of it as fits. */
export interface JsonPreview {
  /** Plain JSON. Omissions are described by a last element or field. */
  readonly json: unknown;
  readonly isWhole: boolean;
  /** One line about a value that isn't whole, such as `vector of 300 maps {id total}`. */
  readonly outline?: string;
}

/** Returns as much of the value as fits, without values that the firewall hides. */
export function jsonPreview(
  value: Value,
  firewall: Firewall,
  { characters, elements }: PreviewBounds,
): JsonPreview {
  const { text, isWhole } = excerptOfAny(value, notation, {
    room: characters,
    maximumItems: elements,
    firewall,
  });
  const json: unknown = maskedResult(JSON.parse(text), firewall);
  return isWhole ? { json, isWhole } : { json, isWhole, outline: outlineOf(value, firewall) };
}
