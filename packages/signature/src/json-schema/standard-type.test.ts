import { OptionError } from "@ptc/core/errors";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { renderType } from "../rendering/render-signature.ts";
import { typeOfStandardSchema, type SchemaSide } from "./standard-type.ts";

const schemaOf = (vendor: string, input: unknown) => ({
  "~standard": {
    version: 1,
    vendor,
    validate: () => ({ value: 1 }),
    jsonSchema: { input, output: input },
  },
});

describe("the type of a Standard Schema", () => {
  test("converts the JSON Schema of the requested side", () => {
    const schema = z.object({
      at: z.date(),
      since: z.iso.datetime(),
      size: z.string().transform((text) => text.length),
      day: z.codec(z.iso.date(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString().slice(0, 10),
      }),
    });
    const input = typeOfStandardSchema(schema, "input");
    expect(renderType(input.type)).toBe("{at :datetime, since :string, size :string, day :string}");
    expect(input.dropped.map((line) => line.replace(/pattern .*/, "pattern"))).toEqual([
      '/properties/since: format "iso-datetime"',
      "/properties/since: pattern",
      '/properties/day: format "date"',
      "/properties/day: pattern",
    ]);
    const output = typeOfStandardSchema(schema, "output");
    expect(renderType(output.type)).toBe("{at :datetime, since :string, size :any, day :datetime}");
    expect(output.dropped).toContain('/properties/size: zod "transform"');
  });

  test("asks for the newest draft, and reads date-time of other libraries as a string", () => {
    let options: unknown;
    const schema = schemaOf("other", (given: unknown) => {
      options = given;
      return { type: "string", format: "date-time" };
    });
    expect(typeOfStandardSchema(schema, "input")).toEqual({
      type: { kind: "string" },
      definitions: [],
      dropped: ['/: format "date-time"'],
    });
    expect(options).toEqual({ target: "draft-2020-12" });
  });

  test("accepts a schema that is a function", () => {
    const schema = Object.assign(
      () => 1,
      schemaOf("callable", () => ({ type: "boolean" })),
    );
    expect(typeOfStandardSchema(schema, "output").type).toEqual({ kind: "bool" });
  });

  test.each<[string, unknown, string]>([
    [
      "without the extension",
      { "~standard": { version: 1, vendor: "plain", validate: () => ({ value: 1 }) } },
      "/: the schema doesn't provide a JSON Schema: read as :any",
    ],
    ["that is none", 3, "/: the schema doesn't provide a JSON Schema: read as :any"],
    [
      "that cannot say it",
      schemaOf("other", () => {
        throw new Error("no \u001b[31mdates");
      }),
      "/: the schema can't be converted to JSON Schema (no \\u001b[31mdates): read as :any",
    ],
    [
      "with an accessor that throws",
      Object.defineProperty({}, "~standard", {
        get: () => {
          throw new Error("hidden");
        },
      }),
      "/: the schema can't be converted to JSON Schema (hidden): read as :any",
    ],
    [
      "that throws what cannot be read",
      schemaOf("other", () => {
        throw {
          toString: () => {
            throw new Error("twice");
          },
        } as unknown as Error;
      }),
      "/: the schema can't be converted to JSON Schema (its error cannot be read): read as :any",
    ],
    ["that says none", schemaOf("other", () => undefined), "/: this is not a schema: read as :any"],
  ])("returns :any for a schema %s", (_name, schema, line) => {
    expect(typeOfStandardSchema(schema, "input")).toEqual({
      type: { kind: "any" },
      definitions: [],
      dropped: [line],
    });
  });

  test("refuses a side other than input and output", () => {
    const mistake = () => typeOfStandardSchema(z.string(), "both" as SchemaSide);
    expect(mistake).toThrow(OptionError);
    expect(mistake).toThrow('option `side`: takes "input" or "output", got "both"');
  });
});
