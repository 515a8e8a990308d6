// What is passed to the readers of the single forms: how to read the parts of a form, and where to
// note what is left out.

import type { SimpleKind, Type } from "../model.ts";
import type { DroppedLines, Place } from "./dropped.ts";
import type { ExtentCount } from "./extent.ts";
import type { ReferenceTarget } from "./references.ts";

/** What a schema says about a value, and about the field that has the value. */
export interface Said {
  readonly type: Type;
  readonly description?: string | undefined;
  readonly title?: string | undefined;
}

/** The reading of one schema, or of the two schemas of a tool. */
export interface Reading {
  readonly dropped: DroppedLines;
  readonly extents: ExtentCount;
  readonly readsDatetimes: boolean;
  /** Reads a schema. The caller uses the description or drops it. */
  say(schema: unknown, place: Place | undefined): Said;
  /** Reads a schema that is not for a field: its description is noted as dropped. */
  read(schema: unknown, place: Place | undefined): Type;
  /** Reads what stands inside a list or map. */
  inside(place: Place | undefined, read: () => Type): Type;
  /** The own fields of an object; none when too much was looked at. */
  fieldsOf(object: object): Map<string, unknown>;
  /** The elements of an array; none when it is no array, or when too much was looked at. */
  elementsOf(value: unknown): readonly unknown[];
  /** Counts a new type and returns it. */
  made<Made extends Type>(type: Made): Made;
  /** A new type of a kind that holds no further type. */
  simple(kind: SimpleKind): Type;
  /** The schema that a reference leads to; `undefined` when it leads nowhere. */
  resolve(reference: string): ReferenceTarget | undefined;
}

/** The type, or nil. A type that may already be nil is returned as it is. */
export function nilable(type: Type): Type {
  return type.kind === "nilable" ? type : { kind: "nilable", type };
}

/** The type without nil. */
export function withoutNil(type: Type): Type {
  return type.kind === "nilable" ? type.type : type;
}
