// The programs behind `grep` and `grep-n`. They are written in PTC-Lisp to use its regex engine,
// which takes linear time and obeys the limits of a run. Invalid patterns get its error messages.

/**
 * Defines `lines`, without the empty one after a final line end, and `found?` for a line.
 *
 * `\|`, `\(` and the like are operators, as in a shell's grep. If that reading is invalid, as for
 * `print\(`, the pattern is used as written. If both are invalid, the error is about the pattern
 * as written, so `re-pattern` runs on it first.
 */
const search = String.raw`
  (let [parts (str/split data/text #"\r?\n" -1)
        lines (if (= "" (peek parts)) (pop parts) parts)
        operators #{"|" "(" ")" "{" "}"}
        unescaped (fn [[written character]] (if (operators character) character written))
        without-case (fn [pattern] (re-pattern (str "(?i)" pattern)))
        pattern (try
                  (without-case (str/replace data/pattern #"(?s)\\(.)" unescaped))
                  (catch Exception _
                    (re-pattern data/pattern)
                    (without-case data/pattern)))
        found? (fn [line] (boolean (re-find pattern line)))]`;

/** Returns the lines that match. */
export const grepProgram = `${search}
    (filterv found? lines))`;

/**
 * Returns the matching lines with their numbers, and the lines around them. No line is repeated.
 */
export const numberedGrepProgram = `${search}
    (let [around (or data/context 0)
          matches (mapv found? lines)
          window (fn [shown match]
                   (range (max (- match around) (if (empty? shown) 0 (inc (peek shown))))
                          (min (+ match around 1) (count lines))))]
      (when (neg? around) (fail "context must not be negative"))
      (mapv (fn [at] {:line (inc at) :text (nth lines at) :match (nth matches at)})
        (reduce (fn [shown match] (into shown (window shown match)))
          []
          (filter matches (range (count lines)))))))`;
