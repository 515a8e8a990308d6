// The tags of tagged JSON. A tag is the only field of an object, and says what the field's content
// stands for. The language (memory, journals, steps), trace files and the command line write one
// value under one tag, all of them from this table; each reads it as the value of its own side:
// `$instant` is an instant to a program and a Date to the host.
//
// Data that has a field of such a name stays data: every writer escapes it as pairs, under
// `$fields` or `$map`, so that a reader does not take it for a tag.

import type { TemporalKind } from "../values/index.ts";

/** The tags of tagged JSON: the one key of an object that stands for what JSON has not. */
export const tags = {
  // What programs and hosts both have.
  /** An integer beyond 2^53, in decimal digits: "12345678901234567890". */
  integer: "$integer",
  /** A number that JSON cannot write: "NaN", "Infinity", "-Infinity" or "-0". */
  number: "$number",
  /** A moment, in ISO text: "1970-01-01T00:00:00Z". In traces null, for a Date without a time. */
  instant: "$instant",
  /** The members of a set: [1, 2]. */
  set: "$set",
  /** A map whose keys may be any values: [[key, value], …]. */
  map: "$map",
  /** A map that came from the host, or an object: [[name, value], …]. */
  fields: "$fields",

  // What only programs have: a host that is given one of these gets a text, a Map or a Set.
  /** The text of a keyword, without its colon. */
  keyword: "$keyword",
  /** The text of a symbol. */
  symbol: "$symbol",
  /** A date without time or place: "1970-01-31". */
  localDate: "$localDate",
  /** Milliseconds. */
  duration: "$duration",
  /** Other times, in the ISO text of their kind: "1970-01-31T12:00", "12:00+02:00", "P1M"… */
  localDateTime: "$localDateTime",
  localTime: "$localTime",
  yearMonth: "$yearMonth",
  offsetDateTime: "$offsetDateTime",
  zonedDateTime: "$zonedDateTime",
  period: "$period",
  /** The source of a regular expression. */
  regex: "$regex",
  /** The elements of a list, as `list` makes it: [1, 2]. A vector is an array without a tag. */
  list: "$list",
  /** The elements of a sequence, as functions on sequences make it: [1, 2]. */
  sequence: "$sequence",
  /** The elements of a queue, the next one first: [1, 2]. */
  queue: "$queue",
  /** [order, [member, …]]; the order is "compare", "<", ">" or a function. */
  sortedSet: "$sortedSet",
  /** [order, [[key, value], …]] */
  sortedMap: "$sortedMap",
  /** The same for a map that came from the host. */
  sortedFields: "$sortedFields",
  /** A function, as the language writes it: its source, and the values that it captured. */
  function: "$function",
  /** What is no data, such as an atom, as the language writes it for another process. */
  opaque: "$opaque",

  /** Why a value of memory or a journal was not written, in words. It stands in its place. */
  unkept: "$unkept",

  // What only hosts have.
  /** True, for an undefined in a list or a Map; an undefined field is left out. */
  undefined: "$undefined",
  /** The printed text of a value that the host cannot be given. It is not read back. */
  text: "$text",
} as const;

/** The tag of a kind of time: its name, as `$localDate` of "local-date". */
export function temporalTag(kind: TemporalKind): string {
  return `$${kind.replace(/-./g, (start) => start.slice(1).toUpperCase())}`;
}

const known: ReadonlySet<string> = new Set(Object.values(tags));

/** Whether `name` is in the table, so that data with this as its only field has to be escaped. */
export function isTag(name: string): boolean {
  return known.has(name);
}
