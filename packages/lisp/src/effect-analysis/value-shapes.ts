// Shapes of values, as a report describes an argument or a result.

import {
  Keyword,
  MapValue,
  SetValue,
  Vector,
  toHost,
  workBudget,
  type Value,
} from "@ptc/core/values";
import type { Node } from "../analysis/core-tree.ts";
import type { ArgumentShapes, ShapeType, ValueShape } from "./effect-analysis.ts";
import { constantOf, type Foreseen } from "./foreseen-value.ts";

const unknown: ValueShape = { kind: "unknown" };
/** A literal collection with more elements or longer texts is shown as its type. */
const shownElements = 200;
const shownCharacters = 4_000;

/** Returns the shape. Values of the context have only their type, because they may be secret. */
export function shapeOf(value: Foreseen): ValueShape {
  switch (value.kind) {
    case "any":
      return value.type === undefined ? unknown : { kind: "type", type: value.type };
    case "constant":
      return value.isData ? { kind: "type", type: typeOf(value.value) } : literal(value.value);
    case "items":
      return literalItems(value.items, value.type);
    case "fields":
      return literalFields(value.entries);
    case "sized":
      return unknown;
    case "function":
    case "var":
      return { kind: "type", type: "function" };
  }
}

function typeOf(value: Value): ShapeType {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
    case "bigint":
      return "number";
    case "boolean":
      return "boolean";
    default:
      if (value instanceof Keyword) return "keyword";
      if (value instanceof Vector) return "vector";
      if (value instanceof MapValue) return "map";
      return value instanceof SetValue ? "set" : "value";
  }
}

function literal(value: Value): ValueShape {
  try {
    const meter = workBudget("showing a literal", shownElements);
    const texts = workBudget("showing a literal", shownCharacters);
    return { kind: "literal", value: toHost(value, { meter, texts }) };
  } catch {
    return { kind: "type", type: typeOf(value) };
  }
}

function literalItems(items: readonly Foreseen[], type: "vector" | "set"): ValueShape {
  const shapes = items.map(shapeOf);
  return shapes.every((shape) => shape.kind === "literal")
    ? { kind: "literal", value: shapes.map(({ value }) => value) }
    : { kind: "type", type };
}

function literalFields(entries: readonly (readonly [Foreseen, Foreseen])[]): ValueShape {
  const fields = fieldShapes({ kind: "fields", entries });
  const literals = [...(fields ?? [])].map(([name, shape]) =>
    shape.kind === "literal" ? ([name, shape.value] as const) : undefined,
  );
  return fields !== undefined && literals.every((each) => each !== undefined)
    ? { kind: "literal", value: Object.fromEntries(literals) }
    : { kind: "type", type: "map" };
}

/** Returns the shapes of the arguments of a call, or undefined if their names are unknown. */
export function fieldShapes(args: Foreseen): ArgumentShapes | undefined {
  if (args.kind !== "fields") return args.kind === "constant" ? constantFields(args) : undefined;
  const shapes = new Map<string, ValueShape>();
  for (const [key, value] of args.entries) {
    const name = key.kind === "constant" ? nameOf(key.value) : undefined;
    if (name === undefined) return undefined;
    shapes.set(name, shapeOf(value));
  }
  return shapes;
}

function constantFields({
  value,
  isData,
}: Extract<Foreseen, { kind: "constant" }>): ArgumentShapes | undefined {
  if (!(value instanceof MapValue) || isData) return undefined;
  const entries: (readonly [Foreseen, Foreseen])[] = [];
  value.forEach((key, field) => entries.push([constantOf(key), constantOf(field)]));
  return fieldShapes({ kind: "fields", entries });
}

function nameOf(key: Value): string | undefined {
  return key instanceof Keyword ? key.text : typeof key === "string" ? key : undefined;
}

/** Returns the shapes that fit both calls. */
export function joinedShapes(
  left: ArgumentShapes | undefined,
  right: ArgumentShapes | undefined,
): ArgumentShapes | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (left.size !== right.size || [...left.keys()].some((name) => !right.has(name)))
    return undefined;
  return new Map(
    Array.from(left, ([name, shape]): [string, ValueShape] => [
      name,
      joined(shape, right.get(name) ?? unknown),
    ]),
  );
}

function joined(left: ValueShape, right: ValueShape): ValueShape {
  if (left.kind === "literal" && right.kind === "literal" && isEqual(left.value, right.value))
    return left;
  const [one, other] = [typeOfShape(left), typeOfShape(right)];
  return one !== undefined && one === other ? { kind: "type", type: one } : unknown;
}

function isEqual(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}

function typeOfShape(shape: ValueShape): ShapeType | undefined {
  if (shape.kind !== "literal") return shape.kind === "type" ? shape.type : undefined;
  const { value } = shape;
  if (Array.isArray(value)) return "vector";
  if (value !== null && typeof value === "object") return "map";
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? (typeof value as ShapeType)
    : undefined;
}

/** Returns the value of a node as far as its text says, wherever it runs. */
export function writtenValue(node: Node): Foreseen {
  switch (node.type) {
    case "constant":
      return constantOf(node.value);
    case "vector":
    case "set":
      return { kind: "items", type: node.type, items: node.items.map(writtenValue) };
    case "map":
      return { kind: "fields", entries: entriesOf(node.items.map(writtenValue)) };
    default:
      return { kind: "any" };
  }
}

/** Returns the entries of a map whose keys and values alternate. */
export function entriesOf(items: readonly Foreseen[]): readonly (readonly [Foreseen, Foreseen])[] {
  const entries: (readonly [Foreseen, Foreseen])[] = [];
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [key, value] = items.slice(index, index + 2);
    if (key !== undefined && value !== undefined) entries.push([key, value]);
  }
  return entries;
}
