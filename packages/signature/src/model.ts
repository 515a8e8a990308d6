// What a signature is once it is read: plain data. Everything else in this package works on these
// shapes.
//
//   Signature ── definitions ── Definition ── type ── Type
//             ├─ parameters ─── Field ─────── type ── Type
//             └─ output ───────────────────────────── Type      (list and map types hold further types)

/**
 * The kinds of types that hold no other type. `any-map`, a map with any keys, is written `:map`.
 */
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

/** `{name T, …}`; further keys are allowed. */
export interface MapType {
  readonly kind: "map";
  readonly fields: readonly Field[];
}

/**
 * `#{open "in progress"}`: one of these texts, which a program may also give as a keyword. At least
 * one value, each once.
 */
export interface EnumType {
  readonly kind: "enum";
  readonly values: readonly string[];
}

/** `:Order`: a name that an earlier definition gives to a type. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
  /** The type that the definition gives: the same object wherever the name is used. */
  readonly type: Type;
}

/**
 * `T|nil`. `T?` says the same where nothing can be missing: for the elements of a list and the
 * whole output.
 */
export interface NilableType {
  readonly kind: "nilable";
  readonly type: Type;
}

/** A type of a signature; `kind` tells which. */
export type Type = SimpleType | ListType | MapType | EnumType | ReferenceType | NilableType;

/** A named value: a parameter, or a field of a map. */
export interface Field {
  readonly name: string;
  readonly type: Type;
  /** Written `T?`: may be missing or nil. */
  readonly optional: boolean;
  /** The name starts with `_`: the value is for the host and never shown to a model. */
  readonly firewalled: boolean;
  /** What the field means, for whoever fills it in. */
  readonly description?: string;
}

/** `type Line {sku :string}`: gives a name to a type, for use in what follows. */
export interface Definition {
  /** Starts with a capital letter. */
  readonly name: string;
  readonly type: Type;
  readonly description?: string;
}

/** A typed contract: what goes in, what comes out. */
export interface Signature {
  readonly definitions: readonly Definition[];
  readonly parameters: readonly Field[];
  readonly output: Type;
  /** The text it was read from. */
  readonly text: string;
}
