// Generated from the tables in packages/lisp/src/builtins. Do not edit: change these, then run
// npm run exec -- node tools/reference-docs/src/main.ts

/** A group of families that are loaded together. */
export type ChunkName = "basic" | "common" | "text" | "mathematics" | "extra" | "java" | "discovery";

/**
 * The spellings of builtins by chunk, in the order of the reference; see java-names.ts. After
 * `trim`, `/string` stands for `clojure.string/trim`; after `Long.`, `.` for `java.lang.Long.`.
 */
export const builtinNames: Readonly<Record<ChunkName, string>> = {
  basic:
    "+ +' * *' - -' / quot rem mod inc inc' dec dec' abs Math/abs max Math/max min Math/min < > <= >= = not= compare",
  common:
    "nil? some? any? not boolean true? false? boolean? identical? number? integer? int? float? double? rational? ratio? decimal? string? char? " +
    "keyword? simple-keyword? qualified-keyword? ident? simple-ident? qualified-ident? symbol? simple-symbol? qualified-symbol? regex? inst? fn? " +
    "ifn? coll? vector? map? set? list? seq? sequential? seqable? associative? counted? indexed? reversible? sorted? map-entry? zero? pos? neg? " +
    "even? odd? pos-int? neg-int? nat-int? NaN? infinite? type keyword symbol name namespace identity apply comp partial juxt every-pred some-fn " +
    "fnil complement constantly comparator memoize trampoline count bounded-count first second last rest next ffirst fnext nfirst nnext nth " +
    "nthrest nthnext take drop take-last drop-last butlast subvec peek pop reverse rseq cons conj into concat seq vec vector list list* empty " +
    "empty? not-empty range repeat replicate repeatedly iterate cycle interleave interpose zip take-nth flatten tree-seq combinations sort " +
    "sort-by shuffle random-sample rand-nth map mapv filter filterv remove keep map-indexed keep-indexed mapcat take-while drop-while reduce " +
    "reductions some every? not-every? not-any? run! doall dorun partition partition-all partition-by split-at split-with distinct distinct? " +
    "dedupe frequencies group-by sum avg sum-by avg-by min-by max-by min-key max-key distinct-by get get-in contains? find assoc assoc-in update " +
    "update-in dissoc merge merge-with select-keys keys vals entries key val zipmap hash-map array-map update-vals update-keys reduce-kv",
  text:
    "str String/valueOf subs join /string String/join format String/format upper-case upcase clojure.string/upper-case lower-case downcase " +
    "clojure.string/lower-case capitalize /string trim /string triml /string trimr /string trim-newline /string clojure.string/reverse blank? " +
    "/string includes? /string starts-with? /string ends-with? /string index-of /string last-index-of /string .replaceAll .replaceFirst replace " +
    "/string replace-first /string clojure.string/escape clojure.string/re-quote-replacement split /string split-lines /string parse-long " +
    "parse-int parse-double parse-boolean Integer/parseInt Integer/valueOf Long/parseLong Long/valueOf Double/parseDouble Double/valueOf " +
    "Float/parseFloat Boolean/parseBoolean Integer. . Long. . Double. . Float. . Character/isDigit . Character/isLetter . Character/isAlphabetic " +
    ". Character/isLetterOrDigit . Character/isWhitespace . Character/isUpperCase . Character/isLowerCase . Character/isSpaceChar . " +
    "Character/toString . Character/digit . Character/getNumericValue . Character/toUpperCase . Character/toLowerCase . .toUpperCase " +
    ".toLowerCase .trim .length .isEmpty .codePointAt .isBlank .strip .stripLeading .stripTrailing .repeat String. . .matches .concat .equals " +
    ".toString .indexOf .lastIndexOf .contains .startsWith .endsWith .equalsIgnoreCase .substring .charAt .replace .split re-find regex/re-find " +
    "re-matches regex/re-matches re-seq regex/re-seq re-pattern regex/re-pattern re-split regex/re-split extract extract-int println print prn " +
    "pprint /pprint pr printf print-table /pprint newline flush pr-str prn-str print-str println-str json/parse-string " +
    "cheshire.core/parse-string json/decode json/parse json/parse-lines json/read-str clojure.data.json/read-str json/generate-string " +
    "cheshire.core/generate-string json/write-str clojure.data.json/write-str json/encode read-string /edn csv/read-rows csv/read-csv " +
    "clojure.data.csv/read-csv csv/write-rows csv/write-csv",
  mathematics:
    "sqrt /math Math/sqrt pow /math Math/pow Math/cbrt clojure.math/cbrt Math/exp clojure.math/exp Math/log clojure.math/log Math/log10 " +
    "clojure.math/log10 Math/sin clojure.math/sin Math/cos clojure.math/cos Math/tan clojure.math/tan Math/asin clojure.math/asin Math/acos " +
    "clojure.math/acos Math/atan clojure.math/atan Math/atan2 clojure.math/atan2 Math/hypot clojure.math/hypot Math/signum clojure.math/signum " +
    "Math/toRadians clojure.math/to-radians Math/toDegrees clojure.math/to-degrees",
  extra:
    "round Math/round clojure.math/round floor Math/floor clojure.math/floor ceil Math/ceil clojure.math/ceil trunc Math/rint clojure.math/rint " +
    "rand rand-int Math/random clojure.math/random Math/PI clojure.math/PI Math/E clojure.math/E Double/POSITIVE_INFINITY POSITIVE_INFINITY " +
    "Double/NEGATIVE_INFINITY NEGATIVE_INFINITY Double/NaN NaN Double/MAX_VALUE Double/MIN_VALUE Long/MAX_VALUE Long/MIN_VALUE Integer/MAX_VALUE " +
    "Integer/MIN_VALUE == bit-and bit-or bit-xor bit-and-not bit-not bit-shift-left bit-shift-right unsigned-bit-shift-right bit-set bit-clear " +
    "bit-flip bit-test int long short byte double float bigint biginteger num char transduce eduction sequence halt-when cat completing reduced " +
    "ensure-reduced reduced? unreduced set hash-set disj union /set intersection /set difference /set subset? /set superset? /set rename-keys " +
    "/set map-invert /set clojure.set/select clojure.set/project clojure.set/rename clojure.set/index clojure.set/join sorted-map sorted-map-by " +
    "sorted-set sorted-set-by subseq rsubseq bytes? instance? PersistentQueue/EMPTY clojure.lang.PersistentQueue/EMPTY diff /data describe walk " +
    "/walk postwalk /walk prewalk /walk keywordize-keys /walk stringify-keys /walk postwalk-replace /walk prewalk-replace /walk pmap pcalls atom " +
    "volatile! set-validator! get-validator deref swap! vswap! swap-vals! reset! vreset! reset-vals! compare-and-set! force realized? delay? " +
    "transient persistent! conj! assoc! dissoc! disj! pop! ex-info ex-message .getMessage .getLocalizedMessage ex-data .getData ex-cause " +
    ".getCause Exception. . js/Error. RuntimeException. . IllegalArgumentException. . IllegalStateException. . UnsupportedOperationException. . " +
    "ArithmeticException. . IndexOutOfBoundsException. . NullPointerException. . NumberFormatException. . ClassCastException. . Error. . " +
    "AssertionError. . Throwable. . task-reset step-done budget/remaining",
  java:
    "parse currentTimeMillis inst-ms random-uuid parse-uuid uuid?",
  discovery:
    "doc meta dir apropos ns-publics tool/search tool/servers",
};
