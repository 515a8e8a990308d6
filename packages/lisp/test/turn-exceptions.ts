// The builtins that keep their task during some call over a lot of data, each with its cause.
// `builtin-turns.test.ts` fails if one is missing or no longer needed. The guide to untrusted
// programs lists the causes; `benchmarks/src/scale/long-calls.ts` measures their worst calls.

interface Cause {
  /** Describes the work without a turn, as in the guide. */
  readonly work: string;
  /** The call that takes longest per cause. */
  readonly worst: string;
  /** The measured time of that call in slices of 8 ms. */
  readonly slices: number;
}

export const causes = {
  printing: {
    work: "printing a value, in messages of exceptions too",
    worst: "(pr-str data/rows)",
    slices: 50,
  },
  equality: {
    work: "comparing two large values",
    worst: "(= data/fields data/sameFields)",
    slices: 40,
  },
  hashing: {
    work: "hashing a collection that is a key or member",
    worst: "(hash-set data/rows data/sameRows)",
    slices: 20,
  },
  elements: {
    work: "listing or copying a map, set or text before the first step over it",
    worst: "(conj data/map data/fields)",
    slices: 60,
  },
  differences: {
    work: "comparing two values part by part",
    worst: "(diff data/numbers [])",
    slices: 50,
  },
  copying: {
    work: "copying a vector or map for one change, or in reverse",
    worst: '(assoc data/fields "a" 1)',
    slices: 30,
  },
  choosing: {
    work: "choosing members without a function",
    worst: "(combinations data/few 1)",
    slices: 30,
  },
  arguments: {
    work: "a call with many arguments",
    worst: "(apply + data/numbers)",
    slices: 15,
  },
  describing: {
    work: "describing data, and searching tools and docs by a long text",
    worst: "(tool/search data/text)",
    slices: 15,
  },
  text: {
    work: "one pass over a text by the host's own functions",
    worst: "(clojure.string/reverse data/wide)",
    slices: 15,
  },
} satisfies { readonly [name: string]: Cause };

const namesOf: { readonly [cause in keyof typeof causes]: string } = {
  printing: `str format println print prn pr printf print-table pr-str prn-str print-str
    println-str .toString step-done Exception. RuntimeException. IllegalArgumentException.
    IllegalStateException. UnsupportedOperationException. ArithmeticException.
    IndexOutOfBoundsException. NullPointerException. NumberFormatException. ClassCastException.
    Error. AssertionError. Throwable. csv/write-rows`,
  equality: `= not= == compare identical? min max < <= > >= min-key max-key min-by max-by .equals
    .compareTo .indexOf .lastIndexOf .contains distinct? sorted-set subset? superset?`,
  hashing: `hash-set hash-map get get-in find contains? dissoc disj .get .containsKey trampoline
    prewalk clojure.set/index clojure.set/join`,
  elements: `first second last rest next ffirst fnext nfirst nnext nthrest nthnext take drop
    take-last drop-last butlast seq vec cycle interleave zip zipmap rand-nth take-while drop-while
    some every? not-every? not-any? doall dorun split-at split-with entries eduction sequence union
    intersection difference keys vals`,
  differences: "diff",
  copying: "reverse rseq cons conj into list* assoc merge",
  choosing: "combinations",
  arguments: "apply",
  describing: "describe doc apropos tool/search",
  text: `keyword symbol count bounded-count nth subs upper-case lower-case capitalize trim triml
    trimr trim-newline clojure.string/reverse blank? includes? starts-with? ends-with? index-of
    last-index-of .matches .replaceFirst replace-first clojure.string/re-quote-replacement
    split-lines parse-long parse-double parse-boolean .toUpperCase .toLowerCase .trim .length
    .codePointAt .isBlank .strip .stripLeading .stripTrailing .repeat .concat .startsWith .endsWith
    .equalsIgnoreCase .substring .charAt re-find re-matches json/parse-string json/parse-lines
    json/read-str json/generate-string csv/read-csv Boolean/valueOf`,
};

/** The cause of each exception by the name of its builtin. */
export const exceptions: ReadonlyMap<string, keyof typeof causes> = new Map(
  (Object.keys(namesOf) as (keyof typeof causes)[]).flatMap((cause) =>
    namesOf[cause].split(/\s+/).map((name) => [name, cause] as const),
  ),
);
