// Generated from the tables in packages/lisp/src/builtins. Do not edit: change these, then run
// npm run exec -- node tools/reference-docs/src/main.ts

/** A group of families that are loaded together. */
export type ChunkName = "basic" | "common" | "text" | "mathematics" | "extra" | "java" | "discovery";

/** The spellings of builtins by chunk, in the order of the reference; see java-names.ts. */
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
    "str String/valueOf subs join clojure.string/join String/join format String/format upper-case upcase clojure.string/upper-case lower-case " +
    "downcase clojure.string/lower-case capitalize clojure.string/capitalize trim clojure.string/trim triml clojure.string/triml trimr " +
    "clojure.string/trimr trim-newline clojure.string/trim-newline clojure.string/reverse blank? clojure.string/blank? includes? " +
    "clojure.string/includes? starts-with? clojure.string/starts-with? ends-with? clojure.string/ends-with? index-of clojure.string/index-of " +
    "last-index-of clojure.string/last-index-of .replaceAll .replaceFirst replace clojure.string/replace replace-first " +
    "clojure.string/replace-first clojure.string/escape clojure.string/re-quote-replacement split clojure.string/split split-lines " +
    "clojure.string/split-lines parse-long parse-int parse-double parse-boolean Integer/parseInt Integer/valueOf Long/parseLong Long/valueOf " +
    "Double/parseDouble Double/valueOf Float/parseFloat Boolean/parseBoolean Integer. java.lang.Integer. Long. java.lang.Long. Double. " +
    "java.lang.Double. Float. java.lang.Float. Character/isDigit java.lang.Character/isDigit Character/isLetter java.lang.Character/isLetter " +
    "Character/isLetterOrDigit java.lang.Character/isLetterOrDigit Character/isWhitespace java.lang.Character/isWhitespace Character/isUpperCase " +
    "java.lang.Character/isUpperCase Character/isLowerCase java.lang.Character/isLowerCase Character/digit java.lang.Character/digit " +
    "Character/getNumericValue java.lang.Character/getNumericValue Character/toUpperCase java.lang.Character/toUpperCase Character/toLowerCase " +
    "java.lang.Character/toLowerCase .toUpperCase .toLowerCase .trim .length .isEmpty .isBlank .strip .stripLeading .stripTrailing .repeat " +
    "String. java.lang.String. .matches .concat .equals .toString .indexOf .lastIndexOf .contains .startsWith .endsWith .equalsIgnoreCase " +
    ".substring .charAt .replace .split re-find regex/re-find re-matches regex/re-matches re-seq regex/re-seq re-pattern regex/re-pattern " +
    "re-split regex/re-split extract extract-int println print prn pprint clojure.pprint/pprint pr printf print-table clojure.pprint/print-table " +
    "newline flush pr-str prn-str print-str println-str json/parse-string cheshire.core/parse-string json/decode json/parse json/read-str " +
    "clojure.data.json/read-str json/generate-string cheshire.core/generate-string json/write-str clojure.data.json/write-str json/encode " +
    "read-string clojure.edn/read-string csv/read-rows csv/read-csv clojure.data.csv/read-csv csv/write-rows csv/write-csv",
  mathematics:
    "sqrt clojure.math/sqrt Math/sqrt pow clojure.math/pow Math/pow Math/cbrt clojure.math/cbrt Math/exp clojure.math/exp Math/log " +
    "clojure.math/log Math/log10 clojure.math/log10 Math/sin clojure.math/sin Math/cos clojure.math/cos Math/tan clojure.math/tan Math/asin " +
    "clojure.math/asin Math/acos clojure.math/acos Math/atan clojure.math/atan Math/atan2 clojure.math/atan2 Math/hypot clojure.math/hypot " +
    "Math/signum clojure.math/signum Math/toRadians clojure.math/to-radians Math/toDegrees clojure.math/to-degrees",
  extra:
    "round Math/round clojure.math/round floor Math/floor clojure.math/floor ceil Math/ceil clojure.math/ceil trunc Math/rint clojure.math/rint " +
    "rand rand-int Math/random clojure.math/random Math/PI clojure.math/PI Math/E clojure.math/E Double/POSITIVE_INFINITY POSITIVE_INFINITY " +
    "Double/NEGATIVE_INFINITY NEGATIVE_INFINITY Double/NaN NaN Double/MAX_VALUE Double/MIN_VALUE Long/MAX_VALUE Long/MIN_VALUE Integer/MAX_VALUE " +
    "Integer/MIN_VALUE == bit-and bit-or bit-xor bit-and-not bit-not bit-shift-left bit-shift-right unsigned-bit-shift-right bit-set bit-clear " +
    "bit-flip bit-test int long short byte double float bigint biginteger num char transduce eduction sequence halt-when cat completing reduced " +
    "ensure-reduced reduced? unreduced set hash-set disj union clojure.set/union intersection clojure.set/intersection difference " +
    "clojure.set/difference subset? clojure.set/subset? superset? clojure.set/superset? rename-keys clojure.set/rename-keys map-invert " +
    "clojure.set/map-invert clojure.set/select clojure.set/project clojure.set/rename clojure.set/index clojure.set/join sorted-map " +
    "sorted-map-by sorted-set sorted-set-by subseq rsubseq instance? PersistentQueue/EMPTY clojure.lang.PersistentQueue/EMPTY diff " +
    "clojure.data/diff walk clojure.walk/walk postwalk clojure.walk/postwalk prewalk clojure.walk/prewalk keywordize-keys " +
    "clojure.walk/keywordize-keys stringify-keys clojure.walk/stringify-keys postwalk-replace clojure.walk/postwalk-replace prewalk-replace " +
    "clojure.walk/prewalk-replace pmap pcalls atom volatile! set-validator! get-validator deref swap! vswap! swap-vals! reset! vreset! " +
    "reset-vals! compare-and-set! force realized? delay? transient persistent! conj! assoc! dissoc! disj! pop! ex-info ex-message .getMessage " +
    ".getLocalizedMessage ex-data .getData ex-cause .getCause Exception. java.lang.Exception. js/Error. RuntimeException. " +
    "java.lang.RuntimeException. IllegalArgumentException. java.lang.IllegalArgumentException. IllegalStateException. " +
    "java.lang.IllegalStateException. UnsupportedOperationException. java.lang.UnsupportedOperationException. ArithmeticException. " +
    "java.lang.ArithmeticException. IndexOutOfBoundsException. java.lang.IndexOutOfBoundsException. NullPointerException. " +
    "java.lang.NullPointerException. NumberFormatException. java.lang.NumberFormatException. ClassCastException. java.lang.ClassCastException. " +
    "Error. java.lang.Error. AssertionError. java.lang.AssertionError. Throwable. java.lang.Throwable. task-reset step-done budget/remaining",
  java:
    "parse currentTimeMillis inst-ms random-uuid parse-uuid uuid?",
  discovery:
    "doc meta dir apropos ns-publics tool/search tool/servers",
};
