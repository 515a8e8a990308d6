// Emits the membership tests of character sets: one comparison inline, a few in a function, more as
// one bit of an ASCII table.
import {
  type CharacterSet,
  complement,
  has,
  type Interval,
  maximumCodePoint,
  within,
} from "./character-set.ts";

const asciiSize = 128;
/**
 * A table is a string, and an entry is the code of a character from `@` on. So importing the
 * reader builds no tables, which used to take a tenth of the time to a first result.
 */
const firstEntry = "@".charCodeAt(0);
/** The bits of a table entry that are not in `firstEntry`. */
const bitsPerTable = 5;
/** Up to this many comparisons are faster than a lookup. */
const fewComparisons = 3;

/** Returns the character code that represents a small number in a table. */
export function tableEntry(value: number): number {
  return firstEntry + value;
}

export interface CharacterTests {
  /**
   * Returns a boolean expression that tests whether the character code in `code` is in the set;
   * `hint` names a function if one is made.
   */
  test(set: CharacterSet, code: string, hint: string): string;
  /** Returns the name of a function that tests its argument in the same way. */
  testFunction(set: CharacterSet, hint: string): string;
  /**
   * Makes a constant table from ASCII code to the `tableEntry` of a small number, for `switch`.
   * Returns its name.
   */
  table(values: readonly number[], hint: string): string;
  /** The constants and functions that the tests refer to. */
  declarations(): readonly string[];
}

export function createCharacterTests(): CharacterTests {
  const functionNames = new Map<string, string>();
  const tableNames = new Map<string, string>();
  const functions: string[] = [];
  const tables: string[] = [];
  const bitTables: number[][] = [];
  const taken = new Set<string>();
  let usedBits = 0;

  const fresh = (base: string): string => {
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
    taken.add(name);
    return name;
  };

  /** Assigns a bit to the set and returns the test of that bit. */
  const bitTest = (set: CharacterSet): string => {
    const tableIndex = Math.floor(usedBits / bitsPerTable);
    const bit = 1 << (usedBits % bitsPerTable);
    usedBits += 1;
    const table = (bitTables[tableIndex] ??= new Array<number>(asciiSize).fill(0));
    for (let code = 0; code < asciiSize; code += 1)
      if (has(set, code)) table[code] = (table[code] ?? 0) | bit;
    return `(characterClasses${tableIndex}.charCodeAt(code) & ${bit}) !== 0`;
  };

  /** Returns the test beyond ASCII, which sets share if they differ only in ASCII. */
  const beyondTest = (set: CharacterSet, hint: string): string => {
    const members = within(set, asciiSize, maximumCodePoint);
    const gaps = within(complement(set), asciiSize, maximumCodePoint);
    if (Math.min(members.length, gaps.length) <= fewComparisons)
      return comparisons(members, gaps, "code");
    const key = `beyond ASCII ${JSON.stringify(members)}`;
    const known = functionNames.get(key);
    const name = known ?? fresh(`is${hint}BeyondAscii`);
    functionNames.set(key, name);
    if (known === undefined) {
      const [terms, sign] = gaps.length < members.length ? [gaps, "!"] : [members, ""];
      functions.push("", `function ${name}(code: number): boolean {`, `return ${sign}(`);
      functions.push(
        ...terms.map(
          (interval, index) => `${index === 0 ? "" : "|| "}${comparison(interval, "code")}`,
        ),
        ");",
        "}",
      );
    }
    return `${name}(code)`;
  };

  const declareFunction = (set: CharacterSet, hint: string): string => {
    const name = fresh(`is${hint}`);
    const body = isSmall(set)
      ? comparisons(set, complement(set), "code")
      : `code < ${asciiSize} ? ${bitTest(set)} : ${beyondTest(set, hint)}`;
    functions.push("", `function ${name}(code: number): boolean {`, `return ${body};`, "}");
    return name;
  };

  const testFunction = (set: CharacterSet, hint: string): string => {
    const key = JSON.stringify(set);
    const name = functionNames.get(key) ?? declareFunction(set, hint);
    functionNames.set(key, name);
    return name;
  };

  return {
    testFunction,
    test: (set, code, hint) => singleComparison(set, code) ?? `${testFunction(set, hint)}(${code})`,
    table(values, hint) {
      if (Math.max(...values) > 35)
        throw new Error(`grammar-build: too many kinds of alternatives in ${hint}`);
      const key = values.join();
      const known = tableNames.get(key);
      if (known !== undefined) return known;
      const name = fresh(`startOf${hint}`);
      tableNames.set(key, name);
      tables.push("", ...tableDeclaration(name, values));
      return name;
    },
    declarations: () => [
      ...(bitTables.length + tables.length > 0
        ? ["", "// Tables: a character for each ASCII code, and its code is looked up."]
        : []),
      ...bitTables.flatMap((table, index) => [
        "",
        ...tableDeclaration(`characterClasses${index}`, table),
      ]),
      ...tables,
      ...functions,
    ],
  };
}

function isSmall(set: CharacterSet): boolean {
  return Math.min(set.length, complement(set).length) <= fewComparisons;
}

/** Returns the test of a set with one member, or with all but one. */
function singleComparison(set: CharacterSet, code: string): string | undefined {
  const [only] = set;
  if (set.length === 1 && only !== undefined && only[0] === only[1])
    return `${code} === ${only[0]}`;
  const [gap] = complement(set);
  return complement(set).length === 1 && gap !== undefined && gap[0] === gap[1]
    ? `${code} !== ${gap[0]}`
    : undefined;
}

/** Returns comparisons for the set or for its gaps, whichever has fewer intervals. */
function comparisons(set: CharacterSet, gaps: CharacterSet, code: string): string {
  if (set.length === 0) return "false";
  if (gaps.length === 0) return "true";
  const inverted = gaps.length < set.length;
  const terms = inverted ? gaps : set;
  const tests = terms.map((interval) => comparison(interval, code)).join(" || ");
  return inverted ? `!(${tests})` : terms.length === 1 ? tests.replace(/^\((.*)\)$/, "$1") : tests;
}

function comparison([from, to]: Interval, code: string): string {
  if (from === to) return `${code} === ${from}`;
  if (from === 0) return `${code} <= ${to}`;
  return to === maximumCodePoint
    ? `${code} >= ${from}`
    : `(${code} >= ${from} && ${code} <= ${to})`;
}

function tableDeclaration(name: string, values: readonly number[]): readonly string[] {
  const text = String.fromCharCode(...values.map(tableEntry));
  return [`const ${name} = ${JSON.stringify(text)};`];
}
