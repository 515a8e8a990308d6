// Functions written down: a closure is its source and what it captured, a builtin its name, what a builtin made of others
// (`(partial f x)`) its maker and parts. `function-decoder.ts` reads them back.

import { defineField, type FunctionValue, type Value } from "@ptc/core/values";
import type { FunctionEncoder, Json } from "@ptc/core/encoding";
import { Builtin } from "../builtins/builtin.ts";
import { DerivedFunction } from "../builtins/derived-function.ts";
import { Closure } from "../evaluation/closure.ts";
import { VarReference } from "../evaluation/var-reference.ts";

export const functionEncoder: FunctionEncoder = {
  encodeFunction(fn: FunctionValue, encode: (value: Value) => Json): Json | undefined {
    if (fn instanceof Builtin) return { builtin: fn.name };
    if (fn instanceof DerivedFunction) return { maker: fn.maker, parts: fn.parts.map((part) => encode(part)) };
    if (fn instanceof VarReference) return { var: fn.name };
    if (!(fn instanceof Closure)) return undefined;
    const { source, captureNames, shadowed } = fn.code;
    const captured: Record<string, Json> = {};
    for (const [index, name] of captureNames.entries()) defineField(captured, name, encode(fn.captured[index] ?? null));
    return { source, ...(fn.name === undefined ? {} : { name: fn.name }), captured, ...(shadowed.length === 0 ? {} : { shadowed: [...shadowed] }) };
  },
};
