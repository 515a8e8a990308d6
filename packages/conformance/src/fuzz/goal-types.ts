// The goal types of programs, and the narrower types that each of them accepts.

import { readType, type Type } from "./type.ts";

export const intType: Type = { name: "int", of: [] };
export const commonTypes = [
  "int",
  "int",
  "int",
  "str",
  "str",
  "kw",
  "float",
  "bool",
  "vec<int>",
  "map<kw,int>",
  "rec",
  "seq<str>",
  "id",
  "key",
  "map<id,int>",
  "map<key,int>",
].map(readType);
export const scalarTypes = ["int", "str", "kw", "float", "bool"].map(readType);
export const spoilTypes = [
  "int",
  "str",
  "kw",
  "float",
  "bool",
  "nil",
  "nil",
  "vec<int>",
  "map<kw,int>",
  "set<kw>",
  "seq<int>",
].map(readType);

const widerTypes = new Map([
  ["int", ["small", "pos"]],
  ["small", ["pos"]],
  ["str", ["ch", "id"]],
  ["key", ["kw", "id", "small"]],
  ["coll", ["vec", "seq"]],
  ["any", ["int", "str", "kw", "bool"]],
]);

/** True if a value of `type` is accepted for `goal`. */
export function fits(type: Type, goal: Type): boolean {
  const isSameName =
    type.name === goal.name || widerTypes.get(goal.name)?.includes(type.name) === true;
  return (
    isSameName &&
    (goal.of.length === 0 || goal.of.length === type.of.length) &&
    goal.of.every((part, index) => {
      const own = type.of[index];
      return own !== undefined && fits(own, part);
    })
  );
}
export function vectorOf(type: Type): Type {
  return { name: "vec", of: [type] };
}
