// The compile-time hints for type names that don't exist: the table of `type-names.ts` as types. A
// name that only resembles a known one gets the whole list.

type AnyList = "[:any], or name the type of the elements as in [:string]";
type AnyObject = ":map, or name the fields as in {id :int}";
type AnyNumber = ":int for whole numbers or :float";
type Nil = ":any, or mark another type with ?";

type KnownName =
  "string" | "int" | "float" | "bool" | "keyword" | "datetime" | "file" | "any" | "map";
type AllNames = "one of :string :int :float :bool :keyword :datetime :file :any :map";

interface InsteadOf {
  list: AnyList;
  array: AnyList;
  vector: AnyList;
  seq: AnyList;
  set: AnyList;
  tuple: "{first :any, second :any}: a map with named fields";
  object: AnyObject;
  dict: AnyObject;
  record: AnyObject;
  struct: AnyObject;
  json: ":any";
  str: ":string";
  text: ":string";
  char: ":string";
  uuid: ":string";
  url: ":string";
  integer: ":int";
  long: ":int";
  bigint: ":int";
  number: AnyNumber;
  num: AnyNumber;
  decimal: ":float";
  double: ":float";
  boolean: ":bool";
  atom: ":keyword";
  enum: ":keyword";
  symbol: ":keyword";
  date: ":datetime";
  time: ":datetime";
  timestamp: ":datetime";
  instant: ":datetime";
  image: ":file";
  photo: ":file";
  pdf: ":file";
  document: ":file";
  attachment: ":file";
  bytes: ":file";
  blob: ":file";
  unknown: ":any";
  value: ":any";
  nil: Nil;
  null: Nil;
}

/** The suggested type for a name, or for a word that lacks its colon. */
export type KnownTypeFor<Name extends string> =
  Lowercase<Name> extends KnownName
    ? `:${Lowercase<Name>}`
    : Lowercase<Name> extends keyof InsteadOf
      ? InsteadOf[Lowercase<Name>]
      : Lowercase<Name> extends `${infer Singular extends KnownName}s`
        ? `[:${Singular}]`
        : AllNames;
