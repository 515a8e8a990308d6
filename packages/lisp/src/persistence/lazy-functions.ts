// Reads stored functions lazily: the first call compiles a function and reads the values it
// captured. Reading and passing on values with functions therefore costs only their JSON.

import { decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import { workBudget, type Value } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import type { Json } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { versionsIn } from "../analysis/stored-libraries.ts";
import { EncodedFunction } from "./encoded-function.ts";
import { functionDecoder, type FunctionMaker } from "./function-decoder.ts";
import { remadeFunction } from "./remade-function.ts";

/** Limit of the work for restoring one function: about a second. */
const maximumWork = 20_000_000;

/** `extend` may add to the decoder, which also reads captured values. */
export function lazyFunctions(
  make: FunctionMaker,
  extend: (functions: FunctionDecoder) => FunctionDecoder = (functions) => functions,
): FunctionDecoder {
  const eager = functionDecoder(make);
  const functions = extend({
    ...eager,
    decodeFunction(json, decode, meter) {
      if (!isObject(json)) return undefined;
      const { source, captured, maker, parts } = json;
      if (typeof source === "string" && isObject(captured))
        return lazyClosure(make, { ...json, source, captured }, read);
      if (typeof maker === "string" && Array.isArray(parts))
        return lazyDerived(make, maker, parts as readonly unknown[], read);
      return eager.decodeFunction(json, decode, meter);
    },
  });
  // Captured values are read later, so each has its own budget and depth.
  const read = (json: unknown): Value => decodeValue(json, { functions });
  return functions;
}

interface EncodedClosure {
  readonly source: string;
  readonly captured: Readonly<Record<string, unknown>>;
  readonly name?: unknown;
  readonly shadowed?: unknown;
  readonly libraries?: unknown;
}

function lazyClosure(
  make: FunctionMaker,
  { source, captured, name: givenName, shadowed: givenShadowed, libraries: given }: EncodedClosure,
  read: (json: unknown) => Value,
): EncodedFunction {
  const names = Object.keys(captured);
  const name = typeof givenName === "string" ? givenName : undefined;
  const shadowed = Array.isArray(givenShadowed)
    ? givenShadowed.filter((each): each is string => typeof each === "string")
    : [];
  const libraries = versionsIn(given);
  return new EncodedFunction({
    name,
    sourceLength: source.length,
    held: () => Object.values(captured).map(read),
    make: (held) =>
      make.closure(
        source,
        {
          name,
          captured: names.map((each, index) => [each, held[index] ?? null]),
          shadowed,
          libraries,
        },
        // Don't use the budget of the run: the cost of a branch must not depend on which branch
        // calls first.
        workBudget("making the function again", maximumWork),
      ),
    written: (encoded): Json => ({
      source,
      ...(name === undefined ? {} : { name }),
      captured: recordOf(names.map((each, index) => [each, encoded[index] ?? null])),
      ...(shadowed.length === 0 ? {} : { shadowed }),
      ...(libraries === undefined ? {} : { libraries }),
    }),
  });
}

function lazyDerived(
  make: FunctionMaker,
  maker: string,
  parts: readonly unknown[],
  read: (json: unknown) => Value,
): EncodedFunction | undefined {
  const builtin = make.builtin(maker);
  if (builtin === undefined) return undefined;
  return new EncodedFunction({
    name: undefined,
    sourceLength: 0,
    held: () => parts.map(read),
    make: (held) => remadeFunction(builtin, held),
    written: (encoded): Json => ({ maker, parts: [...encoded] }),
  });
}
