// What the readers of the single forms get: the way to read what stands inside a form, and where to
// note what is left out.

import type { SimpleKind, Type } from "../model.ts";
import type { DroppedLines, Place } from "./dropped.ts";
import type { ExtentCount } from "./extent.ts";
import type { ReferenceTarget } from "./references.ts";

/** What a schema says of a value, and of the field that it stands at. */
export interface Said {
  readonly type: Type;
  readonly description?: string | undefined;
  readonly title?: string | undefined;
}

/** The reading of one schema, or of the two of a tool. */
export interface Reading {
  readonly dropped: DroppedLines;
  readonly extents: ExtentCount;
  readonly readsDatetimes: boolean;
  /** What a schema says; the caller uses or drops the description. */
  say(schema: unknown, place: Place | undefined): Said;
  /** The type of a schema where no field has it: its description is dropped. */
  read(schema: unknown, place: Place | undefined): Type;
  /** Reads what stands inside a list or map. */
  inside(place: Place | undefined, read: () => Type): Type;
  /** The own fields of an object; none once too much was looked at. */
  fieldsOf(object: object): Map<string, unknown>;
  /** The elements of an array; none where it is no array, or too much was looked at. */
  elementsOf(value: unknown): readonly unknown[];
  /** Counts a new type. */
  made<Made extends Type>(type: Made): Made;
  /** A new type of a kind that holds no further type. */
  simple(kind: SimpleKind): Type;
  /** Where a reference leads; `undefined`: to nothing. */
  resolve(reference: string): ReferenceTarget | undefined;
}

/** The type, or nil; of a nilable type the same. */
export function nilable(type: Type): Type {
  return type.kind === "nilable" ? type : { kind: "nilable", type };
}

/** The type without its nil. */
export function withoutNil(type: Type): Type {
  return type.kind === "nilable" ? type.type : type;
}
