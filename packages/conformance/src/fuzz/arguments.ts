// The arguments of the command that compares generated programs (main.ts).

export interface FuzzArguments {
  readonly count: number;
  readonly seed: number;
  /** The number of unexplained differences to shrink and show. */
  readonly show: number;
  /** The outermost forms: only of these tables, by the names of their files; all if empty. */
  readonly tables: readonly string[];
  /** Skips JVM Clojure, as if it were not installed. */
  readonly withoutClojure: boolean;
}

/** @throws Error that names the unknown argument */
export function readArguments(words: readonly string[]): FuzzArguments {
  const numbers = new Map([
    ["--count", 3000],
    ["--seed", 1],
    ["--show", 20],
  ]);
  let withoutClojure = false;
  let tables: readonly string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--without-clojure") withoutClojure = true;
    else if (word === "--tables") tables = (words[++index] ?? "").split(",");
    else if (numbers.has(word)) numbers.set(word, wholeNumber(word, words[++index]));
    else
      throw new Error(
        `unknown argument ${word}; there are ${[...numbers.keys()].join(", ")}, --tables and --without-clojure`,
      );
  }
  return {
    count: numbers.get("--count") ?? 0,
    seed: numbers.get("--seed") ?? 0,
    show: numbers.get("--show") ?? 0,
    tables,
    withoutClojure,
  };
}

function wholeNumber(name: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || !Number.isInteger(value) || value < 0)
    throw new Error(`${name} takes a whole number`);
  return value;
}
