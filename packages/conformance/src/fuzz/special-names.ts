// Names whose arguments are not all evaluated as they stand: they cannot be threaded into, and are not functions.

export const specialNames: ReadonlySet<string> = new Set([
  "if", "if-not", "when", "when-not", "when-first", "cond", "case", "condp", "let", "if-let", "when-let", "if-some", "when-some", "loop", "recur", "for", "doseq", "dotimes",
  "while", "fn", "letfn", "def", "defn", "defn-", "defonce", "declare", "do", "and", "or", "quote", "->", "->>", "as->", "cond->", "cond->>", "some->", "some->>", "try", "catch", "finally", "throw", "comment",
]);
