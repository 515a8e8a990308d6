// The programs behind `grep` and `grep-n`. They are written in the language, so that its engine for
// patterns finds the lines, in linear time and within the limits of a run, and a pattern that is
// wrong fails in its words.

/**
 * `lines`, without the one that would follow a final line end, and `found?` of a line.
 *
 * `\|`, `\(` and the like are operators, as the grep of a shell reads them. A pattern that is none
 * when it is read so was meant otherwise, such as `print\(`: it is taken as written. One that is
 * wrong in both readings is reported as written, hence the `re-pattern` that comes first.
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

/** The lines that match. */
export const grepProgram = `${search}
    (filterv found? lines))`;

/** Those with their numbers, and the lines around them; no line twice. */
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
