// Writes a shape as program source.

import { collidingVectors } from "./colliding-vectors.ts";
import { digitsText, scalars, type Shape } from "./shape.ts";

export function sourceText(shape: Shape): string {
  switch (shape.is) {
    case "scalar":
      return scalars[shape.name];
    case "integer":
      return `${shape.isNegative ? "-" : ""}${digitsText(shape.digits)}`;
    case "text":
      return JSON.stringify(shape.piece.repeat(shape.times));
    case "list":
      return `[${`[${sourceText(shape.of)}] `.repeat(shape.times)}]`;
    case "set":
      return `#{${`[${sourceText(shape.of)}] `.repeat(shape.times)}}`;
    case "map": {
      const key = sourceText(shape.of);
      return `{${Array.from({ length: shape.times }, (_, at) => `[${key}] ${String(at)}`).join(" ")}}`;
    }
    case "colliding": {
      const rows = collidingVectors(shape.places).map((row) => `[${row.join(" ")}]`);
      if (shape.as === "list") return `[${rows.join(" ")}]`;
      return shape.as === "set"
        ? `#{${rows.join(" ")}}`
        : `{${rows.map((row, at) => `${row} ${String(at)}`).join(" ")}}`;
    }
    case "fields": {
      const value = sourceText(shape.of);
      const field = (at: number): string =>
        `${JSON.stringify(`${shape.name}${String(at)}`)} ${value}`;
      return `{${Array.from({ length: shape.times }, (_, at) => field(at)).join(" ")}}`;
    }
    case "nest": {
      const [before, behind] = { list: ["[", "]"], map: ['{"a" ', "}"], set: ["#{", "}"] }[
        shape.as
      ] as [string, string];
      return before.repeat(shape.levels) + sourceText(shape.of) + behind.repeat(shape.levels);
    }
    case "several":
      return `[${shape.of.map(sourceText).join(" ")}]`;
  }
}
