// Functions made again from what `function-encoder.ts` wrote. Reading a closure compiles its source, with the captured
// values as the names around it. It may use any builtin, so all are loaded before one is read. This file is itself loaded on
// need: most runs are given no function that was written down.

import type { FunctionValue, Value } from "@ptc/core/values";
import type { FunctionDecoder } from "@ptc/core/decoding";
import { builtinLibrary } from "../builtins/builtin-library.ts";
import { orderBy } from "../builtins/function-order.ts";
import { remadeFunction } from "../builtins/derived-function.ts";
import { VarReference } from "../evaluation/var-reference.ts";
import { compileFunctionSource } from "./compile-function.ts";

/** What may stand in the JSON of a function; it comes from outside, so nothing is known of the values. */
type EncodedFunction = Readonly<Record<"builtin" | "maker" | "parts" | "source" | "captured" | "name" | "shadowed" | "var", unknown>>;

export const functionDecoder: FunctionDecoder = {
  decodeFunction(json: unknown, decode: (json: unknown) => Value): FunctionValue | undefined {
    if (typeof json !== "object" || json === null) return undefined;
    const { builtin, maker, parts, source, captured, name, shadowed, var: variable } = json as EncodedFunction;
    if (typeof variable === "string") return new VarReference(variable);
    if (typeof builtin === "string") return builtinLibrary.find(builtin);
    if (typeof maker === "string" && Array.isArray(parts)) return remade(maker, parts.map(decode));
    if (typeof source !== "string" || typeof captured !== "object" || captured === null) return undefined;
    const entries = Object.entries(captured).map(([key, value]): [string, Value] => [key, decode(value)]);
    const hidden = Array.isArray(shadowed) ? shadowed.filter((each): each is string => typeof each === "string") : [];
    return compileFunctionSource(source, { name: typeof name === "string" ? name : undefined, captured: entries, shadowed: hidden });
  },

  orderBy,
};

function remade(maker: string, parts: readonly Value[]): FunctionValue | undefined {
  const builtin = builtinLibrary.find(maker);
  return builtin === undefined ? undefined : remadeFunction(builtin, parts);
}
