// Explains prefixes without a form after them, and characters after `#` that this language doesn't
// use.
import { type Failure, quoted, type Visit, visitOf, wordAt } from "./failure.ts";
import type { RuleName } from "./generated/trace.ts";
import type { Complaint } from "./parse-error.ts";

const prefixes: ReadonlyMap<RuleName, string> = new Map([
  ["quote", "'"],
  ["deref", "@"],
  ["varQuote", "#'"],
  ["discard", "#_"],
]);

const containers: readonly RuleName[] = ["list", "vector", "map", "set", "functionLiteral"];

/**
 * Explains an incomplete prefix. A prefix is the mistake only if no bracket was opened after it.
 */
export function explainPrefix(failure: Failure): Complaint | undefined {
  const namespaced = visitOf(failure, ["namespacedMap"]);
  if (namespaced !== undefined && !isInMap(failure, namespaced))
    return {
      message: `Incomplete namespaced map at ${failure.place(namespaced.start)}: write #:name{:key value}; there are no namespaces that #:: could resolve`,
      offset: failure.at,
      opened: namespaced.start,
    };
  const visit = visitOf(failure, [...containers, ...prefixes.keys(), "annotated"]);
  if (visit === undefined) return undefined;
  const { start } = visit;
  if (visit.rule === "annotated") {
    const message = `Incomplete metadata ^ at ${failure.place(start)}: write ^, then a keyword, symbol, string or map, then the symbol or collection it belongs to`;
    return { message, offset: failure.at, opened: start };
  }
  if (failure.source.startsWith("```", start))
    return {
      message: `A code fence (\`\`\`) is not part of a program, found at ${failure.place(start)}: remove it`,
      offset: start,
    };
  const prefix = visit.rule === "quote" ? failure.source.charAt(start) : prefixes.get(visit.rule);
  if (prefix === undefined) return undefined;
  return {
    message: `Nothing follows ${prefix} at ${failure.place(start)}: write the form it applies to, or remove it`,
    offset: failure.at,
    opened: start,
  };
}

/** Checks for a map that was opened inside of a visit, also in a discarded form. */
function isInMap({ visits, at }: Failure, outer: Visit): boolean {
  const inner = visits.slice(0, visits.indexOf(outer));
  return inner.some(({ rule, start }) => rule === "map" && start < at);
}

interface Dispatch {
  readonly starts: RegExp;
  readonly fault: (word: string) => string;
  readonly repair: string;
}

/** Clojure notation after `#` that this language lacks. */
const dispatches: readonly Dispatch[] = [
  {
    starts: /^#\?/,
    fault: () => "Unsupported reader conditional #?",
    repair: "write the form itself",
  },
  {
    starts: /^#=/,
    fault: () => "Unsupported evaluation at read time #=",
    repair: "write the form itself",
  },
  {
    starts: /^#</,
    fault: (word) => `Unreadable value ${word}`,
    repair: "values printed as #<…> can't be read",
  },
  {
    starts: /^#(inst|uuid)$/,
    fault: (word) => `Incomplete ${word}`,
    repair: "a string must follow it",
  },
  {
    starts: /^#[^\d\s]/u,
    fault: (word) => `Unknown reader tag ${word}`,
    repair: "only #inst and #uuid are supported; a comment starts with ;",
  },
  {
    starts: /^#/,
    fault: () => "Lone #",
    repair: "it must be followed directly by ( { \" ' _ # or a tag; a comment starts with ;",
  },
];

export function explainTag(failure: Failure): Complaint | undefined {
  const visit = visitOf(failure, [...containers, "tagged"]);
  if (visit?.rule !== "tagged") return undefined;
  const word = wordAt(failure.source, visit.start);
  const dispatch = dispatches.find(({ starts }) => starts.test(word));
  if (dispatch === undefined) return undefined;
  return {
    message: `${dispatch.fault(quoted(word))} at ${failure.place(visit.start)}: ${dispatch.repair}`,
    offset: visit.start,
  };
}
