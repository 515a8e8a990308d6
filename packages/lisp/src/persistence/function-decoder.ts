// Restores functions from the JSON of `written-function.ts`. Restoring a closure compiles its
// source, with the captured values in scope. All builtins are loaded before a function is restored,
// because it may use any of them.

import type { FunctionValue, Value, WorkMeter } from "@ptc/core/values";
import type { FunctionDecoder } from "@ptc/core/decoding";
import type { Builtin } from "../builtins/builtin.ts";
import { orderBy } from "../builtins/sequences/function-order.ts";
import type { Closure } from "../functions/closure.ts";
import { versionsIn } from "../analysis/stored-libraries.ts";
import { LibraryReference } from "../functions/library-reference.ts";
import { VarReference } from "../functions/var-reference.ts";
import type { FunctionOrigin } from "../compile/compile-function.ts";
import { opaqueDecoder } from "./opaque-decoder.ts";
import { remadeFunction } from "./remade-function.ts";

export interface FunctionMaker {
  builtin(name: string): Builtin | undefined;
  /**
   * Returns the closure of the single function form in `source`, or `undefined` if there isn't one
   * or it has mistakes. The work of analyzing the source counts on `meter`.
   */
  closure(source: string, origin: FunctionOrigin, meter: WorkMeter): Closure | undefined;
}

/** The fields of an encoded function. They come from outside and may have any value. */
type EncodedFunction = Readonly<
  Record<
    | "builtin"
    | "maker"
    | "parts"
    | "source"
    | "captured"
    | "name"
    | "shadowed"
    | "var"
    | "libraries"
    | "library"
    | "function"
    | "hash",
    unknown
  >
>;

export function functionDecoder(make: FunctionMaker): FunctionDecoder {
  return {
    decodeFunction(json, decode, meter): FunctionValue | undefined {
      if (typeof json !== "object" || json === null) return undefined;
      const {
        builtin,
        maker,
        parts,
        source,
        captured,
        name,
        shadowed,
        var: variable,
        libraries,
        library,
        function: member,
        hash,
      } = json as EncodedFunction;
      if (typeof variable === "string") return new VarReference(variable);
      if (typeof library === "string" && typeof member === "string" && typeof hash === "string")
        return new LibraryReference(library, member, hash);
      if (typeof builtin === "string") return make.builtin(builtin);
      if (typeof maker === "string" && Array.isArray(parts))
        return remade(make.builtin(maker), parts.map(decode));
      if (typeof source !== "string" || typeof captured !== "object" || captured === null)
        return undefined;
      const entries = Object.entries(captured).map(([key, value]): [string, Value] => [
        key,
        decode(value),
      ]);
      const hidden = Array.isArray(shadowed)
        ? shadowed.filter((each): each is string => typeof each === "string")
        : [];
      const origin: FunctionOrigin = {
        name: typeof name === "string" ? name : undefined,
        captured: entries,
        shadowed: hidden,
        libraries: versionsIn(libraries),
      };
      return make.closure(source, origin, meter);
    },

    orderBy,
    ...opaqueDecoder,
  };
}

function remade(maker: Builtin | undefined, parts: readonly Value[]): FunctionValue | undefined {
  return maker === undefined ? undefined : remadeFunction(maker, parts);
}
