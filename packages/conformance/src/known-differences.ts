// Programs of the conformance material for which our answer differs from the expected one, with the
// authority for each. DIV-n are deliberate differences of the original library that are kept here.
// A difference that isn't in this table is a fault, and a row that no longer differs must be
// removed.

export interface KnownDifference {
  readonly ids: readonly string[];
  readonly authority: string;
  readonly why: string;
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    ids: ["p-79", "p-993", "p-995", "p-996", "p-997", "p-998"],
    authority: "reference: nil is no number; Clojure",
    why: "< compares numbers, two texts or two dates, and refuses everything else",
  },
  {
    ids: ["p-950", "p-951", "p-952", "p-953", "p-954", "p-955"],
    authority: "reference: nil is no number; Clojure",
    why: "even? refuses what is no whole number",
  },
  {
    ids: ["p-651"],
    authority: "reference: nil is no number; Clojure",
    why: "values of unlike types have no order",
  },
  {
    ids: ["p-980"],
    authority: "language: numbers",
    why: "max of one collection is a mistake, and the error suggests apply; Clojure returns the collection",
  },
  {
    ids: ["p-328"],
    authority: "Clojure",
    why: "an end before the start is an error",
  },
  {
    ids: ["p-374"],
    authority: "Clojure",
    why: ".split gives a Java array, which prints as an address; ours is the vector of the same texts",
  },
  {
    ids: ["p-522", "p-540"],
    authority: "architecture: keys of host objects are strings and print as such",
    why: "the oracle was given the context with keyword keys",
  },
  {
    ids: ["p-681"],
    authority: "DIV-36, architecture: counts of strings are graphemes",
    why: "the text holds characters of several code units",
  },
  {
    ids: ["p-716", "p-718", "p-719", "p-721"],
    authority: "the signature of the row",
    why: "the value does not match the signature that the row gives, which Clojure knows nothing of",
  },
  {
    ids: ["p-105", "p-110", "p-459"],
    authority: "Clojure",
    why: "case and condp without a matching clause or default are an error, as in Clojure",
  },
  {
    ids: ["p-226"],
    authority: "DIV-28",
    why: "type answers a keyword; the printed text of the original shows nil as nothing",
  },
  {
    ids: ["p-325"],
    authority: "Clojure",
    why: "a function prints as a marker; its text differs on every host",
  },
  {
    ids: ["p-338", "p-339", "p-1091", "p-445", "p-929", "p-932", "p-935"],
    authority: "Clojure, under the name clojure.string/join and clojure.string/upper-case",
    why: "both take what Clojure's take; the oracles refused only the bare name",
  },
  {
    ids: ["p-346", "p-692"],
    authority: "Clojure, under the names clojure.string/replace and clojure.string/split",
    why: "$1 stands for a group, and empty texts at the end are dropped",
  },
  {
    ids: ["p-392", "p-393", "p-395", "p-396"],
    authority: "DIV-24 is not kept",
    why: "JSON is written for every value that has a form in it, as JavaScript writes it; what has none is an error that says so",
  },
  {
    ids: ["p-397", "p-399", "p-412", "p-615"],
    authority: "Clojure prints an object; a TypeScript developer expects the ISO text",
    why: "a date prints as its ISO text without quotes, which would make it a string",
  },
  { ids: ["p-407", "p-625"], authority: "Java", why: "a duration prints as in ISO 8601, PT1H30M" },
  {
    ids: ["p-408"],
    authority: "Clojure",
    why: "java.util.Date. counts milliseconds, as in Java; an instant prints without the parts that are zero",
  },
  {
    ids: ["p-413"],
    authority: "Java",
    why: "a date answers its parts, as in java.time; the oracles were asked without the class",
  },
  {
    ids: ["p-422", "p-533"],
    authority: "reference: (fail x) is a failed step",
    why: "the original hands the failure out as a value",
  },
  {
    ids: ["p-469", "p-471"],
    authority: "reference: no namespaces, host interop, input or output",
    why: "each names itself and the way to do it here",
  },
  {
    ids: ["p-428"],
    authority: "reference: a data/ name that the context lacks is an analysis error",
    why: "the original reads nil",
  },
  {
    ids: ["p-475", "p-476", "p-803"],
    authority: "reference: extra closing brackets are an error",
    why: "the original ignores what follows",
  },
  {
    ids: ["p-555"],
    authority: "original's specification, 8.4",
    why: "round exists here; the oracles were asked for a name they do not have, or refused partial of a local function",
  },
  {
    ids: ["p-621"],
    authority: "Java",
    why: "LocalDate/parse refuses a text with a time, as Java's does",
  },
  {
    ids: ["p-629"],
    authority: "architecture: writing to a map of the host meets the field however it is spelled",
    why: 'dissoc of :type removes the field "type"',
  },
  {
    ids: ["p-711"],
    authority: "issue: unknown symbols are found before anything runs",
    why: "the original evaluates an unknown name to nil",
  },
  {
    ids: ["p-809", "p-810"],
    authority: "our decision",
    why: "pasted text has a byte order mark or no-break spaces; both are white space",
  },
];
