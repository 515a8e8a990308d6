// Functions in the encoding: a closure is its source and what it captured, a builtin its name, what a builtin made of
// others (`(partial f x)`) its maker and parts. Reading a closure compiles the source again, with the captured values as
// the names around it.

import { defineField, type FunctionValue, type Value } from "@ptc/core/values";
import type { FunctionDecoder, FunctionEncoder, Json } from "@ptc/core/encoding";
import { Builtin, findBuiltin } from "../builtins/builtin.ts";
import { builtins } from "../builtins/table.ts";
import { DerivedFunction, remadeFunction } from "../builtins/derived-function.ts";
import { Closure } from "../evaluation/closure.ts";
import { compileFunctionSource } from "./compile-function.ts";

/** Writes and reads functions of the language. */
export const functionCodec: FunctionEncoder & FunctionDecoder = {
  encodeFunction(fn: FunctionValue, encode: (value: Value) => Json): Json | undefined {
    if (fn instanceof Builtin) return { builtin: fn.name };
    if (fn instanceof DerivedFunction) return { maker: fn.maker, parts: fn.parts.map((part) => encode(part)) };
    if (!(fn instanceof Closure)) return undefined;
    const captured: Record<string, Json> = {};
    for (const [index, name] of fn.code.captureNames.entries()) defineField(captured, name, encode(fn.captured[index] ?? null));
    return { source: fn.code.source, ...(fn.name === undefined ? {} : { name: fn.name }), captured };
  },

  decodeFunction(json: unknown, decode: (json: unknown) => Value): FunctionValue | undefined {
    if (typeof json !== "object" || json === null) return undefined;
    const { builtin, maker, parts, source, captured } = json as Readonly<Record<"builtin" | "maker" | "parts" | "source" | "captured", unknown>>;
    if (typeof builtin === "string") return findBuiltin(builtins, builtin);
    if (typeof maker === "string" && Array.isArray(parts)) return remade(maker, parts.map(decode));
    if (typeof source !== "string" || typeof captured !== "object" || captured === null) return undefined;
    const entries = Object.entries(captured).map(([name, value]): [string, Value] => [name, decode(value)]);
    return compileFunctionSource(source, entries);
  },
};

function remade(maker: string, parts: readonly Value[]): FunctionValue | undefined {
  const builtin = findBuiltin(builtins, maker);
  return builtin === undefined ? undefined : remadeFunction(builtin, parts);
}
