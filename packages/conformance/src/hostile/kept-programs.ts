// Programs that once ended in something else than a step, or told more than they may. Each finding
// is kept here when it is mended.

export const keptPrograms: readonly string[] = [
  // Calls at the end of the stack: a tool was broken off halfway through.
  `(defn f [n] ${"(+ 1 ".repeat(60)}(do (try (tool/echo {:n n}) (catch Exception e nil)) (f (inc n)))${")".repeat(60)}) (f 0)`,
  // A failure that said nothing.
  '(fail "")',
  '(fail {:message ""})',
  '(throw (ex-info "" {}))',
  // Data nested deeper than may be walked, from text.
  `(json/parse-string "${"[".repeat(3_000)}")`,
];
