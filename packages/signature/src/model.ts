// What a signature is once it is read: plain data. Everything else in this package works on these
// shapes.
//
//   Signature ── definitions ── Definition ── type ── Type
//             ├─ parameters ─── Field ─────── type ── Type
//             └─ output ───────────────────────────── Type      (list and map types hold further types)

/** The kinds that hold no further type. `any-map` is written `:map`: a map with any keys. */
export type SimpleKind =
  "string" | "int" | "float" | "bool" | "keyword" | "datetime" | "any" | "any-map";

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
 * `#{open "in progress"}`: one of these texts; a program may say it as a keyword too. At least one,
 * each once.
 */
export interface EnumType {
  readonly kind: "enum";
  readonly values: readonly string[];
}

/** `:Order`: a type that a definition before it names. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
  /** What the definition says: the same object wherever the name is used. */
  readonly type: Type;
}

/**
 * `T|nil`; `T?` says the same where no field can be missing: of an element of a list, of the whole
 * output.
 */
export interface NilableType {
  readonly kind: "nilable";
  readonly type: Type;
}

export type Type = SimpleType | ListType | MapType | EnumType | ReferenceType | NilableType;

/** A named value: a parameter, or a field of a map. */
export interface Field {
  readonly name: string;
  readonly type: Type;
  /** Written `T?`: may be missing or nil. */
  readonly optional: boolean;
  /** The name starts with `_`: the value is for the host and never shown to a model. */
  readonly firewalled: boolean;
  /** What the field is, for whoever fills it in. */
  readonly description?: string;
}

/** `type Line {sku :string}`: a name for a type, used by what stands behind it. */
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
