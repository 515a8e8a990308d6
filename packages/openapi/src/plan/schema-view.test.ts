import { expect, test } from "vitest";
import { References } from "../document/references.ts";
import { SchemaBudget, SchemaView, type Side } from "./schema-view.ts";

const document = {
  components: {
    schemas: {
      Person: {
        type: "object",
        required: ["id", "name", "secret"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string", nullable: true, example: "Ann", "x-a": 1 },
          secret: { $ref: "#/components/schemas/Secret" },
          photo: { type: "string", format: "binary" },
          at: { type: "string", format: "date-time" },
          friends: { type: "array", items: { $ref: "#/components/schemas/Person" } },
        },
      },
      Secret: { type: "string", writeOnly: true },
    },
  },
};

function view(side: Side, parts = 1_000): SchemaView {
  return new SchemaView(side, new References(document), new SchemaBudget(parts));
}

const person = { $ref: "#/components/schemas/Person" };

function fieldsOf(side: Side): unknown {
  const one = view(side);
  return one.definitionsFor([one.read(person)])?.Person;
}

test("each side includes only its own properties", () => {
  const name = { type: "string", nullable: true };
  const friends = { type: "array", items: { $ref: "#/$defs/Person" } };
  expect(fieldsOf("request")).toEqual({
    type: "object",
    properties: {
      name,
      secret: { $ref: "#/$defs/Secret" },
      photo: { type: "string" },
      at: { type: "string", format: "date-time" },
      friends,
    },
    required: ["name", "secret"],
  });
  expect(fieldsOf("answer")).toEqual({
    type: "object",
    properties: {
      id: { type: "integer" },
      name,
      photo: { type: "string" },
      at: { type: "string" },
      friends,
    },
    required: ["id", "name"],
  });
  expect(fieldsOf("files")).toMatchObject({
    properties: { photo: { type: "object", title: ":file" } },
  });
});

test("the constraints of an argument are in its description", () => {
  const described = (schema: object): unknown => {
    const read = view("request").read(schema);
    return typeof read === "object" ? read.description : undefined;
  };
  expect(
    described({
      type: "integer",
      description: "How\nmany",
      minimum: 1,
      exclusiveMaximum: 9,
      default: 5,
    }),
  ).toBe("How many (from 1, below 9, default 5)");
  expect(described({ type: "number", minimum: 1, exclusiveMinimum: true, multipleOf: 0.5 })).toBe(
    "(above 1, a multiple of 0.5)",
  );
  expect(described({ type: "string", format: "uuid", maxLength: 36, pattern: "^a" })).toBe(
    "(uuid, at most 36 characters, pattern ^a)",
  );
  expect(described({ type: "array", maxItems: 3 })).toBe("(at most 3 elements)");
  expect(described({ enum: [1, 2, null] })).toBe("(one of 1, 2)");
  expect(described({ description: "long ".repeat(200) })).toHaveLength(300);
});

test("visits a bounded number of schema parts, for one operation and for all together", () => {
  expect(() => view("request", 5).read({ properties: { a: {}, b: {}, c: {}, d: {} } })).toThrow(
    "the schemas of the document are too large; choose fewer operations (option include)",
  );
  const properties = Object.fromEntries(
    Array.from({ length: 20_001 }, (_, index) => [`a${String(index)}`, true]),
  );
  const large = new SchemaView(
    "answer",
    new References({ large: { properties } }),
    new SchemaBudget(1_000_000),
  );
  expect(large.definitionsFor([large.read({ $ref: "#/large" })])).toBeUndefined();
});
