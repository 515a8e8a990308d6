// The properties of data that a compiled program relies on, taken from the samples. Covers the
// fields that the program mentions: their presence and the kinds of their values. If the program
// compares a field with texts, the field's possible texts are included too, because the program may
// have no case for a new one; see `text-domain.ts`.
//
//   orders  list of map
//             status  text  open, paid        the program compares it with "open"
//             total   number
//             note    text or nil             nil in at least one sample

import type { Comparisons } from "./compared-texts.ts";
import type { DataKind, DataShape } from "./data-shape.ts";
import { fieldName, type ProgramWords } from "./program-words.ts";
import {
  DomainChecks,
  textDomain,
  TextsSeen,
  unassignedTexts,
  type Reader,
} from "./text-domain.ts";

/** A position at which data differs from the samples. */
export interface Drift {
  /** The path, for example `orders[3].status`. */
  readonly path: string;
  readonly problem: string;
}

const mostFields = 500;
const deepest = 12;
/** The maximum number of values examined in one context. */
const mostLookedAt = 5_000_000;
const mostDrifts = 5;
/** Comparing a text with similar ones takes longer than looking at a value. */
const costOfSpelling = 5;

/** A shape during observation. */
interface Observed {
  readonly kinds: Set<DataKind>;
  readonly fields: Map<string, { readonly shape: Observed; count: number }>;
  maps: number;
  items: Observed | undefined;
  readonly texts: TextsSeen;
}

/** A result that a program got of a tool. */
export interface ToolResult {
  readonly name: string;
  readonly result?: unknown;
}

/** The data of the samples: contexts, and the results of tools. */
export interface SampleData {
  readonly contexts: readonly Readonly<Record<string, unknown>>[];
  readonly results: readonly ToolResult[];
}

/**
 * Returns the combined shape of all samples, as far as a program with these words depends on it.
 */
export function shapeOfSamples(
  { contexts, results }: SampleData,
  words: ProgramWords,
  comparisons: Comparisons,
): DataShape {
  const observed = nothingObserved();
  const tools = new Map<string, Observed>();
  let left = mostLookedAt;
  const observe = (at: Observed, value: unknown, depth: number): void => {
    left -= 1;
    if (left < 0 || depth > deepest) return;
    const kind = kindOf(value);
    at.kinds.add(kind);
    if (typeof value === "string") at.texts.add(value);
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
  for (const { name, result } of results) {
    const tool = tools.get(name) ?? nothingObserved();
    tools.set(name, tool);
    observe(tool, result, 0);
  }
  const fields = new Map<string, Set<string>>();
  collectTexts(observed, "", fields);
  for (const [name, tool] of tools) collectTexts(tool, fieldName(name), fields);
  const reader = { words, comparisons, unassigned: unassignedTexts(comparisons, fields) };
  const shape = shapeOf(observed, "", reader);
  return tools.size === 0
    ? shape
    : {
        ...shape,
        tools: Array.from(tools, ([name, tool]) => [name, shapeOf(tool, name, reader)] as const),
      };
}

/** Collects the texts of each field, by its name. */
function collectTexts(
  { fields, items, texts }: Observed,
  name: string,
  all: Map<string, Set<string>>,
): void {
  const known = all.get(name) ?? new Set();
  for (const text of texts.different) known.add(text);
  all.set(name, known);
  for (const [field, { shape }] of fields) collectTexts(shape, fieldName(field), all);
  if (items !== undefined) collectTexts(items, name, all);
}

/** How data is compared with the samples. */
export interface DriftOptions {
  /** True for fields of which no text is shown. */
  readonly hides: (name: string) => boolean;
  /** If true, only texts are compared, because a contract checks the rest. */
  readonly onlyTexts?: boolean;
}

/**
 * Returns the first differences between data and the samples, and whether all values were examined.
 */
export function driftsOf(
  shape: DataShape,
  data: unknown,
  { hides, onlyTexts = false }: DriftOptions,
): { readonly drifts: readonly Drift[]; readonly isWhole: boolean } {
  const drifts: Drift[] = [];
  const checks = new DomainChecks();
  let left = mostLookedAt;
  const look = (expected: DataShape, value: unknown, path: string, isHidden: boolean): void => {
    left -= expected.spellings === undefined ? 1 : costOfSpelling;
    if (left < 0 || drifts.length >= mostDrifts) return;
    const kind = kindOf(value);
    if (!onlyTexts && !expected.kinds.includes(kind)) {
      drifts.push({
        path,
        problem: `is ${kindText(kind)}, but was ${expected.kinds.map(kindText).join(" or ")}`,
      });
      return;
    }
    const problem =
      typeof value === "string" ? checks.problemOf(expected, value, isHidden) : undefined;
    if (problem !== undefined) {
      drifts.push({ path, problem });
      return;
    }
    if (Array.isArray(value)) {
      const { items } = expected;
      if (items !== undefined)
        value.forEach((item, index) => {
          look(items, item, `${path}[${String(index)}]`, isHidden);
        });
    } else if (kind === "map" && expected.fields !== undefined)
      lookAtFields(expected.fields, value as object, path, isHidden);
  };
  const lookAtFields = (
    fields: NonNullable<DataShape["fields"]>,
    map: object,
    path: string,
    isHidden: boolean,
  ): void => {
    for (const [name, shape, isAlways] of fields) {
      const at = path === "" ? name : `${path}.${name}`;
      // Programs don't see accessors, so they are not run here.
      const field = Object.getOwnPropertyDescriptor(map, name);
      if (field !== undefined && "value" in field)
        look(shape, field.value, at, isHidden || hides(name));
      else if (isAlways && !onlyTexts && drifts.length < mostDrifts)
        drifts.push({ path: at, problem: "is missing, but was in all samples" });
    }
  };
  look(shape, data, "", false);
  return { drifts, isWhole: left >= 0 };
}

function nothingObserved(): Observed {
  return { kinds: new Set(), fields: new Map(), maps: 0, items: undefined, texts: new TextsSeen() };
}

function shapeOf(observed: Observed, name: string, reader: Reader): DataShape {
  const { kinds, fields, maps, items, texts } = observed;
  return {
    kinds: [...kinds],
    ...(fields.size === 0
      ? {}
      : {
          fields: [...fields].map(
            ([field, { shape, count }]) =>
              [field, shapeOf(shape, field, reader), count === maps] as const,
          ),
        }),
    // Lists that were all empty say nothing about their elements.
    ...(items === undefined || items.kinds.size === 0
      ? {}
      : { items: shapeOf(items, name, reader) }),
    ...textDomain(texts, fieldName(name), reader),
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
