// Programs that once ended in something other than a step, or revealed too much. Every fixed
// finding is added here as a regression test.

export const regressionPrograms: readonly string[] = [
  // Calls near the end of the host's stack; once, a tool was interrupted while running.
  `(defn f [n] ${"(+ 1 ".repeat(60)}(do (try (tool/echo {:n n}) (catch Exception e nil)) (f (inc n)))${")".repeat(60)}) (f 0)`,
  // A failure with an empty message.
  '(fail "")',
  '(fail {:message ""})',
  '(throw (ex-info "" {}))',
  // Data that is parsed from text and nested too deep.
  `(json/parse-string "${"[".repeat(3_000)}")`,
];
