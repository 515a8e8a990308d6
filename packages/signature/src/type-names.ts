// The type names of signatures, and the replacements for other names that people guess.

import { nearestNames } from "@ptc/core/internal/errors";
import type { SimpleKind } from "./model.ts";

/** The type names, as written after the colon, with their kinds. */
export const kindsByName: ReadonlyMap<string, SimpleKind> = new Map([
  ["string", "string"],
  ["int", "int"],
  ["float", "float"],
  ["bool", "bool"],
  ["keyword", "keyword"],
  ["datetime", "datetime"],
  ["file", "file"],
  ["any", "any"],
  ["map", "any-map"],
]);

const anyList = "[:any], or name the type of the elements as in [:string]";
const anyObject = ":map, or name the fields as in {id :int}";
const number = ":int for whole numbers or :float";

const insteadOf: ReadonlyMap<string, string> = new Map([
  ["list", anyList],
  ["array", anyList],
  ["vector", anyList],
  ["seq", anyList],
  ["set", anyList],
  ["tuple", "{first :any, second :any}: a map with named fields"],
  ["object", anyObject],
  ["dict", anyObject],
  ["record", anyObject],
  ["struct", anyObject],
  ["json", ":any"],
  ["str", ":string"],
  ["text", ":string"],
  ["char", ":string"],
  ["uuid", ":string"],
  ["url", ":string"],
  ["integer", ":int"],
  ["long", ":int"],
  ["bigint", ":int"],
  ["number", number],
  ["num", number],
  ["decimal", ":float"],
  ["double", ":float"],
  ["boolean", ":bool"],
  ["atom", ":keyword"],
  ["enum", ":keyword"],
  ["symbol", ":keyword"],
  ["date", ":datetime"],
  ["time", ":datetime"],
  ["timestamp", ":datetime"],
  ["instant", ":datetime"],
  ["image", ":file"],
  ["photo", ":file"],
  ["pdf", ":file"],
  ["document", ":file"],
  ["attachment", ":file"],
  ["bytes", ":file"],
  ["blob", ":file"],
  ["unknown", ":any"],
  ["value", ":any"],
  ["nil", ":any, or mark another type with ?"],
  ["null", ":any, or mark another type with ?"],
]);

/**
 * Returns what to write for an unknown type name, such as `:string` or `[:any], or …`. Always
 * returns a text.
 */
export function knownTypeFor(name: string): string {
  const lower = name.toLowerCase();
  if (kindsByName.has(lower)) return `:${lower}`;
  const instead = insteadOf.get(lower);
  if (instead !== undefined) return instead;
  const plural = lower.endsWith("s") ? lower.slice(0, -1) : undefined;
  if (plural !== undefined && kindsByName.has(plural)) return `[:${plural}]`;
  const nearest = nearestNames(lower.slice(0, 64), kindsByName.keys(), 1)[0];
  return nearest === undefined ? `one of ${allTypeNames()}` : `:${nearest}`;
}

/** Returns the names of all types in order: `:string :int …`. */
function allTypeNames(): string {
  return Array.from(kindsByName.keys(), (name) => `:${name}`).join(" ");
}
