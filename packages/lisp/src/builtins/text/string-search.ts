// Looking for text in text. Positions are counted in characters.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branch.ts";
import { elementIndex } from "../../evaluation/expectations.ts";
import { receiverText, stringArgument } from "./string-arguments.ts";
import { spendSearch, spendSearchFromEnd } from "./text-cost.ts";
import { characterIndex, unitOffset } from "../../sequence/text-positions.ts";
import type { BuiltinRow } from "../builtin.ts";

/**
 * The character index of the first `wanted` at or after the character `from`; -1 when there is
 * none.
 */
export function firstIndex(branch: Branch, text: string, wanted: string, from = 0): number {
  spendSearch(branch, text.length, wanted.length);
  const offset = text.indexOf(wanted, unitOffset(branch, text, from));
  return offset < 0 ? -1 : characterIndex(branch, text, offset);
}

/**
 * The character index of the last `wanted` that starts at or before the character `from`; -1 when
 * there is none.
 */
export function lastIndex(branch: Branch, text: string, wanted: string, from = Infinity): number {
  spendSearchFromEnd(branch, text.length, wanted.length);
  const offset = from < 0 ? -1 : text.lastIndexOf(wanted, unitOffset(branch, text, from));
  return offset < 0 ? -1 : characterIndex(branch, text, offset);
}

function test(
  name: string,
  matches: (text: string, wanted: string) => boolean,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name, `clojure.string/${name}`],
    forms: [`(${name} s part)`],
    doc,
    example,
    clojure: `clojure.string/${name}`,
    arities: {
      2: (branch, value, part) => {
        const text = receiverText(branch, value, name);
        const wanted = stringArgument(part, name, "a string to look for");
        spendSearch(branch, text.length, wanted.length);
        return matches(text, wanted);
      },
    },
  };
}

function position(
  name: string,
  find: typeof firstIndex,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  const search = (branch: Branch, value: Value, part: Value, from?: Value): Value => {
    const text = receiverText(branch, value, name);
    const wanted = stringArgument(part, name, "a string to look for");
    const index =
      from === undefined
        ? find(branch, text, wanted)
        : find(branch, text, wanted, elementIndex(from, name));
    return index < 0 ? null : index;
  };
  return {
    names: [name, `clojure.string/${name}`],
    forms: [`(${name} s part)`, `(${name} s part from)`],
    doc,
    example,
    clojure: `clojure.string/${name}`,
    arities: { 2: search, 3: search },
  };
}

export const searchRows: readonly BuiltinRow[] = [
  test("includes?", (text, wanted) => text.includes(wanted), "Whether part occurs in s.", [
    '(includes? "hello" "ell")',
    "true",
  ]),
  test("starts-with?", (text, wanted) => text.startsWith(wanted), "Whether s starts with part.", [
    '(starts-with? "hello" "he")',
    "true",
  ]),
  test("ends-with?", (text, wanted) => text.endsWith(wanted), "Whether s ends with part.", [
    '(ends-with? "hello" "lo")',
    "true",
  ]),
  position(
    "index-of",
    firstIndex,
    "The index of the first part in s, at or after from; nil when there is none.",
    ['(index-of "hello" "l")', "2"],
  ),
  position(
    "last-index-of",
    lastIndex,
    "The index of the last part in s, at or before from; nil when there is none.",
    ['(last-index-of "hello" "l")', "3"],
  ),
];
