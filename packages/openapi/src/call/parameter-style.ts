// Writes values as text in the styles of OpenAPI. The table of the specification, for `color` as a
// text, a list and an object:
//
//   style           explode  "blue"        ["blue","black"]           {"R":100,"G":200}
//   simple          no       blue          blue,black                 R,100,G,200
//   simple          yes      blue          blue,black                 R=100,G=200
//   label           no       .blue         .blue,black                .R,100,G,200
//   label           yes      .blue         .blue.black                .R=100.G=200
//   matrix          no       ;color=blue   ;color=blue,black          ;color=R,100,G,200
//   matrix          yes      ;color=blue   ;color=blue;color=black    ;R=100;G=200
//   form            no       color=blue    color=blue,black           color=R,100,G,200
//   form            yes      color=blue    color=blue&color=black     R=100&G=200
//   spaceDelimited  no       color=blue    color=blue%20black         color=R%20100%20G%20200
//   pipeDelimited   no       color=blue    color=blue%7Cblack         color=R%7C100%7CG%7C200
//   deepObject      yes      color=blue    color[]=blue&color[]=black color[R]=100&color[G]=200
//
// The specification leaves deepObject undefined for lists and nested values. They are written as
// most servers parse them: `a[]=1&a[]=2`, `a[b][c]=1`, and with an index if an element is an
// object. In other styles, nested values are JSON.

import { isObject } from "@ptc/core/internal/host";
import type { Style, Writing } from "../plan/parameters.ts";
import { jsonText } from "./json-text.ts";
import type { Encode } from "./percent.ts";

/** Plain JSON: texts, numbers, bigints, booleans, null, lists and objects. */
export type Json = unknown;

/** A name and its value, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Returns the text of `value` in a path or a header. */
export function styledText(
  { style, explode }: Writing,
  name: string,
  value: Json,
  encode: Encode,
): string {
  if (style === "json") return encode(jsonText(value));
  const write = texts[style];
  return write === undefined
    ? encode(scalarText(value))
    : write(encode(name), partsOf(value, encode), explode);
}

/**
 * Returns the pairs of `value` in a query, a form or a cookie; empty lists and objects have none.
 */
export function styledPairs(
  { style, explode }: Writing,
  name: string,
  value: Json,
  encode: Encode,
): readonly Pair[] {
  if (style === "json") return [[encode(name), encode(jsonText(value))]];
  if (style === "deepObject") return deepPairs(name, value, encode);
  const parts = partsOf(value, encode);
  const key = encode(name);
  if (parts.kind === "scalar") return [[key, parts.text]];
  if (explode) return parts.kind === "list" ? parts.texts.map((text) => [key, text]) : parts.pairs;
  const flat = flatTexts(parts);
  return flat.length === 0 ? [] : [[key, flat.join(separators[style] ?? ",")]];
}

const separators: Readonly<Partial<Record<Style, string>>> = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
};

type Parts =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "object"; readonly pairs: readonly Pair[] };

type TextWriter = (name: string, parts: Parts, explode: boolean) => string;

const texts: Readonly<Partial<Record<Style, TextWriter>>> = {
  simple: (_name, parts, explode) => joined(parts, explode, ",", ","),
  label: (_name, parts, explode) => begun(".", joined(parts, explode, ",", ".")),
  matrix: (name, parts, explode) => {
    if (!explode || parts.kind === "scalar")
      return matrixPart(name, joined(parts, false, ",", ","));
    return parts.kind === "list"
      ? parts.texts.map((text) => matrixPart(name, text)).join("")
      : parts.pairs.map(([key, text]) => matrixPart(key, text)).join("");
  },
};

function begun(beginning: string, text: string): string {
  return text === "" ? "" : beginning + text;
}

/** For an empty text, only the name is written. */
function matrixPart(name: string, text: string): string {
  return text === "" ? `;${name}` : `;${name}=${text}`;
}

function joined(parts: Parts, explode: boolean, flat: string, exploded: string): string {
  if (!explode) return flatTexts(parts).join(flat);
  return parts.kind === "object"
    ? parts.pairs.map(([key, text]) => `${key}=${text}`).join(exploded)
    : flatTexts(parts).join(exploded);
}

function flatTexts(parts: Parts): readonly string[] {
  if (parts.kind === "scalar") return [parts.text];
  return parts.kind === "list" ? parts.texts : parts.pairs.flat();
}

/** Omits null everywhere. */
function partsOf(value: Json, encode: Encode): Parts {
  if (Array.isArray(value))
    return {
      kind: "list",
      texts: value.filter((one) => one !== null).map((one) => encode(scalarText(one))),
    };
  if (isObject(value))
    return {
      kind: "object",
      pairs: Object.entries(value)
        .filter(([, one]) => one !== null)
        .map(([key, one]) => [encode(key), encode(scalarText(one))]),
    };
  return { kind: "scalar", text: encode(scalarText(value)) };
}

/** Returns a text unchanged, and anything else as JSON. */
export function scalarText(value: Json): string {
  return typeof value === "string" ? value : jsonText(value);
}

function deepPairs(path: string, value: Json, encode: Encode): readonly Pair[] {
  if (value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) =>
      deepPairs(
        `${path}[${isObject(one) || Array.isArray(one) ? String(index) : ""}]`,
        one,
        encode,
      ),
    );
  if (isObject(value))
    return Object.entries(value).flatMap(([key, one]) => deepPairs(`${path}[${key}]`, one, encode));
  return [[encode(path), encode(scalarText(value))]];
}
