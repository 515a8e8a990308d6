// The properties of data that a compiled program relies on, taken from the samples. Covers the
// fields that the program mentions: their presence and the kinds of their values. If the program
// mentions most of the texts of a field, the possible texts are included too. The program then has
// no case for a new text.
//
//   orders  list of map
//             status  text  open, paid        the program mentions both
//             total   number
//             note    text or nil             nil in at least one sample

import { fieldName, comparedText, type ProgramWords } from "./program-words.ts";

/** The kind of a value, as far as a program can distinguish it. */
export type DataKind = "nil" | "boolean" | "number" | "text" | "list" | "map" | "other";

/** The shape of the samples at one position, as JSON. */
export interface DataShape {
  readonly kinds: readonly DataKind[];
  /** For maps: the mentioned fields, and whether every map had them. */
  readonly fields?: readonly (readonly [name: string, shape: DataShape, isAlways: boolean])[];
  /** For lists: the shape of the elements. */
  readonly items?: DataShape;
  /** The possible texts, if the program mentions most of them. */
  readonly texts?: readonly string[];
}

/** A position at which data differs from the samples. */
export interface Drift {
  /** The path, for example `orders[3].status`. */
  readonly path: string;
  readonly problem: string;
}

/** With more distinct texts, a field is not a category. */
const mostTexts = 100;
const mostFields = 500;
const deepest = 12;
/** The maximum number of values examined in one context. */
const mostLookedAt = 5_000_000;
const mostDrifts = 5;

/** A shape during observation. */
interface Observed {
  readonly kinds: Set<DataKind>;
  readonly fields: Map<string, { readonly shape: Observed; count: number }>;
  maps: number;
  items: Observed | undefined;
  texts: Set<string> | undefined;
}

/**
 * Returns the combined shape of all samples, as far as a program with these words depends on it.
 */
export function shapeOfSamples(
  contexts: readonly Readonly<Record<string, unknown>>[],
  words: ProgramWords,
): DataShape {
  const observed = nothingObserved();
  let left = mostLookedAt;
  const observe = (at: Observed, value: unknown, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > deepest) return;
    const kind = kindOf(value);
    at.kinds.add(kind);
    if (typeof value === "string" && at.texts !== undefined) {
      at.texts.add(comparedText(value));
      if (at.texts.size > mostTexts) at.texts = undefined;
    }
    if (Array.isArray(value)) {
      const items = (at.items ??= nothingObserved());
      for (const item of value) observe(items, item, depth + 1);
    } else if (kind === "map") {
      at.maps += 1;
      for (const [name, field] of fieldsOf(value as object))
        if (words.names.has(fieldName(name)) && at.fields.size < mostFields) {
          const known = at.fields.get(name) ?? { shape: nothingObserved(), count: 0 };
          known.count += 1;
          at.fields.set(name, known);
          observe(known.shape, field, depth + 1);
        }
    }
  };
  for (const context of contexts) observe(observed, context, 0);
  return shapeOf(observed, words);
}

/**
 * Returns the first differences between `context` and the samples, and whether all values were
 * examined.
 */
export function driftsOf(
  shape: DataShape,
  context: Readonly<Record<string, unknown>>,
): { readonly drifts: readonly Drift[]; readonly isWhole: boolean } {
  const drifts: Drift[] = [];
  let left = mostLookedAt;
  const look = (expected: DataShape, value: unknown, path: string): void => {
    left -= 1;
    if (left < 0 || drifts.length >= mostDrifts) return;
    const kind = kindOf(value);
    if (!expected.kinds.includes(kind)) {
      drifts.push({
        path,
        problem: `is ${kindText(kind)}, but was ${expected.kinds.map(kindText).join(" or ")}`,
      });
      return;
    }
    if (typeof value === "string" && expected.texts?.includes(comparedText(value)) === false) {
      const known = expected.texts.slice(0, 10).map((text) => JSON.stringify(shortened(text)));
      const more = expected.texts.length > known.length ? ", …" : "";
      drifts.push({
        path,
        problem: `is ${JSON.stringify(shortened(value))}, but the program knows only ${known.join(", ")}${more}`,
      });
      return;
    }
    if (Array.isArray(value)) {
      const { items } = expected;
      if (items !== undefined)
        value.forEach((item, index) => {
          look(items, item, `${path}[${String(index)}]`);
        });
    } else if (kind === "map" && expected.fields !== undefined)
      lookAtFields(expected.fields, value as object, path);
  };
  const lookAtFields = (
    fields: NonNullable<DataShape["fields"]>,
    map: object,
    path: string,
  ): void => {
    for (const [name, shape, isAlways] of fields) {
      const at = path === "" ? name : `${path}.${name}`;
      // Programs don't see accessors, so they are not run here.
      const field = Object.getOwnPropertyDescriptor(map, name);
      if (field !== undefined && "value" in field) look(shape, field.value, at);
      else if (isAlways && drifts.length < mostDrifts)
        drifts.push({ path: at, problem: "is missing, but was in all samples" });
    }
  };
  look(shape, context, "");
  return { drifts, isWhole: left >= 0 };
}

function nothingObserved(): Observed {
  return { kinds: new Set(), fields: new Map(), maps: 0, items: undefined, texts: new Set() };
}

function shapeOf(observed: Observed, words: ProgramWords): DataShape {
  const { kinds, fields, maps, items, texts } = observed;
  const mentioned = [...(texts ?? [])].filter((text) => words.texts.has(text)).length;
  const isCompared = texts !== undefined && 2 * mentioned > texts.size;
  return {
    kinds: [...kinds],
    ...(fields.size === 0
      ? {}
      : {
          fields: [...fields].map(
            ([name, { shape, count }]) => [name, shapeOf(shape, words), count === maps] as const,
          ),
        }),
    // Lists that were all empty say nothing about their elements.
    ...(items === undefined || items.kinds.size === 0 ? {} : { items: shapeOf(items, words) }),
    ...(isCompared ? { texts: [...texts] } : {}),
  };
}

function kindOf(value: unknown): DataKind {
  if (value === null || value === undefined) return "nil";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object") return "other";
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? "map" : "other";
}

/** Returns the own data fields. Does not run accessors. */
function fieldsOf(map: object): [string, unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(map)).flatMap(([name, property]) =>
    property.enumerable === true && "value" in property ? [[name, property.value]] : [],
  );
}

function kindText(kind: DataKind): string {
  if (kind === "nil" || kind === "text") return kind;
  return kind === "other" ? "another value" : `a ${kind}`;
}

const longestText = 40;

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
