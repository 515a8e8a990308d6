// The shape of data: samples of one field, such as `status` in all rows. Has the number of values
// of each kind and their ranges. `observe.ts` fills shapes, `merge.ts` merges them, and
// `write-shape.ts` writes them.
//
//   Shape ─┬─ numbers, texts, booleans, keywords …
//          ├─ maps ──── fields ──── Shape for each name
//          └─ lists ─── element ─── Shape

import type { FieldFirewall, MapValue, Temporal, TemporalKind, Value } from "@ptc/core/values";
import type { Looks } from "./looks.ts";
import { Tally } from "./tally.ts";
import type { TextForm } from "./text-form.ts";

export interface Shape {
  /** The number of sampled values, including nil and firewalled ones. */
  seen: number;
  nils: number;
  /** The number of values that must not be shown. */
  hidden: number;
  readonly booleans: Tally<boolean>;
  readonly keywords: Tally<string>;
  numbers: Numbers | undefined;
  texts: Texts | undefined;
  /** Dates and times that aren't texts, by kind. */
  readonly times: Map<TemporalKind, Times>;
  maps: Maps | undefined;
  /** The number of the maps that are files. */
  files: number;
  vectors: Lists | undefined;
  sets: Lists | undefined;
  /** Other values by type name: functions and collections that are too deep. */
  readonly others: Tally<string>;
}

export interface Numbers {
  count: number;
  least: number | bigint;
  greatest: number | bigint;
  hasFractions: boolean;
  readonly tally: Tally<number | bigint>;
  /** The numbers by their digits before the point, negative for numbers below 0. */
  readonly magnitudes: Map<number, Magnitude>;
}

export interface Magnitude {
  count: number;
  least: number | bigint;
  greatest: number | bigint;
}

export interface Texts {
  /** The longest text, in UTF-16 units. */
  longest: number;
  readonly forms: Map<TextForm, FormTexts>;
  readonly tally: Tally<string>;
  /** Notations of texts, by text without its digits. */
  readonly notations: Map<string, Notation>;
}

/** The form of a text, and its looks from fine to coarse; see `text-look.ts`. */
export interface Notation {
  readonly form: TextForm;
  readonly looks: readonly string[];
}

/** The number of texts of one form, with samples. */
export interface FormTexts {
  count: number;
  example: string;
  least: string;
  greatest: string;
  readonly looks: Looks;
}

export interface Times {
  count: number;
  least: Temporal;
  greatest: Temporal;
}

export interface Maps {
  count: number;
  fewest: number;
  most: number;
  /** The number of entries of all maps, and how many of them were sampled. */
  entries: number;
  sampled: number;
  /** For dictionaries: the number of entries in which listed values were counted. */
  counted: number;
  readonly fields: Map<string, ShapeField>;
  /** For maps with many keys: the values of all keys without their own field here, and the keys. */
  rest: Shape | undefined;
  restKeys: Shape | undefined;
  /** True if the keys come from firewalled fields. */
  hasHiddenKeys: boolean;
  /** The cached result of `asDictionary`. */
  dictionary: Dictionary | "none" | undefined;
  /** Some of the maps, to find kinds of rows. */
  readonly rows: MapValue<Value>[];
  readonly firewall: FieldFirewall;
  /** The cached result of `kindsOfRows`. */
  kinds: RowKinds | "none" | undefined;
  /** True if all of the maps were examined completely. */
  isComplete: boolean;
}

/** The keys and the values of maps whose keys are data. */
export interface Dictionary {
  readonly keys: Shape;
  values: Shape;
}

/** Kinds of rows in one list, such as orders and refunds. */
export interface RowKinds {
  /** The field that determines the kind, if one does. */
  readonly by: string | undefined;
  /** The fields that differ between kinds. */
  readonly differing: ReadonlySet<string>;
  readonly kinds: readonly RowKind[];
}

export interface RowKind {
  /** The values of the field that determines the kind, as text. Empty for sets of fields. */
  readonly values: readonly string[];
  /** The number of sampled rows of this kind. */
  readonly sampled: number;
  /** The rows of this kind, with only the fields that differ between kinds. */
  readonly maps: Maps;
}

export interface ShapeField {
  /** The number of the maps that have this field. */
  present: number;
  readonly key: Value;
  shape: Shape;
  /** If more maps were counted than sampled: their number, and the number with this field. */
  counted?: { readonly rows: number; readonly present: number };
  /** True if no sampled map has the field, only maps that were noticed while counting. */
  isNew?: boolean;
}

export interface Lists {
  count: number;
  fewest: number;
  most: number;
  /** The number of elements of all lists. */
  total: number;
  /** The number of lists that are lazy sequences and may have more elements. */
  open: number;
  element: Shape;
  /** The number of elements in which all listed values were counted, beyond the samples. */
  counted: number;
  /**
   * The shape of each position, for lists that all have the same few elements and no nested
   * collections.
   */
  positions: Shape[] | undefined;
}

export function emptyShape(): Shape {
  return {
    seen: 0,
    nils: 0,
    hidden: 0,
    booleans: new Tally(),
    keywords: new Tally(),
    numbers: undefined,
    texts: undefined,
    times: new Map(),
    maps: undefined,
    files: 0,
    vectors: undefined,
    sets: undefined,
    others: new Tally(),
  };
}
