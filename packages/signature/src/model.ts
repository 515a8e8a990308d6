// What a signature is once it is read: plain data. Everything else in this package works on these shapes.
//
//   Signature ── parameters ── Field ── type ── Type
//             └─ output ─────────────────────── Type      (list and map types hold further types)

/** The kinds that hold no further type. `any-map` is written `:map`: a map with any keys. */
export type SimpleKind = "string" | "int" | "float" | "bool" | "keyword" | "datetime" | "any" | "any-map";

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

/** `T?` where no field can carry the mark: an element of a list, the whole output. Takes nil too. */
export interface NilableType {
  readonly kind: "nilable";
  readonly type: Type;
}

export type Type = SimpleType | ListType | MapType | NilableType;

/** A named value: a parameter, or a field of a map. */
export interface Field {
  readonly name: string;
  readonly type: Type;
  /** Written `T?`: may be missing or nil. */
  readonly optional: boolean;
  /** The name starts with `_`: the value is for the host and never shown to a model. */
  readonly firewalled: boolean;
}

/** A typed contract: what goes in, what comes out. */
export interface Signature {
  readonly parameters: readonly Field[];
  readonly output: Type;
  /** The text it was read from. */
  readonly text: string;
}
