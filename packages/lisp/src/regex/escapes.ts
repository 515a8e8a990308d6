// Parses escapes of regular expressions as Java does: classes such as \d, properties such as \p{L},
// and characters by code.

import type { Ranges } from "./code-point-ranges.ts";
import {
  complementSet,
  exactSet,
  propertySet,
  withBothCases,
  type CharacterSet,
} from "./character-set.ts";
import type { PatternCursor } from "./cursor.ts";
import { PatternError } from "./tree.ts";

const digits: Ranges = [[0x30, 0x39]];
const verticalSpace: Ranges = [
  [0x0a, 0x0d],
  [0x85, 0x85],
  [0x2028, 0x2029],
];
const horizontalSpace: Ranges = [
  [0x09, 0x09],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];
const wordCharacters: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
export const lineTerminators: Ranges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x85, 0x85],
  [0x2028, 0x2029],
];

/** Classes by letter. The capital letter means all other characters. */
const classes: ReadonlyMap<string, Ranges> = new Map([
  ["d", digits],
  ["w", wordCharacters],
  [
    "s",
    [
      [0x09, 0x0d],
      [0x20, 0x20],
    ],
  ],
  ["h", horizontalSpace],
  ["v", verticalSpace],
]);

const controls: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["r", 0x0d],
  ["f", 0x0c],
  ["a", 0x07],
  ["e", 0x1b],
]);

/** POSIX classes, which cover only ASCII. */
const posixClasses: ReadonlyMap<string, Ranges> = new Map<string, Ranges>([
  ["Lower", [[0x61, 0x7a]]],
  ["Upper", [[0x41, 0x5a]]],
  ["ASCII", [[0, 0x7f]]],
  [
    "Alpha",
    [
      [0x41, 0x5a],
      [0x61, 0x7a],
    ],
  ],
  ["Digit", digits],
  [
    "Alnum",
    [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x61, 0x7a],
    ],
  ],
  [
    "Punct",
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  ["Graph", [[0x21, 0x7e]]],
  ["Print", [[0x20, 0x7e]]],
  [
    "Blank",
    [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
  ],
  [
    "Cntrl",
    [
      [0, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  [
    "XDigit",
    [
      [0x30, 0x39],
      [0x41, 0x46],
      [0x61, 0x66],
    ],
  ],
  [
    "Space",
    [
      [0x09, 0x0d],
      [0x20, 0x20],
    ],
  ],
]);

/**
 * Parses a class escape such as `d`, `S` or `p{L}` after a backslash. Returns `undefined` for any
 * other escape.
 */
export function classEscape(cursor: PatternCursor): CharacterSet | undefined {
  const letter = cursor.source.charAt(cursor.position);
  if (letter === "p" || letter === "P") {
    cursor.position++;
    const set = property(cursor);
    return letter === "P" ? complementSet(set) : set;
  }
  const ranges = classes.get(letter.toLowerCase());
  if (ranges === undefined) return undefined;
  cursor.position++;
  return letter === letter.toLowerCase() ? exactSet(ranges) : complementSet(exactSet(ranges));
}

function property(cursor: PatternCursor): CharacterSet {
  const start = cursor.position;
  const text = cursor.takeMatch(/\{(\^?[A-Za-z_=]+)\}|[A-Z]/y);
  const name = text?.replace(/[{}]/g, "");
  const set = name === undefined ? undefined : namedProperty(name, cursor.flags.ignoreCase);
  if (set === undefined) throw cursor.wrong(`unknown property \\p${text ?? ""}`, start);
  return set;
}

function namedProperty(name: string, ignoreCase: boolean): CharacterSet | undefined {
  const posix = posixClasses.get(name);
  if (posix !== undefined) return exactSet(ignoreCase ? withBothCases(posix, false) : posix);
  if (ignoreCase && /^(Is)?(Lu|Ll|Lt|Uppercase|Lowercase|Titlecase)$/.test(name))
    return propertySet("LC");
  const plain = name.replace(/^Is/, "");
  const spelled =
    hostProperties.get(plain) ??
    plain.replace(/^(sc|script)=/, "Script=").replace(/^(gc|general_category)=/, "gc=");
  return (
    propertySet(spelled) ?? (name.startsWith("Is") ? propertySet(`Script=${plain}`) : undefined)
  );
}

/** Properties with a Java-specific spelling. */
const hostProperties: ReadonlyMap<string, string> = new Map([
  ["Letter", "L"],
  ["Digit", "Nd"],
  ["Punctuation", "P"],
  ["Control", "Cc"],
  ["Titlecase", "Lt"],
  ["WhiteSpace", "White_Space"],
]);

/** Returns the code of the character that an escape after a backslash denotes. */
export function characterEscape(cursor: PatternCursor): number {
  const start = cursor.position - 1;
  const character = cursor.next();
  const control = controls.get(character);
  if (control !== undefined) return control;
  const code = codeEscape(cursor, character);
  if (code !== undefined) return code;
  if (character === "") throw cursor.wrong("a backslash with nothing after it", start);
  if (/[1-9k]/.test(character))
    throw new PatternError(
      "unsupported",
      `a back-reference (\\${character}) is not supported`,
      // The hint shows what the two usual patterns with back-references become.
      `patterns take linear time: for quotes list both forms, as in #"'[^']*'|\\"[^\\"]*\\""; for repeats compare neighbors: (filter (fn [[a b]] (= a b)) (partition 2 1 (re-seq #"\\w+" s)))`,
    );
  if (/[A-Za-z0-9]/.test(character)) throw cursor.wrong(`unknown escape \\${character}`, start);
  return character.codePointAt(0) ?? 0;
}

/** Parses `x41`, `x{1F600}`, `u0041`, `0101` (octal) and `cA`. */
function codeEscape(cursor: PatternCursor, letter: string): number | undefined {
  const taken = (pattern: RegExp, radix: number): number => {
    const text = cursor.takeMatch(pattern)?.replace(/[{}]/g, "");
    const code = text === undefined ? NaN : Number.parseInt(text, radix);
    if (!(code <= 0x10ffff)) throw cursor.wrong(`\\${letter} needs the code of a character`);
    return code;
  };
  switch (letter) {
    case "x":
      return taken(/[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\}/y, 16);
    case "u":
      return taken(/[0-9A-Fa-f]{4}/y, 16);
    case "0":
      return taken(/[0-3][0-7]{2}|[0-7]{1,2}/y, 8);
    case "c":
      return (cursor.next().codePointAt(0) ?? 0) ^ 64;
    default:
      return undefined;
  }
}
