// Programs that once ended in something other than a step, or revealed more than they may. Each
// finding is added here when it is fixed, so that it stays fixed.

export const keptPrograms: readonly string[] = [
  // Calls near the end of the host's stack; once, a tool was interrupted in the middle.
  `(defn f [n] ${"(+ 1 ".repeat(60)}(do (try (tool/echo {:n n}) (catch Exception e nil)) (f (inc n)))${")".repeat(60)}) (f 0)`,
  // A failure with an empty message.
  '(fail "")',
  '(fail {:message ""})',
  '(throw (ex-info "" {}))',
  // Data that is parsed from text and nested deeper than allowed.
  `(json/parse-string "${"[".repeat(3_000)}")`,
];
