// Checks values of types without parts: simple types, enums and constants.

import { HostFile } from "@ptc/core/values";
import type { EnumType, SimpleKind, Type } from "../model.ts";
import type { FileInfo } from "../types/file-info.ts";
import { coerceText } from "./coerce-value.ts";
import type { Crossing } from "./crossing.ts";
import { isMapLike, readKey } from "./host-data.ts";

export interface SimpleValueOptions extends Crossing {
  /** If true, strings that contain a number, a bool or a time are converted. */
  readonly coerces: boolean;
  /** If true, a map with the fields of a file is a file. */
  readonly acceptsFileFields: boolean;
}

const accepts: Readonly<Record<SimpleKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  int: (value) => Number.isSafeInteger(value),
  float: (value) => Number.isFinite(value),
  bool: (value) => typeof value === "boolean",
  keyword: (value) => typeof value === "string",
  datetime: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  file: (value) => HostFile.is(value),
  any: () => true,
  "any-map": isMapLike,
};

export class SimpleValues {
  private readonly options: SimpleValueOptions;
  private readonly enumValues = new Map<EnumType, ReadonlySet<string>>();

  constructor(options: SimpleValueOptions) {
    this.options = options;
  }

  /** Returns true if the value fits the type, or `undefined` if the type has parts. */
  accepts(type: Type, value: unknown): boolean | undefined {
    switch (type.kind) {
      case "enum":
        return typeof value === "string" && this.valuesOf(type).has(value);
      case "constant":
        return value === type.value;
      case "list":
      case "map":
      case "union":
      case "reference":
      case "nilable":
        return undefined;
      default:
        return (
          accepts[type.kind](value) ||
          this.takesBigint(type.kind, value) ||
          this.timeOf(type.kind, value) !== undefined ||
          this.isWritten(type.kind, value) ||
          (type.kind === "file" && this.options.acceptsFileFields && hasFileFields(value))
        );
    }
  }

  /** Returns an accepted value as its receiver gets it. */
  taken(type: Type, value: unknown): unknown {
    return this.options.timeTexts === "read" ? (this.timeOf(type.kind, value) ?? value) : value;
  }

  private takesBigint(kind: Type["kind"], value: unknown): boolean {
    return (
      typeof value === "bigint" &&
      this.options.takesBigints === true &&
      (kind === "int" || kind === "float")
    );
  }

  /** Returns the time that a text represents, if texts are accepted. */
  private timeOf(kind: Type["kind"], value: unknown): unknown {
    return kind === "datetime" && typeof value === "string" && this.options.timeTexts !== undefined
      ? coerceText(kind, value)
      : undefined;
  }

  /** True for an instant as a string, if the receiver writes it as text. */
  private isWritten(kind: Type["kind"], value: unknown): boolean {
    return kind === "string" && this.options.timeTexts === "kept" && accepts.datetime(value);
  }

  /** Returns the value that a string is converted to, or `undefined`. */
  coerced(type: Type, value: unknown): unknown {
    if (!this.options.coerces || typeof value !== "string") return undefined;
    if (type.kind !== "constant") return coerceText(type.kind, value);
    const coerced = coerceText(typeof type.value === "boolean" ? "bool" : "float", value);
    return coerced === type.value ? coerced : undefined;
  }

  private valuesOf(type: EnumType): ReadonlySet<string> {
    const known = this.enumValues.get(type);
    if (known !== undefined) return known;
    const values = new Set(type.values);
    this.enumValues.set(type, values);
    return values;
  }
}

/**
 * True if the value has the fields of a file. A program never returns a file itself, only the
 * fields that it sees of one.
 */
function hasFileFields(value: unknown): boolean {
  if (!isMapLike(value)) return false;
  const field = (name: keyof FileInfo): unknown =>
    Object.prototype.propertyIsEnumerable.call(value, name) ? readKey(value, name) : undefined;
  const isText = (name: keyof FileInfo): boolean => typeof field(name) === "string";
  const size = field("size_bytes");
  return (
    isText("media_type") &&
    isText("digest") &&
    (field("name") === undefined || isText("name")) &&
    (size === undefined || (Number.isSafeInteger(size) && Number(size) >= 0))
  );
}
