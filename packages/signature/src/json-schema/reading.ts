// The interface that the readers of the single forms use: it reads the parts of a form and notes
// what is left out.

import type { SimpleKind, Type } from "../model.ts";
import type { DroppedLines, Place } from "./dropped.ts";
import type { ExtentCount } from "./extent.ts";
import type { ReferenceTarget } from "./references.ts";

/** The type, description and title that a schema gives to a value and its field. */
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
  /** Reads a schema that doesn't describe a field, so its description is noted as dropped. */
  read(schema: unknown, place: Place | undefined): Type;
  /** Runs `read` one level deeper, inside a list or map. */
  inside(place: Place | undefined, read: () => Type): Type;
  /** Returns the own fields of an object. Returns an empty map once the work bound is exceeded. */
  fieldsOf(object: object): Map<string, unknown>;
  /**
   * Returns the elements of an array. Returns an empty array for other values, and once the work
   * bound is exceeded.
   */
  elementsOf(value: unknown): readonly unknown[];
  /** Counts a new type and returns it. */
  made<Made extends Type>(type: Made): Made;
  /** Returns a new type of a kind without parts. */
  simple(kind: SimpleKind): Type;
  /** True if the schema refers to one that is being read. */
  isOpen(schema: unknown): boolean;
  /** Returns the target of a reference, or `undefined` if it leads nowhere. */
  resolve(reference: string): ReferenceTarget | undefined;
}

/** Returns the type as a nilable type. Returns a type that is already nilable unchanged. */
export function nilable(type: Type): Type {
  return type.kind === "nilable" ? type : { kind: "nilable", type };
}

/** Returns the type without nil. */
export function withoutNil(type: Type): Type {
  return type.kind === "nilable" ? type.type : type;
}
