// Writes a shape as tagged JSON, as in memory, journals, traces and messages.

import { collidingVectors } from "./colliding-vectors.ts";
import { digitsText, type ScalarName, type Shape } from "./shape.ts";

const texts: { readonly [Name in ScalarName]: string } = {
  nil: "null",
  yes: "true",
  zero: "0",
  negativeZero: '{"$number":"-0"}',
  nan: '{"$number":"NaN"}',
  infinity: '{"$number":"Infinity"}',
  large: "1e308",
  small: "5e-324",
  half: "0.5",
  beyond: '{"$integer":"9007199254740993"}',
  keyword: '{"$keyword":"status"}',
  name: '"__proto__"',
  date: '{"$instant":"2024-02-29T00:00:00Z"}',
};

/** Returns a text, because JSON may be nested deeper than a host can write. */
export function jsonText(shape: Shape): string {
  switch (shape.is) {
    case "scalar":
      return texts[shape.name];
    case "integer":
      return `{"$integer":"${shape.isNegative ? "-" : ""}${digitsText(shape.digits)}"}`;
    case "text":
      return JSON.stringify(shape.piece.repeat(shape.times));
    case "list":
    case "set":
    case "map":
      return collection(shape.is, new Array<string>(shape.times).fill(jsonText(shape.of)));
    case "colliding":
      return collection(
        shape.as,
        collidingVectors(shape.places).map((row) => row.join(",")),
      );
    case "fields": {
      const value = jsonText(shape.of);
      const field = (at: number): string =>
        `${JSON.stringify(`${shape.name}${String(at)}`)}:${value}`;
      return `{${Array.from({ length: shape.times }, (_, at) => field(at)).join(",")}}`;
    }
    case "nest": {
      const [before, behind] = {
        list: ["[", "]"],
        map: ['{"a":', "}"],
        set: ['{"$set":[', "]}"],
      }[shape.as] as [string, string];
      return before.repeat(shape.levels) + jsonText(shape.of) + behind.repeat(shape.levels);
    }
    case "several":
      return `[${shape.of.map(jsonText).join(",")}]`;
  }
}

/** Makes lists of the contents, or a set or map of them. */
function collection(is: "list" | "set" | "map", contents: readonly string[]): string {
  if (is === "list") return `[${contents.map((content) => `[${content}]`).join(",")}]`;
  if (is === "set") return `{"$set":[${contents.map((content) => `[${content}]`).join(",")}]}`;
  return `{"$map":[${contents.map((content, at) => `[[${content}],${String(at)}]`).join(",")}]}`;
}
