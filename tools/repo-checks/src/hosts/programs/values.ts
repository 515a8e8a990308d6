// Programs with features in which JavaScript hosts differ: text and its Unicode tables, patterns,
// numbers as text, dates, order, messages.

import type { HostProgram } from "../host-program.ts";

/** Returns all characters in a range of codes except unpaired surrogates. */
function charactersBetween(first: number, last: number): string {
  const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return codes
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .join("");
}

/**
 * Scripts with cases, marks, joiners and emoji, including additions of the newest Unicode
 * versions.
 */
const blocks: readonly (readonly [number, number])[] = [
  [0x80, 0x5ff],
  [0x600, 0xfff],
  [0x1000, 0x1fff],
  [0x2000, 0x2fff],
  [0xa000, 0xabff],
  [0xfb00, 0xffff],
  [0x10000, 0x10fff],
  [0x11000, 0x11fff],
  [0x16a00, 0x16fff],
  [0x1c000, 0x1efff],
  [0x1f000, 0x1ffff],
];

const overBlock: readonly string[] = [
  "[(upper-case data/s) (lower-case data/s) (capitalize data/s)]",
  "[(count data/s) (mapv count (partition-all 50 data/s)) (subs data/s 100 120) (clojure.string/reverse data/s)]",
  ...["L", "Lu", "Ll", "N", "P", "S", "M", "Alphabetic", "Script=Greek"].map(
    (property) => `(mapv count (re-seq #"\\p{${property}}+" data/s))`,
  ),
  '[(count (re-seq #"(?i)[a-zà-ÿα-ω]" data/s)) (count (re-seq #"\\w+" data/s)) (count (re-seq #"\\b" data/s)) (count (re-seq #"\\s" data/s))]',
  "(frequencies (map (fn [c] (if (= 1 (count (str c))) [(Character/isLetter c) (Character/isUpperCase c) (Character/isDigit c) (Character/isWhitespace c)] :long)) (take 400 data/s)))",
  "(sort (distinct (map str (take 300 data/s))))",
  "(pr-str data/s)",
  "(json/generate-string data/s)",
  "(mapv trim [data/s])",
];

const overBlocks = blocks.flatMap(([first, last]) =>
  overBlock.map((source): HostProgram => ({
    name: `U+${first.toString(16)}: ${source.slice(0, 50)}`,
    sources: [source],
    context: { s: charactersBetween(first, last) },
  })),
);

const grid =
  "(for [x [0 -0.0 1 -1 0.5 1.5 2.5 -2.5 0.1 1e-7 123456.789 1e20 1e21 1.7976931348623157e308 5e-324 9007199254740993 4.35 1.005 0.30000000000000004 100 ##Inf ##-Inf ##NaN 123456789012345678901234567890]]";

const numbers: readonly string[] = [
  `${grid} (str x))`,
  `${grid} (pr-str [x (- x)]))`,
  ...["%.2f", "%.0f", "%10.3f", "%-10.1f|", "%+.1f", "%,.2f", "%e", "%.3e", "%s", "%010.2f"].map(
    (directive) =>
      `${grid} (try (format "${directive}" (double x)) (catch Exception e (ex-message e))))`,
  ),
  ...["%d", "%,d", "%05d", "%x", "%o", "%s", "%+d"].map(
    (directive) =>
      `(for [x [0 1 -1 255 -255 1234567 9007199254740993 -123456789012345678901234567890]] (format "${directive}" x))`,
  ),
  `${grid} (try (json/generate-string x) (catch Exception e (ex-message e))))`,
  `${grid} (try [(round x) (floor x) (ceil x) (Math/rint x) (trunc x)] (catch Exception e (ex-message e))))`,
  "(for [a [7 -7 7.5 -0.5 1e300 9007199254740993] b [2 -2 0.3 1e-300 3]] [(/ a b) (quot a b) (rem a b) (mod a b) (* a b) (- a b)])",
  '(map parse-double ["1e400" "0.1" "1." ".5" "1e-400" "NaN" "0x10" " 1" "4.9e-324" "179769313486231580793e289"])',
  "(map (fn [x] (sqrt x)) (range 0 50 0.37))",
  "[(reduce + (repeat 1000 0.1)) (avg (map #(/ % 7) (range 1000))) (sum [0.1 0.2 0.3]) (reduce * (map inc (range 60)))]",
  "(map (fn [i] (bit-xor (* i 2654435761) (bit-shift-right (* i 40503) 3))) (range 40))",
  "[(= 1 1.0) (= 0.0 -0.0) (== 1 1.0) (= ##NaN ##NaN) (compare 1 ##NaN) (max 1 ##NaN) (hash-map 1 :a 1.0 :b) #{1 2.0 3}]",
];

