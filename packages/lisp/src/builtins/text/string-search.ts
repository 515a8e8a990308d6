// Searches text in text. Positions count characters.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { elementIndex } from "../../evaluation/arguments/expectations.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { receiverText } from "./string-arguments.ts";
import { spendSearch, spendSearchFromEnd } from "./text-cost.ts";
import { characterIndex, unitOffset } from "../../sequence/text-positions.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

/** Returns the character index of the first `wanted` at or after the character `from`, or -1. */
export function firstIndex(branch: Branch, text: string, wanted: string, from = 0): number {
  spendSearch(branch, text.length, wanted.length);
  const offset = text.indexOf(wanted, unitOffset(branch, text, from));
  return offset < 0 ? -1 : characterIndex(branch, text, offset);
}

/**
 * Returns the character index of the last `wanted` that starts at or before the character `from`,
 * or -1.
 */
export function lastIndex(branch: Branch, text: string, wanted: string, from = Infinity): number {
  spendSearchFromEnd(branch, text.length, wanted.length);
  const offset = from < 0 ? -1 : text.lastIndexOf(wanted, unitOffset(branch, text, from));
  return offset < 0 ? -1 : characterIndex(branch, text, offset);
}

function test(name: string, matches: (text: string, wanted: string) => boolean): Arities {
  return {
    2: (branch, value, part) => {
      const text = receiverText(branch, value, name);
      const wanted = stringArgument(part, name, "a string to look for");
      spendSearch(branch, text.length, wanted.length);
      return matches(text, wanted);
    },
  };
}

function position(name: string, find: typeof firstIndex): Arities {
  const search = (branch: Branch, value: Value, part: Value, from?: Value): Value => {
    const text = receiverText(branch, value, name);
    const wanted = stringArgument(part, name, "a string to look for");
    const index =
      from === undefined
        ? find(branch, text, wanted)
        : find(branch, text, wanted, elementIndex(from, name));
    return index < 0 ? null : index;
  };
  return { 2: search, 3: search };
}

export const searchRows: readonly BuiltinRow[] = [
  row(["includes?", "clojure.string/includes?"], "(includes? s part)", {
    doc: "True if s contains part.",
    example: ['(includes? "hello" "ell")', "true"],
    arities: test("includes?", (text, wanted) => text.includes(wanted)),
  }),
  row(["starts-with?", "clojure.string/starts-with?"], "(starts-with? s part)", {
    doc: "True if s starts with part.",
    example: ['(starts-with? "hello" "he")', "true"],
    readsElements: false,
    arities: test("starts-with?", (text, wanted) => text.startsWith(wanted)),
  }),
  row(["ends-with?", "clojure.string/ends-with?"], "(ends-with? s part)", {
    doc: "True if s ends with part.",
    example: ['(ends-with? "hello" "lo")', "true"],
    readsElements: false,
    arities: test("ends-with?", (text, wanted) => text.endsWith(wanted)),
  }),
  row(["index-of", "clojure.string/index-of"], ["(index-of s part)", "(index-of s part from)"], {
    doc: "Returns the index of the first part in s, at or after from, or nil.",
    example: ['(index-of "hello" "l")', "2"],
    arities: position("index-of", firstIndex),
  }),
  row(
    ["last-index-of", "clojure.string/last-index-of"],
    ["(last-index-of s part)", "(last-index-of s part from)"],
    {
      doc: "Returns the index of the last part in s, at or before from, or nil.",
      example: ['(last-index-of "hello" "l")', "3"],
      arities: position("last-index-of", lastIndex),
    },
  ),
];
