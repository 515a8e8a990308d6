// The data model of signatures: plain data, which the rest of this package works on.
//
//   Signature ── definitions ── Definition ── type ── Type
//             ├─ parameters ─── Field ─────── type ── Type
//             └─ output ───────────────────────────── Type      (list and map types contain other types)

/** The kinds of types without parts. `any-map`, a map with any keys, is written `:map`. */
export type SimpleKind =
  "string" | "int" | "float" | "bool" | "keyword" | "datetime" | "file" | "any" | "any-map";

/** A type without parts, such as `:string`. */
export interface SimpleType {
  readonly kind: SimpleKind;
}

/** `[T]` */
export interface ListType {
  readonly kind: "list";
  readonly element: Type;
}

/** `{name T, …}`; additional keys are allowed. */
export interface MapType {
  readonly kind: "map";
  readonly fields: readonly Field[];
}

/**
 * `#{open "in progress"}`: one of these strings, which a program may also write as a keyword. Has
 * at least one value, and each value once. `"card"` is an enum with one value.
 */
export interface EnumType {
  readonly kind: "enum";
  readonly values: readonly string[];
}

/** `true` or `2`: exactly this value. A constant string is an enum with one value. */
export interface ConstantType {
  readonly kind: "constant";
  readonly value: number | boolean;
}

/**
 * `:int|:string`: a value of any of these types. Has at least two branches and each branch once.
 * No branch is a union or nilable, and at most one is an enum.
 */
export interface UnionType {
  readonly kind: "union";
  readonly branches: readonly Type[];
}

/** `:Order`: a name that an earlier definition gives to a type. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
  /** The type from the definition: the same object wherever the name is used. */
  readonly type: Type;
}

/**
 * `T|nil`. `T?` means the same where nothing can be missing: for the elements of a list and for
 * the whole output.
 */
export interface NilableType {
  readonly kind: "nilable";
  readonly type: Type;
}

/** A type of a signature, discriminated by `kind`. */
export type Type =
  | SimpleType
  | ListType
  | MapType
  | EnumType
  | ConstantType
  | UnionType
  | ReferenceType
  | NilableType;

/** A named value: a parameter, or a field of a map. */
export interface Field {
  readonly name: string;
  readonly type: Type;
  /** True if written `T?`: the field may be missing or nil. */
  readonly optional: boolean;
  /** True if the name starts with `_`: the value is for the host and never shown to a model. */
  readonly firewalled: boolean;
  /** The meaning of the field, for the model or person that fills it in. */
  readonly description?: string;
}

/** `type Line {sku :string}`: names a type for use after it. */
export interface Definition {
  /** Starts with a capital letter. */
  readonly name: string;
  readonly type: Type;
  readonly description?: string;
}

/** A typed contract: input and output. */
export interface Signature {
  readonly definitions: readonly Definition[];
  readonly parameters: readonly Field[];
  readonly output: Type;
  /** The text that it was read from. */
  readonly text: string;
}
