// The tags of tagged JSON. A tag is the only field of an object and gives the type of the field's
// content. The language (memory, journals, steps), trace files and the CLI write each value with
// the same tag from this table. Each side reads it as its own value: `$instant` is an instant to a
// program and a Date to the host.
//
// Data with such a field name stays data: every writer escapes it as pairs under `$fields` or
// `$map`, so a reader doesn't mistake it for a tag.

import type { TemporalKind } from "../values/index.ts";

/**
 * The tags of tagged JSON: the single keys of objects that represent values without a JSON form.
 */
export const tags = {
  // Values of both programs and hosts.
  /** An integer beyond 2^53, in decimal digits: "12345678901234567890". */
  integer: "$integer",
  /** A number that JSON can't represent: "NaN", "Infinity", "-Infinity" or "-0". */
  number: "$number",
  /** An instant as ISO text: "1970-01-01T00:00:00Z". In traces, null for an invalid Date. */
  instant: "$instant",
  /** The members of a set: [1, 2]. */
  set: "$set",
  /** A map with keys of any type: [[key, value], …]. */
  map: "$map",
  /** A map that came from the host, or an object: [[name, value], …]. */
  fields: "$fields",

  // Values of programs only. A host receives them as text, a Map or a Set.
  /** The text of a keyword, without its colon. */
  keyword: "$keyword",
  /** The text of a symbol. */
  symbol: "$symbol",
  /** A date without time or zone: "1970-01-31". */
  localDate: "$localDate",
  /** A duration in milliseconds. */
  duration: "$duration",
  /** Other kinds of time, as ISO text: "1970-01-31T12:00", "12:00+02:00", "P1M"… */
  localDateTime: "$localDateTime",
  localTime: "$localTime",
  yearMonth: "$yearMonth",
  offsetDateTime: "$offsetDateTime",
  zonedDateTime: "$zonedDateTime",
  period: "$period",
  /** The source of a regular expression. */
  regex: "$regex",
  /** The elements of a list created by `list`: [1, 2]. A vector is an array without a tag. */
  list: "$list",
  /** The elements of a sequence created by sequence functions: [1, 2]. */
  sequence: "$sequence",
  /** The elements of a queue, the next one first: [1, 2]. */
  queue: "$queue",
  /** The entry of a map: [key, value]. */
  entry: "$entry",
  /** The same, a vector or a set, made from a map of fields. */
  fieldVector: "$fieldVector",
  fieldList: "$fieldList",
  fieldSequence: "$fieldSequence",
  fieldQueue: "$fieldQueue",
  fieldEntry: "$fieldEntry",
  fieldSet: "$fieldSet",
  sortedFieldSet: "$sortedFieldSet",
  /** [order, [member, …]]; the order is "compare", "<", ">" or a function. */
  sortedSet: "$sortedSet",
  /** [order, [[key, value], …]] */
  sortedMap: "$sortedMap",
  /** The same for a map that came from the host. */
  sortedFields: "$sortedFields",
  /** A function as the language writes it: its source and its captured values. */
  function: "$function",
  /** A value that isn't data, such as an exception, as the language writes it. */
  opaque: "$opaque",

  /**
   * [entry, positions] of a journal entry with firewalled texts; also the name of the positions in
   * the JSON of a memory. See `Firewall.hiddenParts`.
   */
  firewalled: "$firewalled",

  /** The reason why a value of memory or a journal could not be written. Replaces the value. */
  unkept: "$unkept",

  // Values of hosts only.
  /** True, for an undefined in an array or a Map. Undefined fields are omitted. */
  undefined: "$undefined",
  /** The printed text of a value that can't be passed to the host. It is not read back. */
  text: "$text",
} as const;

/** Returns the tag of a kind of time from its name: `$localDate` for "local-date". */
export function temporalTag(kind: TemporalKind): string {
  return `$${kind.replace(/-./g, (start) => start.slice(1).toUpperCase())}`;
}

const known: ReadonlySet<string> = new Set(Object.values(tags));

/** True if `name` is in the table, so data with this name as its only field has to be escaped. */
export function isTag(name: string): boolean {
  return known.has(name);
}
