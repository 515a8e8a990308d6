// Makes the host value of a shape: a field of a context, or the result of a tool.

import { collidingVectors } from "./colliding-vectors.ts";
import { digitsText, type ScalarName, type Shape } from "./shape.ts";

const values: { readonly [Name in ScalarName]: unknown } = {
  nil: null,
  yes: true,
  zero: 0,
  negativeZero: -0,
  nan: NaN,
  infinity: Infinity,
  large: 1e308,
  small: 5e-324,
  half: 0.5,
  beyond: 9_007_199_254_740_993n,
  keyword: "status",
  name: "__proto__",
  date: new Date(1_709_164_800_000),
};

export function hostValue(shape: Shape): unknown {
  return maker(shape)();
}

/**
 * Returns a function that makes a new value at each call. Work that can be done once is done
 * before the first call.
 */
function maker(shape: Shape): () => unknown {
  switch (shape.is) {
    case "scalar":
      return () => values[shape.name];
    case "integer": {
      const digits = `${shape.isNegative ? "-" : ""}0x${BigInt(digitsText(shape.digits)).toString(16)}`;
      return () => integerOf(digits);
    }
    case "text":
      return () => shape.piece.repeat(shape.times);
    case "colliding": {
      const rows = collidingVectors(shape.places);
      return () =>
        collection(
          shape.as,
          rows.map((row) => [...row]),
        );
    }
    case "list":
    case "set":
    case "map": {
      const make = maker(shape.of);
      return () =>
        collection(
          shape.is,
          Array.from({ length: shape.times }, () => [make()]),
        );
    }
    case "fields": {
      const make = maker(shape.of);
      const names = Array.from({ length: shape.times }, (_, at) => `${shape.name}${String(at)}`);
      return () => Object.fromEntries(names.map((name) => [name, make()]));
    }
    case "nest": {
      const make = maker(shape.of);
      const wrapped = {
        list: wrap,
        map: (a: unknown) => ({ a }),
        set: (a: unknown) => new Set([a]),
      };
      return () => {
        let value = make();
        for (let level = 0; level < shape.levels; level++) value = wrapped[shape.as](value);
        return value;
      };
    }
    case "several": {
      const makers = shape.of.map(maker);
      return () => makers.map((make) => make());
    }
  }
}

const wrap = (value: unknown): unknown => [value];

function collection(is: "list" | "set" | "map", members: readonly unknown[]): unknown {
  if (is === "list") return members;
  return is === "set" ? new Set(members) : new Map(members.map((member, at) => [member, at]));
}

/** Hexadecimal digits are read in time proportional to their number. */
function integerOf(hexadecimal: string): bigint {
  return hexadecimal.startsWith("-") ? -BigInt(hexadecimal.slice(1)) : BigInt(hexadecimal);
}
