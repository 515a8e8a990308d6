// What was seen at one place of data, such as at the field `status` of all rows: how many values of
// each kind, and between which bounds. Shapes are filled by `observe.ts`, joined by `merge.ts` and
// written by `write-shape.ts`.
//
//   Shape ─┬─ numbers, texts, booleans, keywords …
//          ├─ maps ──── fields ──── Shape for each name
//          └─ lists ─── element ─── Shape

import type { Temporal, TemporalKind, Value } from "@ptc/core/values";
import { Tally } from "./tally.ts";
import type { TextForm } from "./text-form.ts";

export interface Shape {
  /** Values that were looked at, nil and firewalled ones included. */
  seen: number;
  nils: number;
  /** Values that must not be shown. */
  hidden: number;
  readonly booleans: Tally<boolean>;
  readonly keywords: Tally<string>;
  numbers: Numbers | undefined;
  texts: Texts | undefined;
  /** Dates and times that are no texts, by their kind. */
  readonly times: Map<TemporalKind, Times>;
  maps: Maps | undefined;
  /** How many of the maps are files. */
  files: number;
  vectors: Lists | undefined;
  sets: Lists | undefined;
  /** Other values by the names of their types: functions, what is nested too deep. */
  readonly others: Tally<string>;
}

export interface Numbers {
  count: number;
  least: number | bigint;
  greatest: number | bigint;
  hasFractions: boolean;
  readonly tally: Tally<number | bigint>;
}

export interface Texts {
  /** The longest text, in UTF-16 units. */
  longest: number;
  readonly forms: Map<TextForm, FormTexts>;
  readonly tally: Tally<string>;
}

/** The texts of one form: how many, and some of them. */
export interface FormTexts {
  count: number;
  example: string;
  least: string;
  greatest: string;
  /** Of forms whose texts may be written in several ways: what was seen of each. */
  readonly looks: Map<string, Look>;
  /** There are more ways than are kept. */
  hasMoreLooks: boolean;
}

/** Texts that look alike: `acc-0153` and `ref-7`. */
export interface Look {
  count: number;
  readonly example: string;
  /** Whether all of them are the example. */
  isOne: boolean;
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
  readonly fields: Map<string, ShapeField>;
  /** Of maps with many keys: what stands under those that have no field of their own here. */
  rest: Shape | undefined;
  /** The keys were taken out of firewalled fields. */
  hasHiddenKeys: boolean;
  /** What `asDictionary` has found. */
  dictionary: Dictionary | "none" | undefined;
}

/** What the keys and the values of maps are like whose keys are data. */
export interface Dictionary {
  readonly keys: Shape;
  readonly values: Shape;
}

export interface ShapeField {
  /** How many of the maps have it. */
  present: number;
  readonly key: Value;
  readonly shape: Shape;
}

export interface Lists {
  count: number;
  fewest: number;
  most: number;
  element: Shape;
  /** For lists that all have the same few elements, none of them a collection: one for each. */
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
