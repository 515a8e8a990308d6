// What a model must know of the language beyond Clojure. Short, because it is sent with every request; static, so that
// providers can cache it.

export const languageCard = `## Language
PTC-Lisp is Clojure without user macros, namespaces, files or network; leave out ns, require and import. Dates: (LocalDate/parse s), .plusDays, .isBefore, .getDayOfWeek ("MONDAY"), (.between ChronoUnit/DAYS a b). What you know of Clojure's core works: def, defn, let, fn, #(), if, cond, case, when-let, loop/recur, for, doseq, -> ->>, destructuring, map, filter, reduce, group-by, sort with a comparator, sort-by, compare, frequencies, juxt, fnil, update, get-in, partition-all, parse-long, re-find, re-matches, format, and clojure.string as str/, clojure.set as set/.
- Fields of data are read by keyword: (:name row) finds "name", and a hyphen finds an underscore too: (:due-date row) finds "due_date". Otherwise write the name as the data has it: (:unitPrice row). get, get-in, sort-by, group-by and the like do so too.
- More functions on rows: (sum-by :amount rows) (avg-by :amount rows) (min-by :amount rows) (max-by :amount rows) (distinct-by :id rows). They skip nil. But nil compares as greater than every number, (> nil 1) is true: leave out missing values before you compare or sort, (filter :price rows).
- All sequences are vectors: conj adds at the end. A character is a string of one character. 7/2 is 3.5.
- Tools take one map of named arguments, or nothing: (tool/name {:key value}), (tool/name). To call one for many items in parallel: (pmap (fn [x] (tool/name {:key x})) coll).
- A mistake ends the program, and you see it with its place. Where a tool may fail for one item, catch it there: (try (tool/name {:key x}) (catch Exception e {:error (ex-message e)})).
- Pages of unknown number: (->> (range) (map #(tool/page {:n %})) (take-while seq) (mapcat identity)). (doc name) tells of any function.`;