const order: readonly string[] = [
  "(into {} (map (fn [i] [(mod (* i 7919) 1009) i]) (range 300)))",
  "(into #{} (map (fn [i] (str (mod (* i 7919) 1009))) (range 300)))",
  "(frequencies (map #(mod (* % %) 37) (range 500)))",
  '(group-by (fn [i] [(mod i 3) (keyword (str "k" (mod i 4)))]) (range 60))',
  '(let [m (zipmap (map #(keyword (str "k" %)) (range 50)) (range))] [(keys (dissoc m :k3 :k40)) (vals (assoc m :k7 :x)) (merge m {:z 1 :k1 2})])',
  "(sort [3 1.5 -0.0 0 ##Inf 1e10 9007199254740993 -7])",
  '(sort ["é" "e" "z" "Z" "ä" "a" "10" "9" "ß" "ss" "😀" "ﬁ" ""])',
  "(sort-by (fn [x] (mod x 5)) (range 40))",
  "(sort-by :v > (map (fn [i] {:v (mod (* i 31) 17) :i i}) (range 60)))",
  "(sort [:b :a/b :a 'x nil true])",
  "(sort [[2 1] [1 2 3] [1 2]])",
  '(sort [1 "a"])',
  "(sort (fn [a b] (if (even? a) true (< a b))) (range 30))",
  "[(set/union #{3 1} #{2 9}) (set/difference (set (range 40)) (set (range 5 35))) (distinct (map #(mod % 7) (range 50)))]",
  '{"7" 1 "3" 2 "x" 3 7 4 :7 5}',
  '(json/parse-string "{\\"10\\": 1, \\"2\\": 2, \\"b\\": 3, \\"a\\": 4, \\"__proto__\\": 5}")',
  "(apply sorted-map (mapcat (fn [i] [(mod (* i 37) 101) i]) (range 80)))",
  "[(min-by :n data/rows) (max-by :n data/rows) (sum-by :n data/rows) (keys (first data/rows))]",
];

const dates: readonly string[] = [
  "(map (fn [i] (str (LocalDate/ofEpochDay (* i 9973)))) (range -120 120))",
  "(map (fn [i] (let [d (LocalDate/ofEpochDay (* i 1009))] [(str (.getDayOfWeek d)) (str (.getMonth d)) (.getDayOfYear d) (.isLeapYear d)])) (range -60 60))",
  '(map (fn [s] (try (str (Instant/parse s)) (catch Exception e (ex-message e)))) ["2026-01-01T00:00:00Z" "2026-06-01T12:00:00.123456Z" "2026-06-01T12:00+02:00" "1969-12-31T23:59:59.999Z" "+010000-01-01T00:00:00Z" "2026-02-30T00:00:00Z" "June 1, 2026" ""])',
  '(map (fn [s] (try (str (LocalDate/parse s)) (catch Exception e (ex-message e)))) ["2024-02-29" "2023-02-29" "0001-01-01" "-0044-03-15" "2026-1-1" "20260101" "2026-13-01" "x"])',
  '(let [d (LocalDate/parse "2024-01-31")] (map (fn [i] (str (.plusMonths d i))) (range -14 14)))',
  '(str (Duration/between (Instant/parse "2026-03-28T00:00:00Z") (Instant/parse "2026-03-30T01:02:03.004Z")))',
  '[(.between ChronoUnit/DAYS (LocalDate/parse "2024-02-01") (LocalDate/parse "2026-03-01")) (.until (LocalDate/parse "2024-02-29") (LocalDate/parse "2025-02-28") ChronoUnit/YEARS)]',
  '[data/when (.getTime data/when) (str data/when) (.toEpochMilli (Instant/parse "2026-01-01T00:00:00.5Z"))]',
  '(format "%tF %tT" data/when data/when)',
  "(map (fn [s] (try (str (java.util.Date. s)) (catch Exception e (ex-message e)))) [0 -1 8640000000000000 8640000000000001])",
];

const patterns: readonly string[] = [
  '(re-seq #"(\\d+)-(?<name>[a-z]+)" "12-ab 7-c -x 00-zzz")',
  '(re-find #"(a+)+$" (apply str (repeat 3000 "a")))',
  '(re-find #"(a|a)*b" (apply str (repeat 2000 "a")))',
  '(re-find #"^(([a-z])+.)+[A-Z]([a-z])+$" (apply str (repeat 300 "a")))',
  '(re-matches #"(?i)straße|ΣΊΣΥΦΟΣ" "STRASSE")',
  '(re-seq #"(?s)." "a\n👍🏽é")',
  '(re-seq #"\\X" "a👍🏽é")',
  '(re-seq #"." "👩‍👩‍👧x")',
  '(re-find #"(?<=\\$)\\d+" "cost $45")',
  '(re-find #"(a)\\1" "aa")',
  '(clojure.string/split "a1b22c" #"\\d+")',
  '(clojure.string/replace "x-y_z" #"([a-z])[-_]([a-z])" "$2$1")',
  '(clojure.string/replace "aAbB" #"[a-z]" (fn [m] (str "<" m ">")))',
  '(re-seq #"\\b\\w{2,}?\\b" "one of the né words")',
  '(re-pattern "(")',
  '(re-pattern "[z-a]")',
  '(re-pattern "a{2,1}")',
  '(re-pattern "\\\\p{Nope}")',
  '(re-pattern "*")',
  '(re-seq #"a*" "baac")',
  '(re-seq #"(?m)^.*$" "a\nb\r\nc")',
  '(re-find #"[\\p{Lu}&&[^A-C]]" "ABCD")',
  '(re-find #"(?x) a b # c" "ab")',
  '(re-seq #"[^\\x00-\\x7F]" "aé👍")',
  '(re-matches #"\\p{IsLatin}+" "abcé")',
  '(re-seq #"[\\s\\h]+" "a \u00a0\u3000b")',
];

