// Compares the vectors with the tables of the language: every row of builtins and every special
// form needs three vectors, one of them an edge case.

import type { Vector } from "./vector.ts";

/** A unit that needs vectors: a builtin with all of its names, or a special form. */
export interface Subject {
  readonly names: readonly string[];
}

/** Topics that vectors may cover besides builtins and special forms. */
const topics: ReadonlySet<string> = new Set([
  "reading",
  "printing",
  "destructuring",
  "calling",
  "errors",
  "data",
  "tool",
  "memory",
  "limits",
  "laziness",
  "equality",
  "strings",
  "numbers",
  "map-keys",
]);

/** Returns the units with too few vectors, each with what it lacks. */
export function gapsOf(
  subjects: readonly Subject[],
  vectors: readonly Vector[],
): readonly string[] {
  const byName = new Map<string, Vector[]>();
  for (const vector of vectors)
    for (const name of vector.covers) byName.set(name, [...(byName.get(name) ?? []), vector]);
  return subjects.flatMap(({ names }) => {
    const covering = new Set(names.flatMap((name) => byName.get(name) ?? []));
    if (covering.size < 3) return [`${names.join(", ")}: ${String(covering.size)} of 3 vectors`];
    return [...covering].some(isEdgeCase)
      ? []
      : [`${names.join(", ")}: no vector with an edge case (nil, empty, a wrong type, a bound)`];
  });
}

/** Returns the covered names that don't exist, each with its location. */
export function unknownNames(
  subjects: readonly Subject[],
  vectors: readonly Vector[],
): readonly string[] {
  const names = new Set([...topics, ...subjects.flatMap((subject) => subject.names)]);
  return vectors.flatMap(({ covers, place }) =>
    covers.filter((name) => !names.has(name)).map((name) => `${place}: ${name}`),
  );
}

/** Returns the vectors whose program doesn't mention a covered unit under any of its names. */
export function idleVectors(
  subjects: readonly Subject[],
  vectors: readonly Vector[],
): readonly string[] {
  const namesOf = new Map(
    subjects.flatMap(({ names }) => names.map((name) => [name, names] as const)),
  );
  return vectors.flatMap(({ covers, program, place }) =>
    covers
      .filter(
        (name) =>
          !topics.has(name) &&
          ![...(namesOf.get(name) ?? []), ...(readerSpellings.get(name) ?? [])].some((spelling) =>
            program.includes(memberOf(spelling)),
          ),
      )
      .map((name) => `${place}: ${name} is not in the program`),
  );
}

/**
 * True if the program or the answer has nil, something empty, a failure, a special number, or a
 * number at a bound. Bounds are 0, negative numbers, and numbers beyond the exact doubles.
 */
export function isEdgeCase({ program, expectation }: Vector): boolean {
  return (
    expectation.kind === "error" || [program, expectation.text].some((text) => edgeSigns.test(text))
  );
}

/** The reader's abbreviations of forms. */
const readerSpellings: ReadonlyMap<string, readonly string[]> = new Map([
  ["quote", ["'"]],
  ["fn", ["#("]],
  ["comment", ["#_"]],
  ["deref", ["@"]],
]);

const edgeSigns =
  /\bnil\b(?!\?)|""|\[\s*\]|\(\s*\)|\{\s*\}|##|(?<![\w.-])-?0(?![\w.])|(?<![\w.])-\d|\d{16,}/;

/**
 * Returns the name without its namespace, because `clojure.string/join` is also written
 * `str/join`.
 */
function memberOf(name: string): string {
  const slash = name.lastIndexOf("/");
  return slash > 0 && slash < name.length - 1 ? name.slice(slash + 1) : name;
}