const texts: readonly string[] = [
  '(map count ["é" "👩‍👩‍👧" "🇩🇪🇫🇷" "ก็" "क्षि" "각" "\\r\\n" "👍🏽"])',
  '(clojure.string/reverse "añ👩‍👩‍👧🇩🇪e")',
  '(map str "a🇩🇪é👍🏽")',
  '(subs "a🇩🇪é👍🏽z" 1 4)',
  '(index-of "x🇩🇪é" "é")',
  '(format "%-6s|%6s|%.2s" "🇩🇪é" "né" "👍🏽ab")',
  '[(upper-case "straße ŉ ﬁ ǰ") (lower-case "İIΣ ΑΣ ΑΣΑ") (capitalize "ﬁne ÉCOLE")]',
  '(map #(Character/toUpperCase %) "aßéσ")',
  '(map (fn [s] (blank? s)) ["" " " "\u00a0" "\u2003" "\u200b" "\ufeff" nil])',
  '(map (fn [s] [(trim s) (triml s) (trimr s)]) ["\u00a0a\u00a0" "\u2003a " "\u180ea" "\ta\\n" "\ufeffa"])',
  "(pr-str data/odd)",
  "(keyword data/odd)",
  "(json/generate-string {:s data/odd})",
  '(json/parse-string "{\\"a\\": \\"\\\\ud83d\\\\ude00\\\\u0000\\", \\"b\\": [1e3, -0, 1E400, 12345678901234567890]}")',
  "(count data/odd)",
  '(map int "aé😀")',
  "(map char [97 233 128512 55296])",
  '(split-lines "a\\nb\\r\\nc\\rd\u2028e")',
  '(compare "a" "B")',
  '(compare "😀" "ﬁ")',
  '(= "é" "é")',
  '(apropos "upper")',
  "(doc map)",
  "(dir clojure.string)",
];

const failures: readonly string[] = [
  "(+ 1",
  "(foo 1)",
  "(mapp inc [1])",
  '(+ 1 (* 2 "x"))',
  "(let [a 1\n      b (inc nil)]\n  (+ a b))",
  '(do\n  (println "😀é" (first 5)))',
  "(defn f [x] (/ x 0))\n(f 3)",
  "(nth [1 2] 9)",
  "(1 2)",
  "(:a)",
  "(inc)",
  '(throw (ex-info "bad" {:a [1 :b]}))',
  '(fail {:reason :not_found :message "no such order" :id 7})',
  '(fail "no")',
  "(loop [x 1] (recur 1 2))",
  "(if)",
  "(let [x] x)",
  "(fn [x & ] x)",
  "{:a}",
  "#{1 1}",
  '"open',
  "(}",
  "\\nope",
  "1.2.3",
  "(def 5 1)",
  '(. "a" nope)',
  '(.nope "a")',
  "(Math/nope 1)",
  '(slurp "x")',
  "(eval '(+ 1 1))",
  "(get-in {:a 1} :a)",
  "(assoc [1] 5 2)",
  '(subs "abc" 2 1)',
  "(apply + 1)",
  "(reduce + 1 2)",
  '(json/parse-string "{\\"a\\": }")',
  '(json/parse-string "[1,")',
  '(json/parse-string "")',
  '(json/parse-string "\\"\\\\x\\"")',
  '(Integer/parseInt "x")',
  '(format "%d" "x")',
  '(format "%q" 1)',
  '(format "%s %s" 1)',
  "(case 5 1 :a)",
  '(assert (= 1 2) "no")',
  "(try (inc nil) (catch Exception e [(ex-message e) (ex-data e) (str e)]))",
  "(/ 1 0)",
  "(mod 1 0)",
  "(quot 1 0)",
  "(bit-shift-left 1 2000000)",
  "(sort [1 :a])",
  '(sorted-map 1 2 "a" 3)',
  "(deref 5)",
  "(swap! 1 inc)",
  "data/missing",
  "(:status data/nothing)",
  "(+ data/text 1)",
  "(bar) (baz) (qux)",
];

const context = {
  when: new Date(1_767_225_600_000).toISOString(),
  rows: [{ n: 3, "b-c": 1, 10: "x", 2: "y" }, { n: 1 }],
  odd: 'a\u0000\u001b\u2028\ud800\u200d"\\é\u{10ffff}',
  nothing: null,
  text: "t",
};

function named(family: string, sources: readonly string[]): readonly HostProgram[] {
  return sources.map((source, index) => ({
    name: `${family} ${String(index + 1)}`,
    sources: [source],
    context,
  }));
}

export const valuePrograms: readonly HostProgram[] = [
  ...overBlocks,
  ...named("numbers", numbers),
  ...named("order", order),
  ...named("dates", dates),
  ...named("patterns", patterns),
  ...named("texts", texts),
  ...named("failures", failures),
];
